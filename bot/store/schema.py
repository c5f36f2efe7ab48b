"""Runs the migrations on start. Forward only: the way back is a backup.

Alembic is imported where there is something to migrate: mostly there is nothing, and it takes 10 MB
of memory and a tenth of a second.
"""

from __future__ import annotations

import logging
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, insert, inspect, select

import migrations
from bot.moment import Span
from bot.store.address import name_of, parse
from bot.store.connection import Database
from bot.store.database import PATIENCE, database_at
from bot.store.errors import DatabaseFault, SchemaTooNew
from bot.store.faults import translate_errors
from bot.store.tables import versions
from bot.version import VERSION

if TYPE_CHECKING:
    from alembic.config import Config

STEPS = Path(migrations.__file__).parent
_NOTE = "alembic_version"

log = logging.getLogger("herald.store")


class Upgrade(msgspec.Struct, frozen=True):
    """The revision a database was at, and the one it is at now."""

    before: str | None
    after: str | None


def config(connection: Connection | None = None, steps: Path = STEPS) -> Config:
    """Alembic's settings, made here so that no file has to be found at run time."""
    from alembic.config import Config

    made = Config()
    # Alembic reads a percent sign in a path as a reference.
    made.set_main_option("script_location", str(steps).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


async def upgrade(
    url: str, *, to: str = "head", patience: Span = PATIENCE, steps: Path = STEPS
) -> Upgrade:
    """Bring the database at `url` to revision `to`, creating it if need be.

    Raises `BadDatabaseUrl`, and what `bring_up` raises.
    """
    parsed = parse(url)
    database = database_at(parsed, patience)
    try:
        return await bring_up(database, name_of(parsed), to=to, steps=steps)
    finally:
        await database.close()


async def bring_up(
    database: Database, name: str, *, to: str = "head", steps: Path = STEPS
) -> Upgrade:
    """Bring a database, called `name` in messages, to revision `to`; an empty one will do.

    All steps are one transaction: they are all taken or none. Of two processes that start at once,
    one migrates and the other waits. Raises `SchemaTooNew` for a database of a newer Herald,
    `DatabaseFault` when it can't be reached or written.
    """
    with translate_errors(name):
        return await database.run(lambda connection: _upgrade(connection, name, to, steps))


def _upgrade(connection: Connection, name: str, to: str, steps: Path) -> Upgrade:
    before = revision_of(connection)
    if before != newest(steps):
        _take_steps(connection, name, before, to, steps)
    # A file that can only be read would open and migrate, having nothing to do, and fail the first
    # player: better to fail now.
    connection.exec_driver_sql(f"UPDATE {_NOTE} SET version_num = version_num")
    if steps == STEPS and to == "head":
        _note_version(connection)
    done = Upgrade(before, revision_of(connection))
    if done.before != done.after:
        log.info("%s: schema %s is now %s", name, done.before or "none", done.after)
    return done


def _take_steps(
    connection: Connection, name: str, before: str | None, to: str, steps: Path
) -> None:
    """Take the steps that are missing; raises `DatabaseFault` where they leave a row astray."""
    from alembic import command

    if before is not None:
        refuse_newer(name, before, steps)
    astray = rows_astray(connection)
    command.upgrade(config(connection, steps), to)
    for table, rows in rows_astray(connection).items():
        if rows > astray[table]:
            raise DatabaseFault(name, f"the new schema leaves a row astray in {table}")


def _note_version(connection: Connection) -> None:
    """Note that this version of Herald has opened the database."""
    if VERSION not in connection.scalars(select(versions.c.version)).all():
        connection.execute(insert(versions).values(version=VERSION))


def newest(steps: Path = STEPS) -> str:
    """The revision that the steps lead to: their files are named after theirs, in order."""
    names = (file.name for file in (steps / "versions").glob("[0-9]*_*.py"))
    return max(names).partition("_")[0]


def refuse_newer(name: str, revision: str, steps: Path = STEPS) -> None:
    """Raise `SchemaTooNew` for a revision of a database that no step leads to."""
    from alembic.script import ScriptDirectory
    from alembic.util.exc import CommandError

    try:
        ScriptDirectory.from_config(config(steps=steps)).get_revision(revision)
    except CommandError:
        raise SchemaTooNew(name, revision) from None


def rows_astray(connection: Connection) -> Counter[str]:
    """How many rows of each table refer to a row that is not there; PostgreSQL has none.

    Such damage stops nothing: nobody reads those rows. To look through a large file takes seconds.
    """
    if connection.dialect.name != "sqlite":
        return Counter()
    return Counter(row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check"))


def revision_of(connection: Connection) -> str | None:
    """The revision that Alembic has noted in a database; None where there are no tables."""
    if not inspect(connection).has_table(_NOTE):
        return None
    found: str | None = connection.exec_driver_sql(f"SELECT version_num FROM {_NOTE}").scalar()
    return found
