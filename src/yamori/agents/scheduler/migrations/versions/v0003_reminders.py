"""Reminders, what was told because of them and how far it got, and how each person wants to be told."""

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision = "v0002"


def upgrade() -> None:
    op.create_table(
        "reminders",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("person", sa.String(100), nullable=False),
        sa.Column("text", sa.String(300)),
        sa.Column("moment", sa.DateTime),
        sa.Column("task_id", sa.Integer),
        sa.Column("routine_id", sa.Integer),
        sa.Column("lead", sa.Integer, nullable=False),
        sa.Column("timer", sa.Boolean, nullable=False),
        sa.Column("cancelled", sa.Boolean, nullable=False),
        sa.Column("snoozed", sa.DateTime),
        sa.Column("through", sa.DateTime),
        sa.Column("due", sa.DateTime),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("fired", sa.DateTime),
        sa.Column("zone", sa.String(100), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.String(40), nullable=False),
        sa.Column("updated", sa.String(40), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("reminders_due", "reminders", ["due"])
    op.create_index("reminders_of", "reminders", ["person", "state", "due"])
    op.create_index("reminders_of_task", "reminders", ["task_id"])
    op.create_index("reminders_of_routine", "reminders", ["routine_id"])
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("key", sa.String(300), nullable=False),
        sa.Column("person", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reminder_id", sa.Integer),
        sa.Column("task_id", sa.Integer),
        sa.Column("routine_id", sa.Integer),
        sa.Column("due", sa.DateTime, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("late", sa.Boolean, nullable=False),
        sa.Column("missed", sa.Boolean, nullable=False),
        sa.Column("seen", sa.DateTime),
        sa.Column("dismissed", sa.DateTime),
        sqlite_autoincrement=True,
    )
    op.create_index("notices_once", "notices", ["key"], unique=True)
    op.create_index("notices_of", "notices", ["person", "id"])
    op.create_index("notices_missed", "notices", ["person", "missed", "at"])
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("key", sa.String(300), nullable=False),
        sa.Column("notice_id", sa.Integer, nullable=False),
        sa.Column("channel", sa.String(20), nullable=False),
        sa.Column("target", sa.String(1000), nullable=False),
        sa.Column("component", sa.String(100), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("next", sa.DateTime),
        sa.Column("leased", sa.DateTime),
        sa.Column("why", sa.String(500)),
        sa.Column("done", sa.DateTime),
        sqlite_autoincrement=True,
    )
    op.create_index("deliveries_once", "deliveries", ["key"], unique=True)
    op.create_index("deliveries_next", "deliveries", ["next"])
    op.create_index("deliveries_of", "deliveries", ["notice_id"])
    op.create_table(
        "preferences",
        sa.Column("person", sa.String(100), primary_key=True),
        sa.Column("language", sa.String(10)),
        sa.Column("briefing", sa.Time),
        sa.Column("channels", sa.JSON, nullable=False),
        sa.Column("due", sa.DateTime),
        sa.Column("zone", sa.String(100), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated", sa.String(40), nullable=False),
    )
    op.create_index("preferences_due", "preferences", ["due"])


def downgrade() -> None:
    raise NotImplementedError("reminders would be lost: go back by restoring the file as it was before")
