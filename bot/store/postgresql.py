"""PostgreSQL: a server that several processes may share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy
from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.moment import Span
from bot.store.connection import Body, Connection, Database, shielded
from bot.store.engine_connection import EngineConnection
from bot.store.postgresql_address import engine_at

T = TypeVar("T")

LOCK = 0x4865_7261_6C64
"""The number of the advisory lock that lets one process migrate at a time."""


class PostgresDatabase(Database):
    """Writers are read committed and lock rows; readers see one moment."""

    def __init__(self, url: URL, patience: Span) -> None:
        milliseconds = max(1, patience // 1000)
        self._writers = engine_at(
            url,
            command_seconds=30,
            settings={"application_name": "herald", "lock_timeout": str(milliseconds)},
            pool_pre_ping=True,
        )
        self._readers = self._writers.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    async def connect(self, *, writing: bool) -> Connection:
        engine = self._writers if writing else self._readers
        connection = EngineConnection(engine.connect(), "postgresql", _close)
        await connection.begin()
        return connection

    async def transact(self, body: Body[T], *, writing: bool, patience: float = 0) -> T:
        async def whole() -> T:
            connection = await self.connect(writing=writing)
            try:
                result = await body(connection)
                await connection.commit()
                return result
            finally:
                await connection.close()

        return await shielded(whole())

    async def foreign_changes(self) -> int | None:
        """Other processes may write at any time, and nothing cheap says so."""
        return None

    async def run(self, work: Callable[[sqlalchemy.Connection], T]) -> T:
        async def in_transaction() -> T:
            async with self._writers.begin() as connection:
                lock = text("SELECT pg_advisory_xact_lock(:key)")
                await connection.execute(lock, {"key": LOCK})
                return await connection.run_sync(work)

        return await shielded(in_transaction())

    async def erase_traces(self) -> None:
        """PostgreSQL reuses the room by itself, in time; until then no query reads it."""

    async def close(self) -> None:
        await shielded(self._writers.dispose())


async def _close(connection: AsyncConnection) -> None:
    """Give a connection back to its pool, unless it was never made."""
    if connection.sync_connection is not None:
        await connection.close()
