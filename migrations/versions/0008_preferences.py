"""What players choose in the lobby, before the game asks for it."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("seats", sa.Column("preference", sa.Text()))
