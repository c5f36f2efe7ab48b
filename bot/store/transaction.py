"""A transaction as the query modules see it. Others only carry it from `Store` to them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from sqlalchemy import CursorResult, Executable, Insert, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import to_its_end, told_plainly

R = TypeVar("R", bound=msgspec.Struct)


class Transaction:
    """An open transaction: all of it is kept, or nothing."""

    def __init__(self, connection: AsyncConnection, database: str, *, writing: bool) -> None:
        self._connection = connection
        self._database = database
        self.writing = writing
        """Whether it may write; a reading one sees one moment of the database throughout."""

    async def many(self, query: Executable, row: type[R]) -> list[R]:
        """All rows of a query, each as a struct whose fields are named as the columns."""
        with told_plainly(self._database):
            return _structs(await self._execute(query), row)

    async def first(self, query: Executable, row: type[R]) -> R | None:
        """The first row of a query as a struct, or None."""
        with told_plainly(self._database):
            found = _structs(await self._execute(query), row)
        return found[0] if found else None

    async def scalar(self, query: Executable) -> Any:
        """The first column of the first row, or None."""
        with told_plainly(self._database):
            return (await self._execute(query)).scalar()

    async def column(self, query: Executable) -> list[Any]:
        """The first column of all rows."""
        with told_plainly(self._database):
            return [one[0] for one in await self._execute(query)]

    async def write(self, statement: Executable) -> int:
        """Carry out an update, a delete, or an insert whose key is known; how many rows it met."""
        self._must_write()
        with told_plainly(self._database):
            return (await self._execute(statement)).rowcount

    async def insert(self, table: Table, row: dict[str, Any]) -> int:
        """Add a row and give the number the database gave it."""
        self._must_write()
        with told_plainly(self._database):
            done = await self._execute(table.insert().values(row))
        key = done.inserted_primary_key
        assert key is not None
        return int(key[0])

    async def put(self, table: Table, row: dict[str, Any]) -> None:
        """Add a row, or change the one that has its primary key."""
        keys = {column.name for column in table.primary_key}
        rest = {name: value for name, value in row.items() if name not in keys}
        statement: Insert
        if self._connection.dialect.name == "sqlite":
            statement = (
                sqlite.insert(table).values(row).on_conflict_do_update(table.primary_key, set_=rest)
            )
        else:
            statement = (
                postgresql.insert(table)
                .values(row)
                .on_conflict_do_update(table.primary_key, set_=rest)
            )
        await self.write(statement)

    @asynccontextmanager
    async def attempt(self) -> AsyncIterator[None]:
        """A part that may fail by itself: its error undoes the part and leaves the rest usable."""
        self._must_write()
        with told_plainly(self._database):
            part = await to_its_end(self._connection.begin_nested())
        try:
            yield
        except BaseException:
            with told_plainly(self._database):
                await to_its_end(part.rollback())
            raise
        with told_plainly(self._database):
            await to_its_end(part.commit())

    async def _execute(self, statement: Executable) -> CursorResult[Any]:
        return await to_its_end(self._connection.execute(statement))

    def _must_write(self) -> None:
        if not self.writing:
            raise RuntimeError("this transaction is for reading")


def _structs(found: CursorResult[Any], row: type[R]) -> list[R]:
    # SQLAlchemy's names are a kind of string of their own, which msgspec does not take for one.
    names = list(map(str, found.keys()))
    return [msgspec.convert(dict(zip(names, one, strict=True)), row) for one in found]
