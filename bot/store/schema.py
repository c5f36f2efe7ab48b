"""Runs the migrations on start. Forward only: the way back is a backup."""

from __future__ import annotations

import logging
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, insert, select

import migrations
from bot.moment import Span
from bot.store.address import name_of, parse
from bot.store.connection import Database
from bot.store.database import PATIENCE, database_at
from bot.store.errors import DatabaseFault, SchemaTooNew
from bot.store.faults import translate_errors
from bot.store.tables import versions
from bot.version import VERSION

STEPS = Path(migrations.__file__).parent

log = logging.getLogger("herald.store")


class Upgrade(msgspec.Struct, frozen=True):
    """The revision a database was at, and the one it is at now."""

    before: str | None
    after: str | None


def config(connection: Connection | None = None, steps: Path = STEPS) -> Config:
    """Alembic's settings, made here so that no file has to be found at run time."""
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
    scripts = own_steps() if steps == STEPS else _scripts(steps)
    before = revision_of(connection)
    if before is not None:
        try:
            scripts.get_revision(before)
        except CommandError:
            raise SchemaTooNew(name, before) from None
    # Alembic reads every step again to find that there is none to take.
    if before is None or before != scripts.get_current_head():
        _take_steps(connection, name, to, steps)
    # A file that can only be read would open and migrate, having nothing to do, and fail the first
    # player: better to fail now.
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
    if steps == STEPS and to == "head":
        _note_version(connection)
    done = Upgrade(before, revision_of(connection))
    if done.before != done.after:
        log.info("%s: schema %s is now %s", name, done.before or "none", done.after)
    return done


def _take_steps(connection: Connection, name: str, to: str, steps: Path) -> None:
    """Take the steps that are missing; raises `DatabaseFault` where they leave a row astray."""
    astray = rows_astray(connection)
    command.upgrade(config(connection, steps), to)
    for table, rows in rows_astray(connection).items():
        if rows > astray[table]:
            raise DatabaseFault(name, f"the new schema leaves a row astray in {table}")


def _note_version(connection: Connection) -> None:
    """Note that this version of Herald has opened the database."""
    if VERSION not in connection.scalars(select(versions.c.version)).all():
        connection.execute(insert(versions).values(version=VERSION))


def _scripts(steps: Path) -> ScriptDirectory:
    return ScriptDirectory.from_config(config(steps=steps))


@cache
def own_steps() -> ScriptDirectory:
    """Herald's own steps, which are the same as long as it runs."""
    return _scripts(STEPS)


def rows_astray(connection: Connection) -> Counter[str]:
    """How many rows of each table refer to a row that is not there; PostgreSQL has none.

    Such damage stops nothing: nobody reads those rows. To look through a large file takes seconds.
    """
    if connection.dialect.name != "sqlite":
        return Counter()
    return Counter(row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check"))


def revision_of(connection: Connection) -> str | None:
    """The revision of the tables that are there; None where there are none."""
    return MigrationContext.configure(connection).get_current_revision()
