"""One Herald serves a database at a time: a second one on the same machine is refused in words.

Both would answer every press and post every message. The lock is SQLite's own, on an empty file:
it is there on every system, and gone with the process that holds it, however that ends. Databases
on a server, which other machines share, have `server_lock.py` as well.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot import private_files
from bot.store.address import file_of, is_sqlite, parse
from bot.store.errors import StoreError

ENDING = ".serving"


class ServedAlready(StoreError):
    """Another Herald serves the same games."""

    passes = True

    def __init__(self, served: Path | str) -> None:
        super().__init__(f"another Herald serves {served}; stop it first")


@contextmanager
def serving_alone(url: str, data_dir: Path) -> Iterator[None]:
    """Inside this nobody else on this machine serves the same games; raises `ServedAlready`.

    Where the file of the lock cannot be, the database cannot either: opening it says why.
    """
    file = lock_file(url, data_dir)
    with contextlib.suppress(OSError):
        private_files.create_folder(data_dir)
        private_files.create_new(file)
    with contextlib.ExitStack() as held:
        try:
            lock = sqlite3.connect(file, isolation_level=None, timeout=0)
            held.callback(lock.close)
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise ServedAlready(file.with_suffix("")) from None
        yield


def lock_file(url: str, data_dir: Path) -> Path:
    """The file that is locked: beside a SQLite database, whatever links lead there; for a server's
    database in the data folder, which has the key of Herald's buttons."""
    parsed = parse(url)
    served = file_of(parsed) if is_sqlite(parsed) else data_dir / "herald"
    real = Path(os.path.realpath(served))
    return real.with_name(real.name + ENDING)
