"""Titles stand in the index of days, so that a search walks from the newest day back and stops at the first so many that it finds."""

from alembic import op

revision = "v0005"
down_revision = "v0004"


def upgrade() -> None:
    op.drop_index("custom_tasks_by_day", "custom_tasks")
    op.create_index("custom_tasks_by_day", "custom_tasks", ["person", "date", "plain"])


def downgrade() -> None:
    op.drop_index("custom_tasks_by_day", "custom_tasks")
    op.create_index("custom_tasks_by_day", "custom_tasks", ["person", "date"])
