"""Routines, their steps and ticks, the diary; one journal for changes of every kind, with what was in the journal of tasks."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op
from pydantic import TypeAdapter

from yamori.agents.scheduler.rules.entities.titles import plain

revision = "v0002"
down_revision = "v0001"


def upgrade() -> None:
    _tasks()
    op.create_table(
        "routines",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("person", sa.String(100), nullable=False),
        sa.Column("title", sa.String(300), nullable=False),
        sa.Column("recurrence", sa.String(300), nullable=False),
        sa.Column("starts", sa.Date, nullable=False),
        sa.Column("time", sa.Time),
        sa.Column("seconds", sa.Integer),
        sa.Column("place", sa.String(300)),
        sa.Column("memo", sa.Text),
        sa.Column("skipped", sa.JSON, nullable=False),
        sa.Column("zone", sa.String(100)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.String(40), nullable=False),
        sa.Column("updated", sa.String(40), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("routines_of", "routines", ["person", "id"])
    op.create_table(
        "steps",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("routine_id", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("title", sa.String(300), nullable=False),
        sa.Column("minutes", sa.Integer),
        sa.Column("memo", sa.Text),
        sqlite_autoincrement=True,
    )
    op.create_index("steps_of", "steps", ["routine_id", "position"])
    op.create_table(
        "daily_logs",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("routine_id", sa.Integer, nullable=False),
        sa.Column("step_id", sa.Integer, nullable=False),
        sa.Column("date", sa.Date, nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("daily_logs_once", "daily_logs", ["routine_id", "date", "step_id"], unique=True)
    op.create_table(
        "day_logs",
        sa.Column("person", sa.String(100), primary_key=True),
        sa.Column("date", sa.Date, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated", sa.String(40), nullable=False),
    )
    _journal()


def _tasks() -> None:
    with op.batch_alter_table("custom_tasks") as table:
        table.add_column(sa.Column("plain", sa.String(1000), nullable=False, server_default=""))
        table.add_column(sa.Column("version", sa.Integer, nullable=False, server_default="1"))
    connection = op.get_bind()
    for number, title in connection.execute(sa.text("SELECT id, title FROM custom_tasks")).all():
        connection.execute(sa.text("UPDATE custom_tasks SET plain = :plain WHERE id = :id"), {"plain": plain(title)[:1000], "id": number})
    op.create_index("custom_tasks_by_title", "custom_tasks", ["person", "plain", "date"])
    op.create_index("custom_tasks_open", "custom_tasks", ["person", "done", "date"])


def _journal() -> None:
    made = op.create_table(
        "changes",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("key", sa.String(300), nullable=False),
        sa.Column("person", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("did", sa.String(20), nullable=False),
        sa.Column("row", sa.String(200), nullable=False),
        sa.Column("before", sa.JSON),
        sa.Column("after", sa.JSON),
        sa.Column("undoes", sa.String(300)),
        sa.Column("at", sa.String(40), nullable=False),
        sqlite_autoincrement=True,
    )
    connection = op.get_bind()
    old = sa.table(
        "task_changes",
        *(sa.column(name) for name in ("key", "person", "did", "task_id", "at")),
        sa.column("before", sa.JSON),
        sa.column("after", sa.JSON),
    )
    for row in connection.execute(sa.select(old).order_by(old.c.at)).mappings():
        connection.execute(
            made.insert().values(
                key=row["key"],
                person=row["person"],
                kind="task",
                did=row["did"],
                row=str(row["task_id"]),
                before=_whole(row["before"]),
                after=_whole(row["after"]),
                at=row["at"],
            )
        )
    op.create_index("changes_once", "changes", ["key"], unique=True)
    op.create_index("changes_of", "changes", ["person", "number"])
    op.create_index("changes_undone", "changes", ["undoes"])
    op.drop_table("task_changes")


def _whole(kept: Mapping[str, Any] | str | None) -> Mapping[str, Any] | None:
    """A row as the old journal kept it (minutes, no time of making) as the new one keeps it."""
    if kept is None:
        return None
    row = dict(json.loads(kept) if isinstance(kept, str) else kept)
    minutes = row.pop("minutes", None)
    if minutes:
        row["duration"] = TypeAdapter(timedelta).dump_python(timedelta(minutes=minutes), mode="json")
    return row | {"created": row["updated"]}


def downgrade() -> None:
    raise NotImplementedError("what the diary holds would be lost: go back by restoring the file as it was before")
