"""The schema's steps, taken on start. Forward only: the way back is a backup."""

from __future__ import annotations

from pathlib import Path

import msgspec
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

import migrations
from bot.store.database import (
    PATIENCE,
    WRITING,
    make_engine,
    name_of,
    parse,
    to_its_end,
    told_plainly,
)
from bot.store.errors import DatabaseFault, SchemaTooNew
from bot.store.moment import Span

STEPS = Path(migrations.__file__).parent
LOCK = 0x4865_7261_6C64
"""The number of PostgreSQL's lock that lets one process migrate at a time."""


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

    All steps are one transaction: they are all taken or none. Of two processes that start at once,
    one migrates and the other waits. Raises `SchemaTooNew` for a database of a newer Herald,
    `DatabaseFault` when the database can't be reached or written.
    """
    parsed = parse(url)
    # Rebuilding a table, SQLite's way to change one, must not take along the rows that refer to it.
    engine = make_engine(parsed, patience=patience, foreign_keys=False)
    name = name_of(parsed)
    try:
        with told_plainly(name):
            return await to_its_end(_in_one_transaction(engine, name, to, steps))
    finally:
        await to_its_end(engine.dispose())


async def _in_one_transaction(engine: AsyncEngine, name: str, to: str, steps: Path) -> Upgrade:
    async with engine.connect() as connection:
        await connection.execution_options(**{WRITING: True})
        async with connection.begin():
            if connection.dialect.name == "postgresql":
                lock = text("SELECT pg_advisory_xact_lock(:key)")
                await connection.execute(lock, {"key": LOCK})
            return await connection.run_sync(_upgrade, name, to, steps)


def _upgrade(connection: Connection, name: str, to: str, steps: Path) -> Upgrade:
    settings = config(connection, steps)
    scripts = ScriptDirectory.from_config(settings)
    before = _revision(connection)
    if before is not None:
        try:
            scripts.get_revision(before)
        except CommandError:
            raise SchemaTooNew(name, before) from None
    command.upgrade(settings, to)
    # A file that can only be read would open and migrate, having nothing to do, and fail the first
    # player: better to fail now.
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
    if connection.dialect.name == "sqlite":
        astray = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if astray is not None:
            raise DatabaseFault(name, f"the new schema leaves a row astray in {astray[0]}")
    return Upgrade(before, _revision(connection))


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
