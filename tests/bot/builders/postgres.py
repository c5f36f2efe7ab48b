"""A PostgreSQL server for the tests: the one that a variable names, or one started for the run.

It listens on a socket in a folder of its own, so that nothing else can be in its way, and goes
when the run ends. Where there is no server to start, the tests say why they were skipped.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import pwd
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Store
from bot.store.server_lock import SERVING
from bot.store.tables import metadata
from tests import machine

VARIABLE = "HERALD_TEST_POSTGRES_URL"
USER = "herald"
_numbers = count(1)


class Absent(Exception):
    """There is no PostgreSQL to test with; the text says why."""


@contextmanager
def server() -> Iterator[str]:
    """The address of a server on which databases can be created; raises `Absent`."""
    if importlib.util.find_spec("asyncpg") is None:
        raise Absent("asyncpg is not installed")
    named = os.environ.get(VARIABLE)
    if named:
        yield named
        return
    programs = machine.postgres()
    if programs is None:
        raise Absent(f"no server is installed, and {VARIABLE} names none")
    # The path of a socket is limited to some hundred characters, so not in pytest's deep folder.
    with tempfile.TemporaryDirectory(prefix="herald-pg-") as folder:
        account = _account()
        if account is not None:
            os.chown(folder, account.pw_uid, account.pw_gid)
        user = account.pw_name if account else None
        data = Path(folder) / "data"
        _run(user, programs / "initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "-N")
        settings = f"-k {folder} -c listen_addresses= -c fsync=off -c max_connections=50"
        control = (programs / "pg_ctl", "-D", data, "-w", "-s")
        log = Path(folder) / "log"
        _run(user, *control, "-l", log, "-o", settings, "start")
        try:
            yield f"postgresql+asyncpg://{USER}@/postgres?host={folder}"
        finally:
            _run(user, *control, "-m", "immediate", "stop")


def _account() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root; somebody else has to."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Absent("PostgreSQL does not run as root, and there is no other user")


def _run(user: str | None, *words: str | Path) -> None:
    # Not a pipe: the server inherits it and would keep it open for ever.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(
            words, stdout=output, stderr=subprocess.STDOUT, user=user, cwd="/", check=False
        )
        output.seek(0)
        if done.returncode != 0:
            said = output.read().decode(errors="replace").strip().splitlines()
            raise Absent(f"{Path(words[0]).name} failed: {said[-1] if said else done.returncode}")


def new_database(server_url: str) -> str:
    """Create a database and give its address."""
    name = f"herald_{os.getpid()}_{next(_numbers)}"
    asyncio.run(_execute(server_url, f"CREATE DATABASE {name}"))
    return make_url(server_url).set(database=name).render_as_string(hide_password=False)


def drop_database(server_url: str, url: str) -> None:
    """Drop a database that `new_database` created."""
    asyncio.run(_execute(server_url, f"DROP DATABASE {make_url(url).database} WITH (FORCE)"))


async def empty(store: Store) -> None:
    """Take everything out of a database."""
    # TRUNCATE would make new files for all tables, which takes much longer.
    deletes = "".join(f"DELETE FROM {table.name}; " for table in metadata.sorted_tables[::-1])
    async with store.transaction() as tx:
        await tx.write(text(f"DO $$ BEGIN {deletes} END $$"))


async def serving_pid(url: str) -> int | None:
    """The number of the connection by which a Herald holds a database's serving lock."""
    found: list[int] = await _execute(url, f"{_SERVING} AND granted")
    return found[0] if found else None


async def cut_off(url: str, *, when_awaited: bool = False) -> int:
    """End the connection by which a Herald holds a database's serving lock; gives its number.

    With `when_awaited`, as soon as another Herald waits for the lock.
    """
    pid = await serving_pid(url)
    assert pid is not None
    while when_awaited and not await _execute(url, f"{_SERVING} AND NOT granted"):
        await asyncio.sleep(0)
    await _execute(url, f"SELECT pg_terminate_backend({pid})")
    return pid


_SERVING = f"""SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
WHERE locktype = 'advisory' AND datname = current_database()
AND classid = {SERVING >> 32} AND objid = {SERVING & 0xFFFF_FFFF}"""


async def _execute(url: str, statement: str) -> list[Any]:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        done = await connection.execute(text(statement))
        found = list(done.scalars()) if done.returns_rows else []
    await engine.dispose()
    return found
