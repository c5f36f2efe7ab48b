"""The store: opening and closing the database, transactions, and which games they changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from sqlalchemy import URL

from bot.moment import Span
from bot.store import schema
from bot.store.address import name_of, parse
from bot.store.backup import copy_live
from bot.store.changes import Changes, Version
from bot.store.connection import Connection, Database
from bot.store.database import PATIENCE, database_at
from bot.store.faults import translate_errors
from bot.store.transaction import Transaction

T = TypeVar("T")
Work = Callable[[Transaction], Awaitable[T]]
"""What is done in one transaction. It may wait for nothing but the transaction."""


class Store:
    """All games, kept in one database. Open it with `Store.open`; it belongs to one event loop.

    >>> async with await Store.open("sqlite:///herald.db") as store:
    ...     async with store.transaction() as tx:
    ...         game = await games.lock(tx, 1)
    """

    def __init__(self, database: Database, url: URL) -> None:
        self._database = database
        self._url = url
        self.name = name_of(url)
        """The database's name for messages, without a password."""
        self._writing: set[asyncio.Task[object] | None] = set()
        self._changes = Changes()
        self.when_posted = self._changes.when_posted

    @classmethod
    async def open(cls, url: str, *, patience: Span = PATIENCE) -> Store:
        """Bring the database to the current schema, creating it if need be, and open it.

        `patience` limits the waiting for locks that others hold. Raises `BadDatabaseUrl`,
        `SchemaTooNew` or a `DatabaseFault`; there is no fallback: without its database Herald
        must not run.
        """
        parsed = parse(url)
        database = database_at(parsed, patience)
        try:
            await schema.bring_up(database, name_of(parsed))
        except BaseException:
            await database.close()
            raise
        return cls(database, parsed)

    async def close(self) -> None:
        """Close all connections."""
        await self._database.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def write(
        self,
        work: Work[T],
        *,
        game_id: int | None = None,
        quiet: bool = False,
        patience: float = 0,
    ) -> T:
        """Do work in a transaction: kept as a whole, or not at all.

        The cheapest way to write: on SQLite everything happens in one go in the database's thread.
        `game_id` says that rows of no other game are changed, `quiet` that there is nothing new to
        be sent. For work that nobody waits for, `patience` is how many seconds it may wait for
        another transaction to be committed with.

        Work that raises wrote nothing; only a caller that is cancelled, or a connection that breaks
        during the commit, leaves open whether it was kept. Recording the same interaction again
        gives the answer.
        """
        self._must_not_nest()
        wrote: set[str | None] = {None}

        async def body(connection: Connection) -> T:
            tx = Transaction(connection, self.name, writing=True)
            found = await work(tx)
            wrote.discard(None)
            wrote.update(tx.wrote)
            return found

        try:
            with translate_errors(self.name):
                return await self._database.transact(body, writing=True, patience=patience)
        finally:
            self._changes.note(wrote, game_id, quiet=quiet)

    async def read(self, work: Work[T]) -> T:
        """Do work in a transaction that only reads, and sees one moment of the database."""

        async def body(connection: Connection) -> T:
            return await work(Transaction(connection, self.name, writing=False))

        with translate_errors(self.name):
            return await self._database.transact(body, writing=False)

    @asynccontextmanager
    async def transaction(self, game_id: int | None = None) -> AsyncIterator[Transaction]:
        """`write` as a block, for work that is rare: each statement goes to the database alone.

        Keep it short and do no engine work, drawing or sending inside: other writers wait.
        """
        self._must_not_nest()
        task = asyncio.current_task()
        self._writing.add(task)
        wrote: set[str | None] = {None}
        try:
            async with self._begin(writing=True) as tx:
                yield tx
                wrote = tx.wrote
        finally:
            self._writing.discard(task)
            self._changes.note(wrote, game_id)

    def _must_not_nest(self) -> None:
        if asyncio.current_task() in self._writing:
            raise RuntimeError("this task is in a transaction already and would wait for itself")

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """`read` as a block."""
        async with self._begin(writing=False) as tx:
            yield tx

    @asynccontextmanager
    async def _begin(self, *, writing: bool) -> AsyncIterator[Transaction]:
        with translate_errors(self.name):
            connection = await self._database.connect(writing=writing)
        try:
            yield Transaction(connection, self.name, writing=writing)
            with translate_errors(self.name):
                await connection.commit()
        finally:
            await connection.close()

    async def version(self, game_id: int) -> Version | None:
        """What stays the same until a row of a game may have changed; None if nobody can know."""
        with translate_errors(self.name):
            foreign = await self._database.foreign_changes()
        return None if foreign is None else self._changes.version(game_id, foreign)

    def version_after_own(self, before: Version | None, game_id: int) -> Version | None:
        """The version after one write of the caller's own; None if anybody else wrote as well."""
        return None if before is None else self._changes.after_own(before, game_id)

    async def erase_traces(self) -> None:
        """See that what was deleted is nowhere in the database's files. Raises a `DatabaseFault`.

        On SQLite the whole file is written anew; who wants to write waits.
        """
        with translate_errors(self.name):
            await self._database.erase_traces()

    async def backup(self, to: Path) -> None:
        """Write a consistent copy of the live database to a new file; SQLite only.

        Nobody has to stop playing while it is made. Raises `BackupRefused` or a `DatabaseFault`.
        """
        await asyncio.to_thread(copy_live, self._url, to)
