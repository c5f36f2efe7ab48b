"""Files for nobody else's eyes: the database holds the seeds of the dice of games in play."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

_FILE = 0o600
_FOLDER = 0o700


def create_file(path: Path) -> None:
    """Create an empty file that only its owner may read, unless there is one of that name.

    SQLite gives the files beside a database the rights of the database. Where nothing can be
    created nothing is said: whoever opens the file next is told why it cannot be.
    """
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _FILE))


def create_folder(path: Path) -> None:
    """Create a folder that only its owner may enter, unless it is there; raises `OSError`."""
    path.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
