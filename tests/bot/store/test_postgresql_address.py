"""PostgreSQL's address is read as dashboards print it, and a wrong one is one clear line."""

from __future__ import annotations

import asyncio
import ssl
import struct
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from bot.store import Store
from bot.store.address import name_of, parse
from bot.store.errors import BadDatabaseUrl, DatabaseUnreachable
from bot.store.postgresql_address import connect_seconds, engine_at
from tests.machine import program

PRINTED = "postgres://ada:s3%40same@db.example.com:6543/games"
SSL_REQUEST = struct.pack("!ii", 8, 80877103)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
def test_every_way_to_begin_an_address_means_the_same(scheme: str) -> None:
    assert parse(PRINTED.replace("postgres", scheme, 1)) == parse(PRINTED)


@pytest.mark.parametrize(
    "query",
    [
        "sslmode=require",
        "sslmode=require&channel_binding=require",
        "sslmode=verify-full&sslrootcert=system",
        "connect_timeout=15&application_name=mine",
        "options=endpoint%3Dep-cool-darkness-123456",
        "sslmode=disable&target_session_attrs=read-write&keepalives=1&gssencmode=disable",
        "ssl=true",
    ],
)
def test_what_dashboards_print_is_understood(query: str) -> None:
    engine = engine_at(parse(f"{PRINTED}?{query}"), command_seconds=1, settings={})
    assert engine.dialect.name == "postgresql"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("sslmod=require", "no parameter 'sslmod' of an address; did you mean sslmode?"),
        ("sslmode=often", "sslmode is one of disable, allow, prefer, require, verify-ca"),
        ("connect_timeout=soon", "connect_timeout is a number of seconds, not 'soon'"),
        ("connect_timeout=5,6", "connect_timeout is a number"),
        ("port=here", "port is a number, not 'here'"),
        ("sslrootcert=/nowhere/ca.pem", "sslrootcert names /nowhere/ca.pem, where there is no"),
        ("sslmode=require&sslrootcert=system", "needs sslmode=verify-full"),
        ("target_session_attrs=best", "target_session_attrs is one of any, primary"),
        ("pgbouncer=true", "use the address of the direct connection"),
    ],
)
def test_a_wrong_parameter_is_named(query: str, said: str) -> None:
    with pytest.raises(BadDatabaseUrl) as caught:
        parse(f"{PRINTED}?{query}")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "s3@same" not in str(caught.value)


def test_a_port_that_is_no_number_is_said() -> None:
    with pytest.raises(BadDatabaseUrl, match="not an address; write"):
        parse("postgresql://ada@localhost:here/games")


def test_no_secret_of_an_address_is_in_the_name_that_is_shown() -> None:
    shown = name_of(parse("postgres://ada:one@/games?host=/run&password=two&sslpassword=three"))
    assert shown == "postgresql://ada:***@/games?host=%2Frun"


@pytest.mark.parametrize(
    ("query", "seconds"), [("", 10), ("?connect_timeout=3", 3), ("?connect_timeout=0", None)]
)
def test_a_server_is_waited_for_as_long_as_the_address_says(
    query: str, seconds: float | None
) -> None:
    assert connect_seconds(parse(PRINTED + query)) == seconds


def test_without_the_driver_the_line_to_type_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr("sys.executable", "/opt/my games/python")
    with pytest.raises(BadDatabaseUrl) as caught:
        parse(PRINTED)
    assert str(caught.value).endswith("type: '/opt/my games/python' -m pip install asyncpg")


async def test_settings_of_the_session_reach_the_server(postgres_url: str) -> None:
    url = make_url(postgres_url).update_query_dict(
        {"application_name": "mine", "options": "-c statement_timeout=77s", "sslmode": "prefer"}
    )
    async with (
        await Store.open(url.render_as_string(hide_password=False)) as store,
        store.reading() as tx,
    ):
        for name, value in (("application_name", "mine"), ("statement_timeout", "77s")):
            assert await tx.scalar(text(f"SELECT current_setting('{name}')")) == value


@asynccontextmanager
async def a_server(context: ssl.SSLContext | None) -> AsyncIterator[tuple[int, list[bytes]]]:
    """A port where something answers the request for encryption, and notes what comes then."""
    heard: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            assert await reader.readexactly(len(SSL_REQUEST)) == SSL_REQUEST
            writer.write(b"N" if context is None else b"S")
            await writer.drain()
            if context is not None:
                await writer.start_tls(context)
            heard.append(await reader.read(1000))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], heard


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost that is its own authority; its key is beside it."""
    openssl = program("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    file = tmp_path_factory.mktemp("tls") / "server.pem"
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost"]
    out = ["-keyout", str(file.with_suffix(".key")), "-out", str(file)]
    subprocess.run([openssl, *words.split(), *names, *out], check=True, capture_output=True)
    return file


@pytest.fixture
def speaks_tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, certificate.with_suffix(".key"))
    return context


async def refused(port: int, query: str, host: str = "localhost") -> str:
    """What is said when the server that only notes things is to be a database."""
    with pytest.raises(DatabaseUnreachable) as caught:
        await Store.open(f"postgres://ada:sesame@{host}:{port}/games?connect_timeout=5&{query}")
    assert "sesame" not in str(caught.value)
    return str(caught.value)


async def test_who_requires_encryption_says_nothing_without_it() -> None:
    async with a_server(None) as (port, heard):
        assert "rejected SSL" in await refused(port, "sslmode=require")
    assert not any(b"ada" in each for each in heard)


async def test_who_requires_encryption_has_it(speaks_tls: ssl.SSLContext) -> None:
    async with a_server(speaks_tls) as (port, heard):
        await refused(port, "sslmode=require")
    assert any(b"user\0ada" in each for each in heard)


async def test_a_root_certificate_is_what_the_server_is_checked_with(
    speaks_tls: ssl.SSLContext, certificate: Path
) -> None:
    async with a_server(speaks_tls) as (port, heard):
        await refused(port, f"sslmode=verify-full&sslrootcert={certificate}")
        assert heard
        heard.clear()
        # The same certificate is not that of this name, and the machine does not trust it.
        for query, host in (
            (f"sslmode=verify-full&sslrootcert={certificate}", "127.0.0.1"),
            ("sslmode=verify-full&sslrootcert=system", "localhost"),
        ):
            assert "certificate verify failed" in await refused(port, query, host)
    assert not any(heard)
