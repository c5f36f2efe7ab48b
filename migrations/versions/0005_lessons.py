"""How far each user has come in the lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
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
