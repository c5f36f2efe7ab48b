"""All tables. Edited in place until the first release; later changes are steps of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("ruleset_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("seats_wanted", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("is_thread", sa.Boolean(), nullable=False),
        sa.Column("host_user_id", sa.BigInteger(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("theme", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("server_seed", sa.LargeBinary(), nullable=False),
        sa.Column("lobby_message_id", sa.BigInteger()),
        sa.Column("phase_message_id", sa.BigInteger()),
        sa.Column("choice_count", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.Text()),
        sa.Column("state_hash", sa.Text()),
        sa.Column("awaited", sa.Text(), nullable=False, server_default=" "),
        sa.Column("agreed_hash", sa.Text()),
        sa.Column("outcome", sa.Text()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger()),
        sa.Column("finished_at", sa.BigInteger()),
        sa.Column("open_to_outsiders", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("code", name="uq_games_code"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_guild_id_status", "games", ["guild_id", "status"])
    op.create_index("ix_games_status", "games", ["status"])
    op.create_index(
        "uq_games_live_channel",
        "games",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("status IN ('lobby', 'running', 'paused')"),
        postgresql_where=sa.text("status IN ('lobby', 'running', 'paused')"),
    )
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("joined_at", sa.BigInteger()),
        sa.Column("left_at", sa.BigInteger()),
        sa.Column("greeted", sa.Boolean(), nullable=False),
        sa.Column("board_channel_id", sa.BigInteger()),
        sa.Column("board_message_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guilds"),
    )
    op.create_table(
        "users",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("notify", sa.Text(), nullable=False),
        sa.Column("quiet_from", sa.Integer()),
        sa.Column("quiet_until", sa.Integer()),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column("away_from", sa.BigInteger()),
        sa.Column("away_until", sa.BigInteger()),
        sa.Column("when_away", sa.Text(), nullable=False),
        sa.Column("looks_on_arrival", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.PrimaryKeyConstraint("user_id", name="pk_users"),
    )
    op.create_table(
        "choices",
        sa.Column("game_id", ROW_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("value", sa.Text()),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("interaction_id", sa.Text()),
        sa.Column("draws", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("prev_hash", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("state_hash", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("checksum", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_choices_game_id"),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_choices"),
        sa.UniqueConstraint("interaction_id", name="uq_choices_interaction_id"),
    )
    op.create_table(
        "clocks",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("remind_at", sa.BigInteger()),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.Column("told_alone", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("paused_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_clocks_game_id"),
        sa.PrimaryKeyConstraint("id", name="pk_clocks"),
        sa.UniqueConstraint(
            "game_id", "seat", "decision", "kind", name="uq_clocks_game_id_seat_decision_kind"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_clocks_due_at", "clocks", ["due_at"])
    op.create_index(
        "uq_clocks_table",
        "clocks",
        ["game_id", "decision", "kind"],
        unique=True,
        sqlite_where=sa.text("seat IS NULL"),
        postgresql_where=sa.text("seat IS NULL"),
    )
    op.create_table(
        "outbox_messages",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game_id", ROW_ID),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("edits", ROW_ID),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("attachments", sa.Text(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("supersedes", sa.Text()),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("next_try_at", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_by", sa.Text()),
        sa.Column("last_error", sa.Text()),
        sa.Column("sent_message_id", sa.BigInteger()),
        sa.Column("done_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["edits"], ["outbox_messages.id"], name="fk_outbox_messages_edits"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_outbox_messages_game_id"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox_messages"),
        sa.UniqueConstraint("nonce", name="uq_outbox_messages_nonce"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_outbox_messages_done_at",
        "outbox_messages",
        ["done_at"],
        sqlite_where=sa.text("done_at IS NOT NULL"),
        postgresql_where=sa.text("done_at IS NOT NULL"),
    )
    op.create_index("ix_outbox_messages_edits", "outbox_messages", ["edits"])
    op.create_index("ix_outbox_messages_game_id", "outbox_messages", ["game_id"])
    op.create_index(
        "ix_outbox_messages_pending",
        "outbox_messages",
        ["target", "id"],
        sqlite_where=sa.text("state = 'pending'"),
        postgresql_where=sa.text("state = 'pending'"),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("colour", sa.Text()),
        sa.Column("player_seed", sa.LargeBinary(), nullable=False),
        sa.Column("dm_ok", sa.Boolean()),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("left_at", sa.BigInteger()),
        sa.Column("preference", sa.Text()),
        sa.Column("seen_at", sa.BigInteger()),
        sa.Column("seen_number", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("away_from", sa.Integer(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("game_id", "user_id", name="uq_seats_game_id_user_id"),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_table(
        "votes",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game_id", ROW_ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("closes_at", sa.BigInteger()),
        sa.Column("closed_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_votes_game_id"),
        sa.PrimaryKeyConstraint("id", name="pk_votes"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_votes_open",
        "votes",
        ["game_id", "kind"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "ballots",
        sa.Column("vote_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("agrees", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["vote_id"], ["votes.id"], name="fk_ballots_vote_id"),
        sa.PrimaryKeyConstraint("vote_id", "seat", name="pk_ballots"),
    )
    op.create_table(
        "prepared_choices",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("value", sa.Text()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Text()),
        sa.Column("turn", sa.Integer()),
        sa.Column("returned", sa.Text()),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"],
            ["seats.game_id", "seats.seat"],
            name="fk_prepared_choices_game_id_seat",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_prepared_choices"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_prepared_choices_game_id_seat", "prepared_choices", ["game_id", "seat"])
    op.create_table(
        "seat_changes",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("from_user_id", sa.BigInteger()),
        sa.Column("from_kind", sa.Text(), nullable=False),
        sa.Column("from_name", sa.Text(), nullable=False),
        sa.Column("to_user_id", sa.BigInteger()),
        sa.Column("to_kind", sa.Text(), nullable=False),
        sa.Column("to_name", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"],
            ["seats.game_id", "seats.seat"],
            name="fk_seat_changes_game_id_seat",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_seat_changes"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seat_changes_game_id_seat", "seat_changes", ["game_id", "seat"])
    op.create_table(
        "snapshots",
        sa.Column("game_id", ROW_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "number"],
            ["choices.game_id", "choices.number"],
            name="fk_snapshots_game_id_number",
        ),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_snapshots"),
    )
    op.create_table(
        "lessons",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "ruleset", name="pk_lessons"),
    )
    op.create_index("ix_lessons_game_id", "lessons", ["game_id"])
    op.create_table(
        "channels",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name="pk_channels"),
    )
    op.create_table(
        "advised_choices",
        sa.Column("game_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"],
            ["seats.game_id", "seats.seat"],
            name="fk_advised_choices_game_id_seat",
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", "number", name="pk_advised_choices"),
    )
    op.create_table(
        "versions",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_versions"),
        sa.UniqueConstraint("version", name="uq_versions_version"),
        sqlite_autoincrement=True,
    )
