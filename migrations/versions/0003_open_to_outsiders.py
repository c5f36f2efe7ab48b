"""Whether people outside a game's server may look at it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column(
        "games",
        sa.Column("open_to_outsiders", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
