"""Tasks of people, and the journal of what was changed."""

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "custom_tasks",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("person", sa.String(100), nullable=False),
        sa.Column("title", sa.String(300), nullable=False),
        sa.Column("date", sa.Date),
        sa.Column("time", sa.Time),
        sa.Column("seconds", sa.Integer),
        sa.Column("place", sa.String(300)),
        sa.Column("memo", sa.Text),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("created", sa.String(40), nullable=False),
        sa.Column("updated", sa.String(40), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("custom_tasks_by_day", "custom_tasks", ["person", "date"])
    op.create_table(
        "task_changes",
        sa.Column("key", sa.String(300), primary_key=True),
        sa.Column("person", sa.String(100), nullable=False),
        sa.Column("did", sa.String(40), nullable=False),
        sa.Column("task_id", sa.Integer, nullable=False),
        sa.Column("before", sa.JSON),
        sa.Column("after", sa.JSON),
        sa.Column("at", sa.String(40), nullable=False),
    )
    op.create_index("task_changes_by_task", "task_changes", ["task_id"])


def downgrade() -> None:
    op.drop_table("task_changes")
    op.drop_table("custom_tasks")
