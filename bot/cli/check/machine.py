"""What the machine has: the settings, room on the disk, typefaces, time zones."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from PIL import features

from bot.cli.check.findings import Finding
from bot.cli.console import DO_NOT_RESTART, FAILED
from bot.config import FILE_VARIABLE, VARIABLES, Config, config_file, misspelt
from bot.discord.interactions.ids import KEY_FILE
from bot.store.address import file_of, is_sqlite, parse
from bot.store.errors import BadDatabaseUrl
from render.fonts.faces import faces_that_fail

ROOM = 256 << 20
"""Bytes that are to be free at least."""
ZONES = ("Europe/Berlin", "America/New_York")


def settings(config: Config) -> Iterator[Finding]:
    """The settings: where they come from, and who can read the token."""
    if wrong := misspelt():
        yield Finding("configuration", str(wrong), DO_NOT_RESTART)
    file, environ = config_file(), os.environ
    used = [name for name in VARIABLES if environ.get(name)]
    sources = [*([str(file)] if file.exists() else ()), *used]
    said = f"from {', '.join(sources)}" if sources else "nothing is set"
    if others := unread(environ):
        said += f"; nothing reads {', '.join(others)}"
    yield Finding("configuration", said)
    if file.exists() and not environ.get("DISCORD_TOKEN") and config.discord_token:
        rights = file.stat().st_mode
        if os.name == "posix" and rights & (stat.S_IRGRP | stat.S_IROTH):
            text = f"{file} holds the token and can be read by others; type: chmod 600 {file}"
            yield Finding("configuration", text, FAILED)


def unread(environ: Mapping[str, str]) -> list[str]:
    """Variables that look as if Herald read them."""
    known = {*VARIABLES, FILE_VARIABLE}
    return sorted(name for name in environ if name.startswith("HERALD_") and name not in known)


def disk(config: Config) -> Iterator[Finding]:
    """Room for the games, for one more copy of them, and a data folder that can be written."""
    folder = existing(config.data_dir)
    if not os.access(folder, os.W_OK | os.X_OK):
        text = f"HERALD_DATA_DIR: {folder} cannot be written by this user"
        yield Finding("disk", text, DO_NOT_RESTART)
        return
    size = _size(config.database_url)
    free, needed = shutil.disk_usage(folder).free, max(ROOM, 2 * size)
    said = f"{megabytes(free)} free where {config.data_dir} is"
    if free < needed:
        least = f"{said}; {megabytes(needed)} are wanted, so that a backup has room, too"
        yield Finding("disk", least, FAILED)
    else:
        yield Finding("disk", said + (f", the games take {megabytes(size)}" if size else ""))
    key = config.data_dir / KEY_FILE
    if not key.exists() and size:
        text = f"{key} is missing: buttons that were posted before will not work; restore it"
        yield Finding("disk", text, FAILED)


def existing(path: Path) -> Path:
    """The folder itself, or the nearest one above it that is there."""
    return next(each for each in (path.absolute(), *path.absolute().parents) if each.exists())


def _size(url: str) -> int:
    """Bytes of a SQLite database; 0 for one that is elsewhere or not there."""
    try:
        address = parse(url)
    except BadDatabaseUrl:
        return 0
    file = file_of(address) if is_sqlite(address) else None
    return file.stat().st_size if file is not None and file.exists() else 0


def megabytes(size: int) -> str:
    """A number of bytes as people say it."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"


def fonts() -> Iterator[Finding]:
    """What pictures are drawn with."""
    lacking = [name for name in ("freetype2", "webp") if not features.check(name)]
    broken = faces_that_fail()
    if lacking:
        text = f"Pillow was built without {' and '.join(lacking)}; install its wheel"
        yield Finding("fonts", text, FAILED)
    if broken:
        text = f"cannot be read: {', '.join(broken)}; install Herald again"
        yield Finding("fonts", text, FAILED)
    if not lacking and not broken:
        yield Finding("fonts", "all can be read")


def zones() -> Iterator[Finding]:
    """Time zones, in which quiet hours are kept."""
    try:
        for name in ZONES:
            ZoneInfo(name)
    except ZoneInfoNotFoundError as error:
        yield Finding("clock", f"there are no time zones ({error}); install tzdata", FAILED)
