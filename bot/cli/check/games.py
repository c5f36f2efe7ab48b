"""What the database says: its version, the last choice, what could not be sent."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bot.cli.check.findings import Finding
from bot.cli.console import DO_NOT_RESTART, FAILED, TRY_AGAIN
from bot.config import Config
from bot.moment import DAY, HOUR, MINUTE, Moment, as_datetime
from bot.store.address import file_of, name_of, parse
from bot.store.errors import StoreError
from bot.store.inspection import Inspection, inspect


async def inspected(config: Config, now: Moment) -> tuple[Inspection | None, Finding]:
    """What the database holds, and the line about it."""
    url = config.database_url
    try:
        found = await inspect(url, now)
    except StoreError as error:
        return None, Finding("database", str(error), TRY_AGAIN if error.passes else DO_NOT_RESTART)
    address = parse(url)
    name = name_of(address)
    if found is None and not _can_be_made(file_of(address).absolute().parent, config):
        text = f"{name}: cannot be made there; check HERALD_DATABASE_URL and the folder"
        return None, Finding("database", text, DO_NOT_RESTART)
    if found is None or found.revision is None:
        return found, Finding("database", f"{name}: none yet, the first start makes it")
    if found.revision != found.newest:
        text = f"{name}: schema {found.revision}; the next start makes it {found.newest}"
        return found, Finding("database", f"{text}. Make a backup before")
    made = found.versions[0] if found.versions else "?"
    text = f"{name}: schema {found.revision}, made by Herald {made}"
    if found.versions[1:]:
        text += f", latest used by {found.versions[-1]}"
    return found, Finding("database", text)


def _can_be_made(folder: Path, config: Config) -> bool:
    """Whether the start makes a database in a folder: it makes the data folder, and no other."""
    if not folder.exists():
        return folder == config.data_dir.absolute()
    return os.access(folder, os.W_OK | os.X_OK)


def state(found: Inspection | None, now: Moment) -> Iterator[Finding]:
    """When somebody chose something last, and what could not be sent."""
    if found is None or found.revision != found.newest:
        return
    if found.last_choice is None:
        yield Finding("last choice", "none yet")
    else:
        when = f"{as_datetime(found.last_choice):%Y-%m-%d %H:%M} UTC"
        live = len(found.hosted)
        ago = since(now - found.last_choice)
        yield Finding("last choice", f"{when}, {ago}; live games in channels: {live}")
    unsent = found.unsent
    said = []
    if unsent.failed:
        said.append(f"{unsent.failed} could not be sent in the last seven days")
    if unsent.waiting:
        said.append(f"{unsent.waiting} are tried again and again")
    if said:
        why = f"; the latest error: {unsent.latest_error}" if unsent.latest_error else ""
        yield Finding("letters", " and ".join(said) + why, FAILED)
    else:
        yield Finding("letters", "none is stuck")
    if found.astray:
        rows = ", ".join(f"{number} of {table}" for table, number in sorted(found.astray.items()))
        text = f"{rows} refer to something that is not there; nobody reads them, all else goes on"
        yield Finding("rows", text, FAILED)


def since(span: int) -> str:
    """A span of time in words."""
    if span < 2 * MINUTE:
        return "just now"
    if span < 2 * HOUR:
        return f"{span // MINUTE} minutes ago"
    return f"{span // HOUR} hours ago" if span < 2 * DAY else f"{span // DAY} days ago"
