"""Whether settlers look where they arrive, as their player set it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column(
        "users",
        sa.Column("looks_on_arrival", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
