"""Copies a whole database into an empty one, of the same kind or the other.

Every row is copied as it is, in one transaction, and read back; JSON stays the text it was. What
the numbers of rows have come to is copied, too: a number that was given is not given again.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import URL, Column, MetaData, Select, Table, Text, bindparam, select, text, tuple_

from bot.moment import now
from bot.store.address import file_of, is_sqlite, name_of, parse
from bot.store.database import PATIENCE, database_at
from bot.store.errors import (
    BrokenChain,
    Conflict,
    CopyRefused,
    DatabaseCorrupt,
    DatabaseFault,
)
from bot.store.inspection import inspect
from bot.store.server_lock import serving_server_alone
from bot.store.serving_lock import serving_alone
from bot.store.store import Store
from bot.store.tables import Json, games, metadata, versions
from bot.store.transaction import Transaction

BATCH = 500
SUMS = 1 << 256

Verify = Callable[[Transaction, int], Awaitable[int]]
"""Proves a stored game and gives how many choices it has; raises `BrokenChain`."""
Tell = Callable[[str], None]
"""Is told what is being worked on."""


class Copied(msgspec.Struct, frozen=True, kw_only=True):
    """What was copied, and the games that are damaged, each with what is wrong with it.

    They were damaged before: every row is what it was.
    """

    rows: int
    games: int
    choices: int
    damaged: tuple[tuple[str, str], ...]


class Sum(msgspec.Struct):
    """How many rows a table has, and the sum of their hashes, which no order changes."""

    rows: int = 0
    hashes: int = 0

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Count rows in."""
        for row in rows:
            plain = [bytes(each) if isinstance(each, memoryview) else each for each in row]
            digest = hashlib.sha256(msgspec.msgpack.encode(plain)).digest()
            self.hashes = (self.hashes + int.from_bytes(digest, "big")) % SUMS
            self.rows += 1


async def copy(
    source: str, target: str, *, verify: Verify, tell: Tell, patience: int = PATIENCE
) -> Copied:
    """Copy the database at one address to another, which must be empty; verify everything.

    No Herald may serve either. Raises `CopyRefused`, `ServedAlready`, `BadDatabaseUrl` or a
    `DatabaseFault`; then the target holds nothing.
    """
    from_url, to_url = parse(source), parse(target)
    if from_url == to_url or _is_same_file(from_url, to_url):
        raise CopyRefused("a database cannot be copied to itself")
    for url in (from_url, to_url):
        if is_sqlite(url) and not file_of(url).absolute().parent.is_dir():
            raise CopyRefused(f"there is no folder {file_of(url).absolute().parent}")
    await _must_be_current(source)
    async with (
        _alone(source),
        _alone(target),
        _removed_if_failed(to_url),
        Store(database_at(from_url, patience), from_url) as old,
        await Store.open(target) as new,
        old.reading() as read,
        new.transaction() as write,
    ):
        return await _copy_all(read, write, new.name, verify, tell)


def _is_same_file(one: URL, other: URL) -> bool:
    files = [file_of(url).resolve() for url in (one, other) if is_sqlite(url)]
    return len(files) > 1 and files[0] == files[1]


async def _must_be_current(source: str) -> None:
    """Raise `CopyRefused` unless there is a database that this Herald can read row by row."""
    name, found = name_of(parse(source)), await inspect(source, now())
    if found is None or found.revision is None:
        raise CopyRefused(f"{name}: there are no games")
    if found.revision != found.newest:
        raise CopyRefused(f"{name}: has an older schema; run `herald migrate` on it first")
    for table, rows in found.astray.items():
        raise CopyRefused(f"{name}: {rows} rows of {table} refer to something that is not there")


@asynccontextmanager
async def _alone(url: str) -> AsyncIterator[None]:
    """Inside this no Herald serves the database; raises `ServedAlready`."""
    parsed = parse(url)
    with contextlib.ExitStack() as held:
        if is_sqlite(parsed):
            held.enter_context(serving_alone(url, file_of(parsed).absolute().parent))
        async with serving_server_alone(url):
            yield


@asynccontextmanager
async def _removed_if_failed(url: URL) -> AsyncIterator[None]:
    """If what is done inside fails, a SQLite file that was not there before is removed."""
    file = file_of(url) if is_sqlite(url) else None
    is_new = file is not None and not file.exists()
    try:
        yield
    except BaseException:
        if file is not None and is_new:
            for ending in ("", "-wal", "-shm"):
                Path(f"{file}{ending}").unlink(missing_ok=True)
        raise


async def _copy_all(
    read: Transaction, write: Transaction, name: str, verify: Verify, tell: Tell
) -> Copied:
    tables = [_raw(table) for table in metadata.sorted_tables]
    for table in tables:
        if table.name == versions.name:
            # Opening the new one has noted who opened it.
            await write.write(table.delete())
        elif await write.scalar(select(table).limit(1)) is not None:
            raise CopyRefused(f"{name}: is not empty; name a database in which nothing is")
    rows = 0
    for table in tables:
        tell(f"copying {table.name}")
        rows += await _copy_table(read, write, name, table)
    verified = await _verify(write, verify, tell)
    return msgspec.structs.replace(verified, rows=rows)


def _raw(table: Table) -> Table:
    """A table whose JSON is read and written as the text that it is."""
    columns: list[Column[Any]] = [
        Column(
            each.name,
            Text() if isinstance(each.type, Json) else each.type,
            primary_key=each.primary_key,
            autoincrement=False,
        )
        for each in table.columns
    ]
    return Table(table.name, MetaData(), *columns)


async def _copy_table(read: Transaction, write: Transaction, name: str, table: Table) -> int:
    copied, found = Sum(), Sum()
    columns = [each.name for each in table.columns]
    adding = table.insert()
    try:
        async for batch in _rows(read, table):
            copied.add(batch)
            await write.write(adding, [dict(zip(columns, row, strict=True)) for row in batch])
    except (Conflict, DatabaseFault) as wrong:
        raise CopyRefused(f"{name}: a row of {table.name} cannot be written ({wrong})") from None
    async for batch in _rows(write, table):
        found.add(batch)
    if found != copied:
        raise CopyRefused(f"{name}: {table.name} is not what was written; nothing was kept")
    if metadata.tables[table.name].dialect_options["sqlite"]["autoincrement"]:
        await _continue_from(write, table.name, await _last_number(read, table.name))
    return copied.rows


async def _rows(tx: Transaction, table: Table) -> AsyncIterator[list[list[Any]]]:
    """All rows of a table in batches, in the order of its key."""
    key = list(table.primary_key)
    places = [table.columns.keys().index(each.name) for each in key]
    first = select(table).order_by(*key).limit(BATCH)
    after = first.where(tuple_(*key) > tuple_(*(bindparam(f"k{at}") for at in range(len(key)))))
    query: Select[Any] = first
    values: dict[str, Any] = {}
    while batch := [list(row.values()) for row in await tx.plain(query, values)]:
        yield batch
        query = after
        values = {f"k{at}": batch[-1][place] for at, place in enumerate(places)}


async def _last_number(tx: Transaction, table: str) -> int:
    """The last number that a table has given to a row, though it may be gone."""
    if tx.dialect == "sqlite":
        given = "SELECT seq FROM sqlite_sequence WHERE name = :t"
        return int(await tx.scalar(text(given), {"t": table}) or 0)
    sequence = await tx.scalar(text("SELECT pg_get_serial_sequence(:t, 'id')"), {"t": table})
    given = f"SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM {sequence}"
    return int(await tx.scalar(text(given)))


async def _continue_from(tx: Transaction, table: str, number: int) -> None:
    """Have a table number its next row after this number."""
    values = {"t": table, "n": number}
    if tx.dialect == "sqlite":
        await tx.write(text("DELETE FROM sqlite_sequence WHERE name = :t"), {"t": table})
        await tx.write(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:t, :n)"), values)
    else:
        following = "SELECT setval(pg_get_serial_sequence(:t, 'id'), CAST(:n AS BIGINT) + 1, false)"
        await tx.scalar(text(following), values)


async def _verify(tx: Transaction, verify: Verify, tell: Tell) -> Copied:
    """Prove every game as it is now."""
    found = await tx.plain(select(games.c.id, games.c.code).order_by(games.c.id))
    choices, damaged = 0, []
    for at, game in enumerate(found):
        tell(f"verifying game {at + 1} of {len(found)}")
        try:
            choices += await verify(tx, game["id"])
        except (BrokenChain, DatabaseCorrupt) as wrong:
            problem = wrong.problem if isinstance(wrong, BrokenChain) else wrong.detail
            damaged.append((game["code"], problem))
    return Copied(rows=0, games=len(found), choices=choices, damaged=tuple(damaged))
