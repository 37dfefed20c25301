"""Ticks are found by their step: when one was done first says since when it has been part of its routine."""

from alembic import op

revision = "v0006"
down_revision = "v0005"


def upgrade() -> None:
    op.create_index("daily_logs_of_step", "daily_logs", ["step_id", "date"])


def downgrade() -> None:
    op.drop_index("daily_logs_of_step", "daily_logs")
