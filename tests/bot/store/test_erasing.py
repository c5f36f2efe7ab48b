"""What was deleted is nowhere in the files of a SQLite database, however SQLite was built."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.store import Store, people
from bot.store.people import User

MARK = b"a trace of somebody "
ROWS = 400


def held(file: Path) -> bool:
    return any(MARK in part.read_bytes() for part in file.parent.glob(f"{file.name}*"))


async def test_deleted_rows_leave_no_byte_behind(tmp_path: Path) -> None:
    file = tmp_path / "herald.db"
    async with await Store.open(f"sqlite:///{file}") as store:
        await store.write(lambda tx: people.save_user(tx, User(user_id=5, time_zone="Asia/Tokyo")))
        other = sqlite3.connect(file)
        # Some builds overwrite by themselves what is deleted; others leave it.
        other.execute("PRAGMA secure_delete = OFF")
        other.execute("CREATE TABLE filler (id INTEGER PRIMARY KEY, content BLOB)")
        content = [(MARK + bytes(900),) for _ in range(ROWS)]
        other.executemany("INSERT INTO filler (content) VALUES (?)", content)
        other.commit()
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.execute("DELETE FROM filler WHERE id % 2")
        other.execute("UPDATE filler SET content = NULL")
        other.commit()
        other.close()
        assert held(file)
        await store.erase_traces()
        assert not held(file)
        # And all goes on as before.
        assert (await store.read(lambda tx: people.user(tx, 5))).time_zone == "Asia/Tokyo"
        await store.write(lambda tx: people.save_user(tx, User(user_id=6)))
