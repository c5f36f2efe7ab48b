"""Prepared choices as they were typed, and why they were handed back."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("prepared_choices", sa.Column("line", sa.Text()))
    op.add_column("prepared_choices", sa.Column("returned", sa.Text()))
