"""PostgreSQL: a server that several processes may share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import sqlalchemy
from sqlalchemy import URL, CursorResult, Executable, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.moment import Span
from bot.store.connection import Body, Connection, Database, Result, Values, shielded

T = TypeVar("T")

LOCK = 0x4865_7261_6C64
"""The number of the advisory lock that lets one process migrate at a time."""


class PostgresDatabase(Database):
    """Writers are read committed and lock rows; readers see one moment."""

    def __init__(self, url: URL, patience: Span) -> None:
        milliseconds = max(1, patience // 1000)
        self._writers = create_async_engine(
            url,
            pool_pre_ping=True,
            # Parameters hold what players chose in secret: they belong in no log.
            hide_parameters=True,
            connect_args={
                # A server that vanished silently must not keep anybody waiting for ever.
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
        connection = PostgresConnection((self._writers if writing else self._readers).connect())
        await connection.begin()
        return connection

    async def transact(self, body: Body[T], *, writing: bool) -> T:
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

    async def close(self) -> None:
        await shielded(self._writers.dispose())


class PostgresConnection(Connection):
    """A connection of SQLAlchemy's."""

    dialect = "postgresql"

    def __init__(self, raw: AsyncConnection) -> None:
        self._raw = raw

    async def begin(self) -> None:
        """Connect and begin; if that fails the connection is closed again."""

        async def connect_and_begin() -> None:
            await self._raw.start()
            await self._raw.begin()

        try:
            await shielded(connect_and_begin())
        except BaseException:
            await self.close()
            raise

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        return _fetched(await shielded(self._raw.execute(statement, values)))

    async def commit(self) -> None:
        async def commit() -> None:
            try:
                await self._raw.commit()
            except BaseException:
                # Whether the server kept it is not known: this connection is of no use any more.
                await self._raw.invalidate()
                raise

        await shielded(commit())

    async def close(self) -> None:
        async def close() -> None:
            if self._raw.sync_connection is None:
                return
            try:
                if self._raw.in_transaction():
                    await self._raw.rollback()
            except DBAPIError:
                # Without its connection the transaction is rolled back as well.
                await self._raw.invalidate()
            finally:
                await self._raw.close()

        await shielded(close())


def _fetched(found: CursorResult[Any]) -> Result:
    """Everything of SQLAlchemy's result."""
    if not found.returns_rows:
        return Result([], [], found.rowcount)
    # SQLAlchemy's names are a kind of string of their own, which msgspec does not accept.
    names = list(map(str, found.keys()))
    return Result(names, [tuple(row) for row in found], found.rowcount)
