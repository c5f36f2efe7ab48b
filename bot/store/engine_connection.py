"""A transaction on SQLAlchemy's asynchronous engine, whose statements go one by one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import CursorResult, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connection import Connection, Result, Values, shielded


class EngineConnection(Connection):
    """An `AsyncConnection` with an open transaction."""

    def __init__(
        self,
        raw: AsyncConnection,
        dialect: str,
        give_back: Callable[[AsyncConnection], Awaitable[None]],
    ) -> None:
        self.dialect = dialect
        self._raw = raw
        self._give_back = give_back

    async def begin(self) -> None:
        """Connect and begin; if that fails the connection is given back."""

        async def connect_and_begin() -> None:
            if self._raw.sync_connection is None:
                await self._raw.start()
            await self._raw.begin()

        try:
            await shielded(connect_and_begin())
        except BaseException:
            await self.close()
            raise

    async def execute(self, statement: Executable, values: Values | None = None) -> Result:
        return fetched(await shielded(self._raw.execute(statement, values)))

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
            try:
                if self._raw.sync_connection is not None and self._raw.in_transaction():
                    await self._raw.rollback()
            except DBAPIError:
                # Without its connection the transaction is rolled back as well.
                await self._raw.invalidate()
            finally:
                await self._give_back(self._raw)

        await shielded(close())


def fetched(found: CursorResult[Any]) -> Result:
    """Everything of SQLAlchemy's result."""
    if not found.returns_rows:
        return Result([], [], found.rowcount)
    # SQLAlchemy's names are a kind of string of their own, which msgspec does not accept.
    names = list(map(str, found.keys()))
    return Result(names, [tuple(row) for row in found], found.rowcount)
