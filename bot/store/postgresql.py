"""PostgreSQL: a server that several processes may share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy
from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.moment import Span
from bot.store.connection import Connection, Database, shielded

T = TypeVar("T")

LOCK = 0x4865_7261_6C64
"""The number of the lock that lets one process migrate at a time."""


class PostgresDatabase(Database):
    """Writers are read committed and lock rows; readers see one moment."""

    def __init__(self, url: URL, patience: Span) -> None:
        milliseconds = max(1, patience // 1000)
        self._writers = create_async_engine(
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
        self._readers = self._writers.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    async def connect(self, *, writing: bool) -> Connection:
        connection = Connection((self._writers if writing else self._readers).connect())
        await connection.begin()
        return connection

    async def run(self, work: Callable[[sqlalchemy.Connection], T]) -> T:
        async def in_transaction() -> T:
            async with self._writers.begin() as connection:
                lock = text("SELECT pg_advisory_xact_lock(:key)")
                await connection.execute(lock, {"key": LOCK})
                return await connection.run_sync(work)

        return await shielded(in_transaction())

    async def close(self) -> None:
        await shielded(self._writers.dispose())
