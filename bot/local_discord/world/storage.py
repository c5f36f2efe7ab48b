"""The simulated state in one SQLite file: a row of JSON per record, a row of bytes per upload."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from bot.local_discord.world.models import (
    Attachment,
    Channel,
    Command,
    Guild,
    Message,
    ReadState,
    User,
)
from bot.private_files import prepare_database

Thing = User | Guild | Channel | Message | Command | ReadState

KINDS: dict[str, type[Any]] = {
    "user": User,
    "guild": Guild,
    "channel": Channel,
    "message": Message,
    "command": Command,
    "read": ReadState,
}
_NAMES = {kind: name for name, kind in KINDS.items()}
T = TypeVar("T")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS things (
    kind TEXT NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS messages (
    channel INTEGER NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (channel, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY, secret TEXT NOT NULL, content_type TEXT, data BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class File(NamedTuple):
    """An upload as it is kept."""

    secret: str
    content_type: str | None
    data: bytes


class Storage:
    """Keeps a world between two starts. Without a path it is kept in memory alone.

    A write is durable against a crash of the program when `commit` returns. SQLite's write-ahead
    log takes it without waiting for the disk, so it may be called for every request. Raises
    `sqlite3.Error` when the file cannot be used, or another program has it; `OSError` when another
    user has put it there.
    """

    def __init__(self, path: Path | None = None) -> None:
        if path is not None:
            # What people wrote in private is as private as the games themselves.
            prepare_database(path)
        self._db = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=0.5)
        # The file is this program's alone: two tables over one world would undo each other.
        self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(_SCHEMA)
        self._changed: dict[tuple[str, int, int], bytes | None] = {}

    def save(self, thing: Thing) -> None:
        """Note that a thing is new or has changed; `commit` writes it."""
        self._changed[_key(thing)] = msgspec.json.encode(thing)

    def forget(self, thing: Thing) -> None:
        """Note that a thing is gone; `commit` removes it."""
        self._changed[_key(thing)] = None

    def commit(self) -> None:
        """Write down everything that was noted."""
        if not self._changed:
            return
        changed, self._changed = self._changed, {}
        self._db.execute("BEGIN")
        for (kind, group, number), body in changed.items():
            table, key = ("messages", "channel") if kind == "message" else ("things", "kind")
            of = group if kind == "message" else kind
            if body is None:
                self._db.execute(f"DELETE FROM {table} WHERE {key} = ? AND id = ?", (of, number))
            else:
                self._db.execute(
                    f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", (of, number, body)
                )
        self._db.execute("COMMIT")

    def all(self, kind: type[T]) -> Iterator[T]:
        """Every stored thing of a kind but messages, by rising id."""
        rows = self._db.execute(
            "SELECT body FROM things WHERE kind = ? ORDER BY id", (_NAMES[kind],)
        )
        for (body,) in rows:
            yield msgspec.json.decode(body, type=kind)

    def messages(
        self, channel_id: int, before: int, *, newest_first: bool = False, most: int = -1
    ) -> Iterator[Message]:
        """The messages of a channel before an id, by rising or falling id."""
        self.commit()
        rows = self._db.execute(
            "SELECT body FROM messages WHERE channel = ? AND id < ? ORDER BY id"
            f"{' DESC' if newest_first else ''} LIMIT ?",
            (channel_id, before, most),
        )
        for (body,) in rows:
            yield msgspec.json.decode(body, type=Message)

    def message(self, channel_id: int, number: int) -> Message | None:
        """A message by its id."""
        self.commit()
        row = self._db.execute(
            "SELECT body FROM messages WHERE channel = ? AND id = ?", (channel_id, number)
        ).fetchone()
        return None if row is None else msgspec.json.decode(row[0], type=Message)

    def last_id(self) -> int:
        """The highest id of a message or file."""
        (found,) = self._db.execute(
            "SELECT max((SELECT ifnull(max(id), 0) FROM messages),"
            " (SELECT ifnull(max(id), 0) FROM files))"
        ).fetchone()
        return int(found)

    def put_file(self, what: Attachment, data: bytes) -> None:
        """Keep the bytes of an upload, at once."""
        row = (what.id, what.secret, what.content_type, data)
        self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)", row)

    def file(self, number: int) -> File | None:
        """An upload with its bytes."""
        row = self._db.execute(
            "SELECT secret, content_type, data FROM files WHERE id = ?", (number,)
        ).fetchone()
        return None if row is None else File(*row)

    def drop_file(self, number: int) -> None:
        """Remove the bytes of an upload, at once."""
        self._db.execute("DELETE FROM files WHERE id = ?", (number,))

    def fact(self, name: str) -> str | None:
        """A single value kept under a name."""
        row = self._db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def put_fact(self, name: str, value: str) -> None:
        """Keep a single value, at once."""
        self._db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    def close(self) -> None:
        """Write down what is noted and let the file go."""
        self.commit()
        self._db.close()


def _key(thing: Thing) -> tuple[str, int, int]:
    number = thing.user_id if isinstance(thing, ReadState) else thing.id
    group = thing.channel_id if isinstance(thing, Message) else 0
    return _NAMES[type(thing)], group, number
