"""PostgreSQL: a server that several processes may share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy
from sqlalchemy import URL, Executable, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.store.connection import Connection, Database, Result, Values, to_its_end
from bot.store.moment import Span

T = TypeVar("T")

LOCK = 0x4865_7261_6C64
"""The number of the lock that lets one process migrate at a time."""


class PostgresDatabase(Database):
    """Writers are read committed and lock rows; readers see one moment."""

    def __init__(self, url: URL, patience: Span) -> None:
        milliseconds = max(1, patience // 1000)
        self._engine = create_async_engine(
            url,
            pool_pre_ping=True,
            connect_args={
                # A server that is gone without a word must not keep anybody waiting for ever.
                "timeout": 10,
                "command_timeout": 30,
                "server_settings": {
                    "application_name": "herald",
                    "lock_timeout": str(milliseconds),
                },
            },
        )

    async def connect(self, *, writing: bool) -> Connection:
        raw = self._engine.connect()
        try:
            await to_its_end(raw.start())
            if not writing:
                await raw.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            await to_its_end(raw.begin())
        except BaseException:
            await to_its_end(raw.close())
            raise
        return PostgresConnection(raw)

    async def run(self, work: Callable[[sqlalchemy.Connection], T]) -> T:
        async def in_transaction() -> T:
            async with self._engine.begin() as connection:
                lock = text("SELECT pg_advisory_xact_lock(:key)")
                await connection.execute(lock, {"key": LOCK})
                return await connection.run_sync(work)

        return await to_its_end(in_transaction())

    async def close(self) -> None:
        await to_its_end(self._engine.dispose())


class PostgresConnection(Connection):
    """A connection to the server."""

    dialect = "postgresql"

    def __init__(self, raw: AsyncConnection) -> None:
        self._raw = raw

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        return Result.of(await to_its_end(self._raw.execute(statement, values)))

    async def commit(self) -> None:
        await to_its_end(self._raw.commit())

    async def close(self) -> None:
        await to_its_end(self._raw.close())
