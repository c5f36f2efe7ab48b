"""An empty database with the current schema: made once in each process, copied by each test."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from bot.store import schema

_folder = tempfile.TemporaryDirectory(prefix="herald-template-")


async def new_database(file: Path) -> None:
    """Put an empty database with the current schema in a file."""
    template = Path(_folder.name) / "herald.db"
    if not template.exists():
        await schema.upgrade(f"sqlite:///{template}")
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(template, file)
