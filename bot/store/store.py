"""The store: opening and closing the database, and transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from types import TracebackType

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import schema
from bot.store.backup import copy_live
from bot.store.database import (
    PATIENCE,
    WRITING,
    is_sqlite,
    make_engine,
    name_of,
    parse,
    to_its_end,
    told_plainly,
)
from bot.store.moment import Span
from bot.store.transaction import Transaction


class Store:
    """All games, kept in one database. Open it with `Store.open`; it belongs to one event loop.

    >>> async with await Store.open("sqlite:///herald.db") as store:
    ...     async with store.transaction() as tx:
    ...         game = await games.lock(tx, 1)
    """

    def __init__(self, engine: AsyncEngine, url: URL) -> None:
        self._engine = engine
        self._url = url
        # SQLite lets one writer in. Its own way of waiting is to try again now and then, in no
        # order; writers of this process stand in a queue instead.
        self._queue = asyncio.Lock() if is_sqlite(url) else None
        self._writing: set[asyncio.Task[object] | None] = set()

    @classmethod
    async def open(cls, url: str, *, patience: Span = PATIENCE) -> Store:
        """Bring the database to the current schema, creating it if need be, and open it.

        `patience` limits the waiting for locks that others hold. Raises `BadDatabaseUrl`,
        `SchemaTooNew` or a `DatabaseFault`; there is no fallback: without its database Herald
        must not run.
        """
        await schema.upgrade(url, patience=patience)
        parsed = parse(url)
        return cls(make_engine(parsed, patience=patience), parsed)

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

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
        async with self._queue or nullcontext():
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
        connection = self._engine.connect()
        try:
            with told_plainly(self.name):
                await to_its_end(connection.start())
                if is_sqlite(self._url):
                    await connection.execution_options(**{WRITING: writing})
                elif not writing:
                    await connection.execution_options(
                        isolation_level="REPEATABLE READ", postgresql_readonly=True
                    )
                await to_its_end(connection.begin())
            yield Transaction(connection, self.name, writing=writing)
            with told_plainly(self.name):
                await to_its_end(connection.commit())
        finally:
            # Rolls back what was not committed.
            await to_its_end(connection.close())

    async def backup(self, to: Path) -> None:
        """Write a consistent copy of the live database to a new file; SQLite only.

        Nobody has to stop playing meanwhile. Raises `BackupRefused` or a `DatabaseFault`.
        """
        await asyncio.to_thread(copy_live, self._url, to)
