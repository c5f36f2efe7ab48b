"""How Herald grows with its games: its start, its memory and the cost of a choice, as a page.

Games are played in part and copied (`sample_games.py`), on SQLite and on a PostgreSQL database that
is named for it. Each figure is that of a fresh process (`scale_start.py`).
"""

from __future__ import annotations

import asyncio
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from sqlalchemy import text

from bot.cli.bench.figures import Figure
from bot.cli.bench.sample_games import Script, a_thousand_games
from bot.cli.bench.scale_start import Started, Task
from bot.store import Store
from bot.store.address import is_sqlite, parse
from bot.store.tables import games, metadata
from bot.version import VERSION

COUNTS = (10, 1_000, 10_000)
AGES = {"early": 20, "late": 200}
"""How many choices have been made in the stored games."""
PLAYED = 60
"""In how many of them is played at most."""
CHOICES = 5
"""How many choices are made in each."""


class NotEmpty(Exception):
    """The database that was named for measuring holds games."""


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be measured; `postgres` is the address of an empty database, left empty again."""

    counts: Sequence[int] = COUNTS
    postgres: str = ""
    folder: Path | None = None


class Row(msgspec.Struct, frozen=True):
    """A line of the table."""

    database: str
    games: int
    age: str
    bytes_stored: int
    started: Started


def rows_of(scale: Scale) -> Iterator[Row]:
    """Every line of the table, as it is measured."""
    for number in scale.counts:
        for age in AGES:
            with tempfile.TemporaryDirectory(prefix="herald-bench-", dir=scale.folder) as place:
                yield measured(f"sqlite:///{place}/herald.db", number, age)
    for number in scale.counts if scale.postgres else ():
        for age in AGES:
            try:
                yield measured(scale.postgres, number, age)
            finally:
                asyncio.run(emptied(scale.postgres))


def measured(url: str, number: int, age: str) -> Row:
    """Start a Herald over so many games of an age."""
    scripts, size = asyncio.run(filled(url, number, AGES[age]))
    task = Task(url, spread(scripts, PLAYED))
    words = [sys.executable, "-m", "bot.cli.bench.scale_start"]
    done = subprocess.run(words, input=msgspec.json.encode(task), capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    name = "SQLite" if is_sqlite(parse(url)) else "PostgreSQL"
    return Row(name, number, age, size, msgspec.json.decode(done.stdout, type=Started))


async def filled(url: str, number: int, age: int) -> tuple[list[Script], int]:
    """Put the games into an empty database; with them, how many bytes it has then."""
    async with await Store.open(url) as store:
        async with store.reading() as tx:
            if await tx.scalar(games.select().limit(1)) is not None:
                raise NotEmpty(f"{store.name} holds games; name an empty database")
        scripts = await a_thousand_games(store, number, CHOICES, (age,))
        async with store.reading() as tx:
            size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            if not is_sqlite(parse(url)):
                size = "SELECT pg_database_size(current_database())"
            return scripts, int(await tx.scalar(text(size)))


async def emptied(url: str) -> None:
    """Take everything out of a database on a server."""
    async with await Store.open(url) as store, store.transaction() as tx:
        names = ", ".join(table.name for table in metadata.sorted_tables)
        await tx.write(text(f"TRUNCATE {names} RESTART IDENTITY"))


def spread(scripts: Sequence[Script], most: int) -> list[Script]:
    """Some of the games, from all over the database."""
    every = max(1, len(scripts) // most)
    return list(scripts[::every][:most])


def figures(row: Row) -> Iterator[Figure]:
    """A line of the table as figures."""
    place = f"{row.database}, {row.games:,} {row.age}"
    for name, value, unit in (
        ("until the first tick", row.started.seconds, "s"),
        ("longest step", row.started.longest_step * 1e3, "ms"),
        ("memory after the start", row.started.after_start / 2**20, "MB"),
        ("first choice in a game", row.started.first_choice * 1e3, "ms"),
        ("choice after that", row.started.next_choice * 1e3, "ms"),
    ):
        yield Figure(f"{place}: {name}", value, unit)


def page(rows: Iterable[Row], load: float) -> str:
    """What was measured, as a page."""
    lines = (COLUMNS, ["---"] * len(COLUMNS), *map(_cells, rows))
    cores = os.cpu_count() or 1
    return PAGE.format(
        version=VERSION,
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        system=f"{platform.system()} ({platform.machine()}, {cores} cores)",
        load=f"{load:.1f}",
        early=AGES["early"],
        late=AGES["late"],
        played=PLAYED,
        choices=CHOICES,
        table="\n".join(f"| {' | '.join(line)} |" for line in lines),
    )


def _cells(row: Row) -> tuple[str, ...]:
    found = row.started
    return (
        row.database,
        f"{row.games:,}",
        row.age,
        f"{row.bytes_stored / 2**20:,.0f} MB",
        f"{found.seconds:.2f} s",
        f"{found.cpu:.2f} s",
        f"{found.longest_step * 1e3:.0f} ms",
        f"{(found.after_start - found.before) / 2**20:.0f} MB",
        f"{(found.after_choices - found.before) / 2**20:.0f} MB",
        f"{found.first_choice * 1e3:.1f} ms",
        f"{found.next_choice * 1e3:.1f} ms",
    )


COLUMNS = (
    *("database", "games", "age", "stored", "first tick", "its CPU", "longest step"),
    *("memory, start", "memory, played", "first choice", "next choice"),
)
PAGE = """\
# What many games cost

Written by `herald bench --scale`, with Herald {version}, Python {python} and SQLite {sqlite} on
{system}.
The load of the machine was {load} when it began: above 1, other programs worked beside it, which
times on the clock (*first tick*) include and CPU time does not.

The stored games are of all rule sets and sizes, early ({early} choices made) or late ({late}
choices made). All are running, and each awaits people; some are played in earnest and the rest are
copies of their rows. Each line is that of a fresh process.

- *First tick*: from opening the database until all that was due is done, and the CPU time of that.
- *Longest step*: what held the event loop up longest until then, in CPU time.
- *Memory*: how much more than before the database was opened, after the start and after {choices}
  choices in each of up to {played} games.
- *First choice*: the CPU time of Herald for a player's look at the question and the answer to it,
  in a game that has to be read from the database; *next choice*: those after it. What a PostgreSQL
  server itself needs is not in it.

{table}
"""
