"""One Herald serves a PostgreSQL database at a time, whatever machine it runs on.

The lock is an advisory one of the server, held by a connection of its own as long as Herald
serves: it is gone with its process, however that ends. SQLite has `serving_lock.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from bot.store.address import is_sqlite, name_of, parse
from bot.store.errors import DatabaseFault, DatabaseLocked
from bot.store.faults import translate_errors
from bot.store.postgresql_address import engine_at
from bot.store.serving_lock import ServedAlready

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

log = logging.getLogger("herald.store")

SERVING = 0x4865_7261_6C65
"""The number of the advisory lock; the one before it is that of migrations."""
PATIENCE = 3
"""Seconds to wait for the lock: the one that served before may just be leaving."""
CHECK_EVERY = 30.0
"""Seconds after which an idle connection is tried: no network forgets it as unused, and one that
was cut without a word is noticed."""
RETRY_AFTER = 5.0
"""Seconds between tries to connect again."""


class Session(NamedTuple):
    """A connection as the server knows it; its number alone is given to another one day."""

    pid: int
    started: datetime


class ServerLock:
    """The lock of a database on a server. `holder` is the session that has it, or had it last."""

    def __init__(self, url: URL) -> None:
        self.holder: Session | None = None
        self._name = name_of(url)
        self._connection: AsyncConnection | None = None
        self._lost = asyncio.Event()
        self._engine = engine_at(
            url,
            command_seconds=10,
            settings={
                "application_name": "herald serving",
                "lock_timeout": f"{PATIENCE}s",
                # The lock of a machine that vanished is free after a minute.
                "tcp_keepalives_idle": "30",
                "tcp_keepalives_interval": "10",
                "tcp_keepalives_count": "3",
            },
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
        )

    async def take(self) -> None:
        """Connect and take the lock; raises `ServedAlready` or a `DatabaseFault`.

        Whatever held it for this Herald before is ended: a server can believe for minutes in a
        connection that was cut.
        """
        await self._let_go()
        with translate_errors(self._name):
            self._connection = connection = await self._engine.connect()
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            lost = self._lost = asyncio.Event()
            driver.add_termination_listener(lambda *_: lost.set())
            if self.holder is not None:
                await connection.execute(
                    text(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE pid = :pid AND backend_start = :started"
                    ),
                    self.holder._asdict(),
                )
        try:
            with translate_errors(self._name):
                await connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": SERVING})
        except DatabaseLocked:
            await self._let_go()
            raise ServedAlready(self._name) from None
        with translate_errors(self._name):
            found = await connection.execute(
                text("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
            )
            self.holder = Session(*found.one())

    async def keep(self) -> NoReturn:
        """Keep the lock until cancelled: if its connection is lost, it is taken again.

        Raises `ServedAlready` if another Herald has it by then.
        """
        while True:
            await self._until_lost()
            log.warning("%s: the connection of the serving lock was lost", self._name)
            await self._take_again()
            log.info("%s: the serving lock was taken again", self._name)

    async def _until_lost(self) -> None:
        while not self._lost.is_set():
            try:
                async with asyncio.timeout(CHECK_EVERY):
                    await self._lost.wait()
            except TimeoutError:
                await self._try()

    async def _try(self) -> None:
        assert self._connection is not None
        try:
            with translate_errors(self._name):
                await self._connection.execute(text("SELECT 1"))
        except DatabaseFault:
            self._lost.set()

    async def _take_again(self) -> None:
        while True:
            try:
                await self.take()
                return
            except DatabaseFault as fault:
                log.warning("%s", fault)
                await asyncio.sleep(RETRY_AFTER)

    async def release(self) -> None:
        """Give the lock back."""
        await self._let_go()
        await self._engine.dispose()

    async def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(DBAPIError, OSError):
                await connection.close()


@asynccontextmanager
async def serving_server_alone(url: str) -> AsyncIterator[ServerLock | None]:
    """Inside this no other Herald serves the same database; None where it is a file of SQLite.

    Raises `ServedAlready` or a `DatabaseFault`.
    """
    parsed = parse(url)
    if is_sqlite(parsed):
        yield None
        return
    lock = ServerLock(parsed)
    try:
        await lock.take()
        yield lock
    finally:
        await lock.release()
