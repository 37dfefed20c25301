"""A timer that is called nothing rings in the language in which it was set."""

import sqlalchemy as sa
from alembic import op

revision = "v0007"
down_revision = "v0006"


def upgrade() -> None:
    op.add_column("reminders", sa.Column("language", sa.String(20)))


def downgrade() -> None:
    op.drop_column("reminders", "language")
