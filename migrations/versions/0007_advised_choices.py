"""For which choices players asked for advice."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "advised_choices",
        sa.Column("game_id", number, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"],
            ["seats.game_id", "seats.seat"],
            name="fk_advised_choices_game_id_seat",
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", "number", name="pk_advised_choices"),
    )
