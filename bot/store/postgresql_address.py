"""Addresses of PostgreSQL as people have them: as hosts' dashboards print them, for libpq.

libpq is PostgreSQL's own client library; what it reads from an address is documented at
https://www.postgresql.org/docs/current/libpq-connect.html. Ours is another one (asyncpg), which
knows most of it and would send everything else to the server as a setting of the session.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL

from bot.store.errors import BadDatabaseUrl

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

CONNECT_SECONDS = 10
"""How long to wait for a server, unless the address says otherwise."""

TLS = ("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3")
CHOICES = {
    "sslmode": ("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
    "sslnegotiation": ("postgres", "direct"),
    "ssl_min_protocol_version": TLS,
    "ssl_max_protocol_version": TLS,
    "target_session_attrs": (
        "any",
        "primary",
        "standby",
        "read-write",
        "read-only",
        "prefer-standby",
    ),
}
"""What can be said of some parameters."""
FILES = ("sslrootcert", "sslcert", "sslkey", "sslcrl")
PASSED_ON = frozenset(
    (
        *("host", "port", "dbname", "user", "password", "passfile", "service"),
        *("sslmode", "sslnegotiation", "sslpassword", *FILES),
        *("ssl_min_protocol_version", "ssl_max_protocol_version"),
        *("target_session_attrs", "krbsrvname", "gsslib"),
    )
)
"""What the driver reads from an address as libpq does."""
SETTINGS = frozenset(("application_name", "options"))
"""What is sent to the server as it is."""
WITHOUT_EFFECT = frozenset(
    (
        *("client_encoding", "fallback_application_name", "gssencmode", "channel_binding"),
        *("keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count"),
        *("tcp_user_timeout", "sslcompression", "sslsni", "sslcertmode"),
    )
)
"""What libpq does in its own way, and no other client has to: it is left out."""
OURS = frozenset(("connect_timeout", "ssl"))
KNOWN = PASSED_ON | SETTINGS | WITHOUT_EFFECT | OURS
POOLERS = frozenset(("pgbouncer", "pool_mode"))
TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off")
SYSTEM = "system"
"""Said as a root certificate: those that the machine trusts."""


def checked(url: URL) -> URL:
    """The address, its parameters as libpq writes them; raises `BadDatabaseUrl` for a wrong one."""
    query = {name: values_of(url, name)[-1] for name in url.query}
    for name in query:
        if name in POOLERS:
            raise BadDatabaseUrl(
                f"{name} is that of a pool's address, which cannot hold Herald's locks;"
                " use the address of the direct connection"
            )
        if name not in KNOWN:
            (like,) = get_close_matches(name, KNOWN, n=1) or ("",)
            hint = f"; did you mean {like}?" if like else ""
            raise BadDatabaseUrl(f"PostgreSQL knows no parameter {name!r} of an address{hint}")
    if "host" in url.query:
        # SQLAlchemy's way to name several hosts is to repeat the parameter, libpq's is one list.
        query["host"] = ",".join(values_of(url, "host"))
    flag = query.pop("ssl", None)
    if flag is not None:
        query.setdefault("sslmode", _mode_of(flag.lower()))
    _check_values(query)
    return url.set(query=query)


def values_of(url: URL, name: str) -> tuple[str, ...]:
    """All values of a parameter."""
    found = url.query.get(name, ())
    return (found,) if isinstance(found, str) else tuple(found)


def _mode_of(flag: str) -> str:
    """The mode that other clients' `ssl` stands for."""
    if flag in TRUE:
        return "require"
    return "disable" if flag in FALSE else flag


def _check_values(query: Mapping[str, str]) -> None:
    for name, choices in CHOICES.items():
        said = query.get(name)
        if said is not None and said not in choices:
            raise BadDatabaseUrl(f"{name} is one of {', '.join(choices)}, not {said[:20]!r}")
    timeout, ports = query.get("connect_timeout", "0"), query.get("port", "0")
    if not timeout.removeprefix("-").isdecimal():
        raise BadDatabaseUrl(f"connect_timeout is a number of seconds, not {timeout[:20]!r}")
    if not all(port.isdecimal() for port in ports.split(",")):
        raise BadDatabaseUrl(f"port is a number, not {ports[:20]!r}")
    root = query.get("sslrootcert")
    if root == SYSTEM and query.get("sslmode", "verify-full") != "verify-full":
        raise BadDatabaseUrl("sslrootcert=system needs sslmode=verify-full")
    for name in FILES:
        file = query.get(name)
        if file and not (file == SYSTEM and name == "sslrootcert") and not Path(file).is_file():
            raise BadDatabaseUrl(f"{name} names {file[:100]}, where there is no file")


def engine_at(
    url: URL, *, command_seconds: float, settings: Mapping[str, str], **how: Any
) -> AsyncEngine:
    """An engine for a checked address, with settings of the session that the address may change.

    `command_seconds` is how long to wait for the answer to a statement: a server that vanished
    silently must not keep anybody waiting for ever.
    """
    # Here, for a host of SQLite needs none of it: it takes 8 MB of memory.
    from sqlalchemy.ext.asyncio import create_async_engine

    query = {name: values_of(url, name)[-1] for name in url.query}
    arguments: dict[str, Any] = {
        "dsn": url.set(
            drivername="postgresql",
            query={name: value for name, value in query.items() if name in PASSED_ON},
        ).render_as_string(hide_password=False),
        "timeout": connect_seconds(url),
        "command_timeout": command_seconds,
        "server_settings": {
            **settings,
            **{name: value for name, value in query.items() if name in SETTINGS},
        },
    }
    if query.get("sslrootcert") == SYSTEM:
        arguments["ssl"] = _trusted_by_the_machine(query)
    # The address is the driver's to read: SQLAlchemy has another way with many parts of it.
    return create_async_engine(
        "postgresql+asyncpg://",
        connect_args=arguments,
        # Parameters hold what players chose in secret: they belong in no log.
        hide_parameters=True,
        **how,
    )


def connect_seconds(url: URL) -> float | None:
    """How long to wait for the server; None for ever, which libpq writes as 0 or less."""
    (said,) = values_of(url, "connect_timeout")[-1:] or (None,)
    if said is None:
        return CONNECT_SECONDS
    return float(said) if int(said) > 0 else None


def _trusted_by_the_machine(query: Mapping[str, str]) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if "sslcert" in query:
        context.load_cert_chain(query["sslcert"], query.get("sslkey"), query.get("sslpassword"))
    return context
