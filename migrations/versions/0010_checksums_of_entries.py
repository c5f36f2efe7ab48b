"""A checksum of each entry of a log. Entries of before have none."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("choices", sa.Column("checksum", sa.BigInteger()))
