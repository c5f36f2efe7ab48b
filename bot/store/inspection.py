"""Looks at a database as it is, whatever Herald made it, and changes nothing in it."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, func, select

from bot.moment import DAY, Moment, Span
from bot.store import schema
from bot.store.address import file_of, is_sqlite, name_of, parse
from bot.store.database import database_at
from bot.store.faults import translate_errors
from bot.store.games import LIVE_STATUSES
from bot.store.tables import choices, games, outbox_messages, versions

LATELY: Span = 7 * DAY
"""So long, a message that could not be sent is worth a host's attention."""
OFTEN = 5
"""A message that was tried so many times waits for more than a moment's trouble."""


class Hosted(msgspec.Struct, frozen=True):
    """A live game, and where it is played."""

    code: str
    guild_id: int | None
    channel_id: int
    is_thread: bool


class Unsent(msgspec.Struct, frozen=True):
    """How many messages failed for good lately, how many are tried again and again, and why."""

    failed: int
    waiting: int
    latest_error: str | None


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """What a database holds. Without tables, or with those of an older schema, only the first."""

    revision: str | None
    """The schema it has; None for a database with no tables."""
    newest: str
    """The schema that this Herald uses, and brings the database to when it starts."""
    versions: tuple[str, ...] = ()
    """The versions of Herald that have opened it, the one that made it first."""
    hosted: tuple[Hosted, ...] = ()
    last_choice: Moment | None = None
    unsent: Unsent = Unsent(0, 0, None)
    astray: dict[str, int] = {}
    """How many rows of a table refer to a row that is not there, where any do."""


async def inspect(url: str, now: Moment) -> Inspection | None:
    """What the database at `url` holds; None where a SQLite file is not there yet.

    Raises `BadDatabaseUrl`, `SchemaTooNew`, or a `DatabaseFault`, also where it cannot be written.
    """
    parsed = parse(url)
    if is_sqlite(parsed) and not file_of(parsed).exists():
        return None
    name, database = name_of(parsed), database_at(parsed)
    try:
        with translate_errors(name):
            return await database.run(lambda connection: _inspect(connection, name, now))
    finally:
        await database.close()


def _inspect(connection: Connection, name: str, now: Moment) -> Inspection:
    newest, revision = schema.newest(), schema.revision_of(connection)
    if revision != newest:
        if revision is not None:
            schema.refuse_newer(name, revision)
        return Inspection(revision=revision, newest=newest)
    opened_by = connection.scalars(select(versions.c.version).order_by(versions.c.id))
    return Inspection(
        revision=revision,
        newest=newest,
        versions=tuple(opened_by),
        hosted=_hosted(connection),
        last_choice=_last_choice(connection),
        unsent=_unsent(connection, now),
        astray=dict(schema.rows_astray(connection)),
    )


def _hosted(connection: Connection) -> tuple[Hosted, ...]:
    where = (games.c.code, games.c.guild_id, games.c.channel_id, games.c.is_thread)
    live = select(*where).where(games.c.status.in_(LIVE_STATUSES), games.c.channel_id.is_not(None))
    return tuple(Hosted(*row) for row in connection.execute(live.order_by(games.c.id)))


def _last_choice(connection: Connection) -> Moment | None:
    """Game by game, by the key of the log: looking at every choice would read the whole file."""
    each = choices.alias()
    number = select(func.max(each.c.number)).where(each.c.game_id == games.c.id).correlate(games)
    last = choices.c.number == number.scalar_subquery()
    its = choices.c.game_id == games.c.id
    found: Moment | None = connection.scalar(
        select(func.max(choices.c.at)).select_from(games).join(choices, its & last)
    )
    return found


def _unsent(connection: Connection, now: Moment) -> Unsent:
    box = outbox_messages.c
    failed = (box.state == "failed") & (box.created_at > now - LATELY)
    waiting = (box.state == "pending") & (box.attempts >= OFTEN)
    errors = select(box.last_error).where(failed | waiting, box.last_error.is_not(None))
    return Unsent(
        connection.scalar(select(func.count()).where(failed)) or 0,
        connection.scalar(select(func.count()).where(waiting)) or 0,
        connection.scalar(errors.order_by(box.id.desc()).limit(1)),
    )
