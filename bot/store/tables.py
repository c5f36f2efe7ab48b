"""The tables as they are now. `migrations` leads a stored database here; a test holds them equal.

Moments are whole microseconds (see `moment`). JSON is kept as text, exactly as it was written: the
log is hashed, and a database that rearranges keys would be of no help.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Json(TypeDecorator[Any]):
    """Any JSON value, as text; None is SQL's NULL."""

    impl = Text
    cache_ok = True

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], str | None]:
        # SQLAlchemy's own would call `process_bind_param` by way of two functions.
        return _to_text

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[str | None], Any]:
        return _from_text


def _to_text(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _from_text(value: str | None) -> Any:
    return None if value is None else msgspec.json.decode(value)


# SQLite numbers rows by itself only where the type is exactly INTEGER.
RowId = BigInteger().with_variant(Integer, "sqlite")
Snowflake = BigInteger
When = BigInteger

_IS_LIVE = text("status IN ('lobby', 'running', 'paused')")
_IS_PENDING = text("state = 'pending'")
_IS_DONE = text("done_at IS NOT NULL")
_IS_TABLE = text("seat IS NULL")
_IS_OPEN = text("state = 'open'")

games = Table(
    "games",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("ruleset", Text, nullable=False),
    Column("ruleset_version", Integer, nullable=False),
    Column("options", Json, nullable=False),
    Column("status", Text, nullable=False),
    Column("seats_wanted", Integer, nullable=False),
    Column("guild_id", Snowflake),
    Column("channel_id", Snowflake),
    Column("is_thread", Boolean, nullable=False),
    Column("host_user_id", Snowflake, nullable=False),
    Column("open_to_outsiders", Boolean, nullable=False, server_default=false()),
    Column("pace", Json, nullable=False),
    Column("language", Text, nullable=False),
    Column("theme", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("server_seed", LargeBinary, nullable=False),
    Column("lobby_message_id", Snowflake),
    Column("phase_message_id", Snowflake),
    Column("choice_count", Integer, nullable=False),
    Column("head_hash", Text),
    Column("state_hash", Text),
    Column("awaited", Text, nullable=False, server_default=" "),
    Column("agreed_hash", Text),
    Column("outcome", Json),
    Column("created_at", When, nullable=False),
    Column("started_at", When),
    Column("finished_at", When),
    Index(
        "uq_games_live_channel",
        "channel_id",
        unique=True,
        sqlite_where=_IS_LIVE,
        postgresql_where=_IS_LIVE,
    ),
    Index("ix_games_guild_id_status", "guild_id", "status"),
    Index("ix_games_status", "status"),
    sqlite_autoincrement=True,
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", Snowflake),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("colour", Text),
    Column("preference", Text),
    Column("player_seed", LargeBinary, nullable=False),
    Column("dm_ok", Boolean),
    Column("joined_at", When, nullable=False),
    Column("left_at", When),
    Column("seen_at", When),
    Column("seen_number", Integer, nullable=False, server_default="0"),
    Column("away_from", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("game_id", "seat"),
    UniqueConstraint("game_id", "user_id"),
    Index("ix_seats_user_id", "user_id"),
)

seat_changes = Table(
    "seat_changes",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("game_id", RowId, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("from_user_id", Snowflake),
    Column("from_kind", Text, nullable=False),
    Column("from_name", Text, nullable=False),
    Column("to_user_id", Snowflake),
    Column("to_kind", Text, nullable=False),
    Column("to_name", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", When, nullable=False),
    ForeignKeyConstraint(["game_id", "seat"], ["seats.game_id", "seats.seat"]),
    Index("ix_seat_changes_game_id_seat", "game_id", "seat"),
    sqlite_autoincrement=True,
)

choices = Table(
    "choices",
    metadata,
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("turn", Integer, nullable=False, server_default="0"),
    Column("seat", Integer),
    Column("decision", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("value", Json),
    Column("by", Text, nullable=False),
    Column("undoes", Integer, nullable=False),
    Column("revealed", Boolean, nullable=False),
    Column("secret", Boolean, nullable=False, server_default=false()),
    Column("interaction_id", Text, unique=True),
    Column("draws", Json, nullable=False),
    Column("events", Json, nullable=False),
    Column("prev_hash", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("state_hash", Text, nullable=False),
    Column("at", When, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    PrimaryKeyConstraint("game_id", "number"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game_id", RowId, nullable=False),
    Column("number", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    PrimaryKeyConstraint("game_id", "number"),
    ForeignKeyConstraint(["game_id", "number"], ["choices.game_id", "choices.number"]),
)

clocks = Table(
    "clocks",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("seat", Integer),
    Column("decision", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("opened_at", When, nullable=False),
    Column("due_at", When, nullable=False),
    Column("remind_at", When),
    Column("reminded", Integer, nullable=False),
    Column("told_alone", Boolean, nullable=False, server_default=false()),
    Column("paused_at", When),
    # Two clocks for one question would let it lapse twice. The constraint does not see those of the
    # whole table, for no NULL equals another.
    UniqueConstraint("game_id", "seat", "decision", "kind"),
    Index(
        "uq_clocks_table",
        "game_id",
        "decision",
        "kind",
        unique=True,
        sqlite_where=_IS_TABLE,
        postgresql_where=_IS_TABLE,
    ),
    Index("ix_clocks_due_at", "due_at"),
    sqlite_autoincrement=True,
)

outbox_messages = Table(
    "outbox_messages",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("game_id", ForeignKey("games.id")),
    Column("kind", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("channel_id", Snowflake),
    Column("user_id", Snowflake),
    Column("message_id", Snowflake),
    Column("edits", ForeignKey("outbox_messages.id")),
    Column("payload", Json, nullable=False),
    Column("attachments", Json, nullable=False),
    Column("nonce", Text, nullable=False, unique=True),
    Column("supersedes", Text),
    Column("state", Text, nullable=False),
    Column("created_at", When, nullable=False),
    Column("due_at", When, nullable=False),
    Column("next_try_at", When, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("claimed_by", Text),
    Column("last_error", Text),
    Column("sent_message_id", Snowflake),
    Column("done_at", When),
    Index(
        "ix_outbox_messages_pending",
        "target",
        "id",
        sqlite_where=_IS_PENDING,
        postgresql_where=_IS_PENDING,
    ),
    Index("ix_outbox_messages_edits", "edits"),
    Index(
        "ix_outbox_messages_done_at",
        "done_at",
        sqlite_where=_IS_DONE,
        postgresql_where=_IS_DONE,
    ),
    Index("ix_outbox_messages_game_id", "game_id"),
    sqlite_autoincrement=True,
)

prepared_choices = Table(
    "prepared_choices",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("game_id", RowId, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("value", Json),
    Column("created_at", When, nullable=False),
    Column("line", Text),
    Column("turn", Integer),
    Column("returned", Json),
    ForeignKeyConstraint(["game_id", "seat"], ["seats.game_id", "seats.seat"]),
    Index("ix_prepared_choices_game_id_seat", "game_id", "seat"),
    sqlite_autoincrement=True,
)

users = Table(
    "users",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("notify", Text, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    Column("time_zone", Text, nullable=False),
    Column("away_from", When),
    Column("away_until", When),
    Column("when_away", Text, nullable=False),
    Column("looks_on_arrival", Boolean, nullable=False, server_default=true()),
)

channels = Table(
    "channels",
    metadata,
    Column("channel_id", Snowflake, primary_key=True, autoincrement=False),
    Column("rules", Text, nullable=False),
)

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    Column("settings", Json, nullable=False),
    Column("joined_at", When),
    Column("left_at", When),
    Column("greeted", Boolean, nullable=False),
    Column("board_channel_id", Snowflake),
    Column("board_message_id", Snowflake),
)

lessons = Table(
    "lessons",
    metadata,
    Column("user_id", Snowflake, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("game_id", BigInteger, nullable=False),
    Column("step", Integer, nullable=False),
    Column("since", Integer, nullable=False),
    PrimaryKeyConstraint("user_id", "ruleset"),
    Index("ix_lessons_game_id", "game_id"),
)

advised_choices = Table(
    "advised_choices",
    metadata,
    Column("game_id", RowId, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("game_id", "seat", "number"),
    ForeignKeyConstraint(["game_id", "seat"], ["seats.game_id", "seats.seat"]),
)

versions = Table(
    "versions",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("version", Text, nullable=False, unique=True),
    sqlite_autoincrement=True,
)
"""The versions of Herald that have opened this database, in that order: the first has made it."""

votes = Table(
    "votes",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("detail", Json, nullable=False),
    Column("state", Text, nullable=False),
    Column("opened_at", When, nullable=False),
    Column("closes_at", When),
    Column("closed_at", When),
    Index(
        "uq_votes_open",
        "game_id",
        "kind",
        unique=True,
        sqlite_where=_IS_OPEN,
        postgresql_where=_IS_OPEN,
    ),
    sqlite_autoincrement=True,
)

ballots = Table(
    "ballots",
    metadata,
    Column("vote_id", ForeignKey("votes.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("agrees", Boolean, nullable=False),
    Column("at", When, nullable=False),
    PrimaryKeyConstraint("vote_id", "seat"),
)
