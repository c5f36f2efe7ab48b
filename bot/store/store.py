"""The store: opening and closing the database, and transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType

from sqlalchemy import URL

from bot.moment import Span
from bot.store import schema
from bot.store.address import name_of, parse
from bot.store.backup import copy_live
from bot.store.connection import Database
from bot.store.database import PATIENCE, database_at
from bot.store.faults import translate_errors
from bot.store.transaction import Transaction


class Store:
    """All games, kept in one database. Open it with `Store.open`; it belongs to one event loop.

    >>> async with await Store.open("sqlite:///herald.db") as store:
    ...     async with store.transaction() as tx:
    ...         game = await games.lock(tx, 1)
    """

    def __init__(self, database: Database, url: URL) -> None:
        self._database = database
        self._url = url
        self._writing: set[asyncio.Task[object] | None] = set()

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

    @property
    def name(self) -> str:
        """The database's name for messages, without a password."""
        return name_of(self._url)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """A transaction that writes: kept as a whole at the end of the block, or not at all.

        Keep it short and do no engine work, drawing or sending inside: other writers wait. A block
        that raises or is cancelled wrote nothing. Only a task cancelled during the commit, or a
        connection that breaks then, leaves open whether it was kept; recording the same interaction
        again gives the answer.
        """
        task = asyncio.current_task()
        if task in self._writing:
            raise RuntimeError("this task is in a transaction already and would wait for itself")
        self._writing.add(task)
        try:
            async with self._begin(writing=True) as tx:
                yield tx
        finally:
            self._writing.discard(task)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """A transaction that only reads, and sees one moment of the database throughout."""
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

    async def backup(self, to: Path) -> None:
        """Write a consistent copy of the live database to a new file; SQLite only.

        Nobody has to stop playing meanwhile. Raises `BackupRefused` or a `DatabaseFault`.
        """
        await asyncio.to_thread(copy_live, self._url, to)
