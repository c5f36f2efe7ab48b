"""Files that only their owner may read: a database holds the seeds of games in play."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

_FILE = 0o600
_FOLDER = 0o700


def create_new(path: Path) -> None:
    """Create an empty file that only its owner may read; raises `OSError` if there is one.

    SQLite gives the files beside a database the rights of the database.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _FILE))


def create_file(path: Path) -> None:
    """`create_new`, unless there is one. Where none can be, opening it fails with the reason."""
    with contextlib.suppress(OSError):
        create_new(path)


def create_folder(path: Path) -> None:
    """Create a folder that only its owner may enter, unless it is there; raises `OSError`.

    So are the folders above it that are missing: `mkdir` itself would leave those open to all.
    """
    for folder in reversed((path, *path.parents)):
        if not folder.exists():
            folder.mkdir(mode=_FOLDER, exist_ok=True)
    path.mkdir(exist_ok=True)
