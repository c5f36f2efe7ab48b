"""A transaction as the query modules see it. Others only carry it from `Store` to them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Column, Executable, Insert, Select, Table, text
from sqlalchemy.dialects import sqlite

from bot.store.connection import Connection, Result, Statement, Values, adding
from bot.store.errors import DatabaseCorrupt
from bot.store.faults import translate, translate_errors

log = logging.getLogger("herald.store")

R = TypeVar("R", bound=msgspec.Struct)
Row = Mapping[str, Any]


def unnumbered(new: msgspec.Struct) -> dict[str, Any]:
    """The columns of what is not stored yet: the database gives it its number."""
    return {name: value for name, value in msgspec.structs.asdict(new).items() if name != "id"}


class Transaction:
    """An open transaction: all of it is kept, or nothing."""

    def __init__(self, connection: Connection, database: str, *, writing: bool) -> None:
        self.wrote: set[str | None] = set()
        """The tables that were written to; None stands for any."""
        self._connection = connection
        self._database = database
        self.writing = writing
        """Whether it may write; a reading one sees one moment of the database throughout."""

    @property
    def dialect(self) -> str:
        """The kind of SQL that is spoken here: `sqlite` or `postgresql`."""
        return self._connection.dialect

    async def many(self, query: Executable, row: type[R], values: Values | None = None) -> list[R]:
        """All rows of a query, each as a struct whose fields are named as the columns."""
        found = await self._execute(query, values)
        if not found.rows:
            return []
        with translate_errors(self._database):
            return [
                msgspec.convert(dict(zip(found.names, one, strict=True)), row) for one in found.rows
            ]

    async def first(
        self, query: Executable, row: type[R], values: Values | None = None
    ) -> R | None:
        """The first row of a query as a struct, or None."""
        found = await self.many(query, row, values)
        return found[0] if found else None

    async def readable(
        self, query: Select[Any], row: type[R], values: Values, key: Column[int]
    ) -> list[R]:
        """`many` for rows of different games or people: a damaged one is left out, and holds up no
        other.

        `key` is the column by which a row is found alone.
        """
        try:
            return await self.many(query, row, values)
        except DatabaseCorrupt:
            numbers = await self.column(query.with_only_columns(key), values)
        found: list[R] = []
        for number in numbers:
            try:
                found += await self.many(query.where(key == number), row, values)
            except DatabaseCorrupt:
                log.error("row %s of %s is damaged and left out", number, key.table.name)
        return found

    async def plain(self, query: Executable, values: Values | None = None) -> list[dict[str, Any]]:
        """All rows of a query as they are, each by the names of its columns."""
        found = await self._execute(query, values)
        return [dict(zip(found.names, one, strict=True)) for one in found.rows]

    async def scalar(self, query: Executable, values: Values | None = None) -> Any:
        """The first column of the first row, or None."""
        found = await self._execute(query, values)
        return found.rows[0][0] if found.rows else None

    async def column(self, query: Executable, values: Values | None = None) -> list[Any]:
        """The first column of all rows."""
        return [one[0] for one in (await self._execute(query, values)).rows]

    async def write(self, statement: Executable, values: Values | None = None) -> int:
        """Carry out a statement that changes rows; how many rows it met.

        For a sequence of values it is carried out once for each, for an empty one never.
        """
        self._must_write(statement)
        if not values and values is not None and not isinstance(values, Mapping):
            # SQLAlchemy would carry it out once, without any values.
            return 0
        return (await self._execute(statement, values)).met

    async def write_all(self, statements: Sequence[Statement]) -> None:
        """Carry out statements that change rows, one after the other, as cheaply as can be."""
        self._must_write(*(statement for statement, _ in statements))
        with translate_errors(self._database):
            await self._connection.execute_all(statements)

    async def add(self, table: Table, row: Row) -> None:
        """Add a row that has its key already."""
        await self.write(adding(table), row)

    async def insert(self, table: Table, row: Row) -> int:
        """Add a row and give the number the database gave it."""
        (number,) = await self.insert_all(table, [row])
        return number

    async def insert_all(self, table: Table, rows: Sequence[Row]) -> tuple[int, ...]:
        """Add rows, all with the same columns, and give their numbers in the same order."""
        if not rows:
            return ()
        self._must_write(adding(table))
        with translate_errors(self._database):
            return await self._connection.insert(table, rows)

    async def put(self, table: Table, row: Row) -> None:
        """Add a row, or change the one that has its primary key."""
        keys = {column.name for column in table.primary_key}
        rest = {name: value for name, value in row.items() if name not in keys}
        key = table.primary_key
        statement: Insert
        if self._connection.dialect == "sqlite":
            statement = sqlite.insert(table).values(dict(row)).on_conflict_do_update(key, set_=rest)
        else:
            from sqlalchemy.dialects import postgresql

            statement = (
                postgresql.insert(table).values(dict(row)).on_conflict_do_update(key, set_=rest)
            )
        await self.write(statement)

    @asynccontextmanager
    async def attempt(self) -> AsyncIterator[None]:
        """A part that may fail by itself: its error undoes the part and leaves the rest usable."""
        self._must_write()
        await self._execute(text("SAVEPOINT attempt"))
        try:
            yield
        except BaseException:
            await self._execute(text("ROLLBACK TO SAVEPOINT attempt"))
            await self._execute(text("RELEASE SAVEPOINT attempt"))
            raise
        await self._execute(text("RELEASE SAVEPOINT attempt"))

    async def _execute(self, statement: Executable, values: Values | None = None) -> Result:
        # Not `translate_errors`, which costs as much as a small statement.
        try:
            return await self._connection.execute(statement, values)
        except Exception as error:
            translate(error, self._database)
            raise

    def _must_write(self, *statements: Executable) -> None:
        """Raise if this transaction is for reading; note which tables are written to."""
        if not self.writing:
            raise RuntimeError("this transaction is for reading")
        for statement in statements:
            table = getattr(statement, "table", None)
            self.wrote.add(table.name if isinstance(table, Table) else None)
