"""The turn in which each entry of a log leaves its game: a turn is found without a replay."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("choices", sa.Column("turn", sa.Integer(), nullable=False, server_default="0"))
