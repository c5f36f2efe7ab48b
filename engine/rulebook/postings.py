"""What the search knows about each term, in a file of which a question reads only its own terms.

The indexes of five rulebooks took 200 MB as objects. As tables of SQLite they take next to none: a
question looks up some forty terms, each in a few microseconds.
"""

from __future__ import annotations

import sqlite3
import threading
from array import array
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import msgspec

Part = Literal["questions", "letters", "text", "askers", "shares", "stress"]
"""What a posting is for; each part of a score has its own."""
Fact = TypeVar("Fact")

_TABLES = """
CREATE TABLE postings (
    part TEXT, term TEXT, value REAL, at BLOB, weights BLOB, PRIMARY KEY (part, term)
) WITHOUT ROWID;
CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB);
"""
_CACHE_KB = 256
"""Memory for pages that were read; the system keeps them as well."""
_AT_ONCE = 500
"""How many terms are looked up by one query; SQLite takes at least 999 values."""


class Posting(NamedTuple):
    """The texts that hold a term, each with how much; `value` is what the term tells by itself."""

    value: float
    at: array[int]
    weights: array[float]

    @classmethod
    def alone(cls, value: float) -> Posting:
        """A term that no text holds yet."""
        return cls(value, array("I"), array("d"))

    def add(self, at: int, weight: float) -> None:
        """Note that a text holds the term."""
        self.at.append(at)
        self.weights.append(weight)


Postings = Mapping[str, Posting]


class IndexFile:
    """Postings and facts of one index; any thread may read them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """The connection must allow other threads (`check_same_thread=False`)."""
        self._connection = connection
        self._lock = threading.Lock()

    @classmethod
    def new(cls, path: str = "") -> IndexFile:
        """An empty one; without a path in a file that goes with it."""
        connection = sqlite3.connect(path, check_same_thread=False)
        connection.executescript(_TABLES)
        return cls(connection)

    @classmethod
    def at(cls, path: Path) -> IndexFile:
        """One that was built before, to be read only. Raises `sqlite3.OperationalError`."""
        address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        connection = sqlite3.connect(address, uri=True, check_same_thread=False)
        connection.execute(f"PRAGMA cache_size=-{_CACHE_KB}")
        return cls(connection)

    def write(self, part: Part, postings: Postings) -> None:
        """Keep the postings of a part."""
        rows = (
            (part, term, each.value, each.at.tobytes(), each.weights.tobytes())
            for term, each in sorted(postings.items())
        )
        self._connection.executemany("INSERT INTO postings VALUES (?, ?, ?, ?, ?)", rows)

    def note(self, name: str, fact: object) -> None:
        """Keep a fact about the whole."""
        row = (name, msgspec.msgpack.encode(fact))
        self._connection.execute("INSERT INTO facts VALUES (?, ?)", row)

    def commit(self) -> None:
        """Everything is written."""
        self._connection.commit()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def find(self, part: Part, terms: Collection[str]) -> dict[str, Posting]:
        """The postings of those of the terms that have any."""
        found: dict[str, Posting] = {}
        wanted = list(terms)
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            marks = ",".join("?" * len(some))
            query = (
                f"SELECT term, value, at, weights FROM postings WHERE part=? AND term IN ({marks})"
            )
            with self._lock:
                rows = self._connection.execute(query, (part, *some)).fetchall()
            for term, value, at, weights in rows:
                found[term] = Posting(value, array("I", at), array("d", weights))
        return found

    def fact(self, name: str, kind: type[Fact]) -> Fact:
        """A fact about the whole. Raises `sqlite3.DatabaseError` where the file is no index."""
        with self._lock:
            query = "SELECT value FROM facts WHERE name=?"
            row = self._connection.execute(query, (name,)).fetchone()
        if row is None:
            raise sqlite3.DatabaseError(f"no {name}")
        return msgspec.msgpack.decode(row[0], type=kind)
