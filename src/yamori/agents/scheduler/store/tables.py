"""The tables as the newest migration leaves them."""

from datetime import UTC, datetime

import sqlalchemy as sa

meta = sa.MetaData()


class Moment(sa.TypeDecorator[datetime]):
    """An instant: aware on our side, in UTC and without its zone in the database, so that it can be compared there."""

    impl = sa.DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.astimezone(UTC).replace(tzinfo=None) if value is not None else None

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value is not None else None


custom_tasks = sa.Table(
    "custom_tasks",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(100)),
    sa.Column("title", sa.String(300)),
    sa.Column("plain", sa.String(1000)),  # the title in one spelling, for searches
    sa.Column("date", sa.Date),
    sa.Column("time", sa.Time),
    sa.Column("seconds", sa.Integer),
    sa.Column("place", sa.String(300)),
    sa.Column("memo", sa.Text),
    sa.Column("done", sa.Boolean),
    sa.Column("version", sa.Integer),
    sa.Column("created", sa.String(40)),
    sa.Column("updated", sa.String(40)),
)

routines = sa.Table(
    "routines",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(100)),
    sa.Column("title", sa.String(300)),
    sa.Column("recurrence", sa.String(300)),
    sa.Column("starts", sa.Date),
    sa.Column("time", sa.Time),
    sa.Column("seconds", sa.Integer),
    sa.Column("place", sa.String(300)),
    sa.Column("memo", sa.Text),
    sa.Column("skipped", sa.JSON),
    sa.Column("zone", sa.String(100)),
    sa.Column("version", sa.Integer),
    sa.Column("created", sa.String(40)),
    sa.Column("updated", sa.String(40)),
)

steps = sa.Table(
    "steps",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("routine_id", sa.Integer),
    sa.Column("position", sa.Integer),
    sa.Column("title", sa.String(300)),
    sa.Column("minutes", sa.Integer),
    sa.Column("memo", sa.Text),
)

daily_logs = sa.Table(
    "daily_logs",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("routine_id", sa.Integer),
    sa.Column("step_id", sa.Integer),  # 0: the routine as a whole, so that the unique index counts it too
    sa.Column("date", sa.Date),
    sa.Column("at", sa.String(40)),
)

day_logs = sa.Table(
    "day_logs",
    meta,
    sa.Column("person", sa.String(100), primary_key=True),
    sa.Column("date", sa.Date, primary_key=True),
    sa.Column("text", sa.Text),
    sa.Column("version", sa.Integer),
    sa.Column("updated", sa.String(40)),
)

changes = sa.Table(
    "changes",
    meta,
    sa.Column("number", sa.Integer, primary_key=True),  # their order
    sa.Column("key", sa.String(300)),
    sa.Column("person", sa.String(100)),
    sa.Column("kind", sa.String(20)),
    sa.Column("did", sa.String(20)),
    sa.Column("row", sa.String(100)),
    sa.Column("before", sa.JSON(none_as_null=True)),
    sa.Column("after", sa.JSON(none_as_null=True)),
    sa.Column("undoes", sa.String(300)),  # the key of the change that this one took back
    sa.Column("at", sa.String(40)),
)

calendar_tokens = sa.Table(
    "calendar_tokens",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(300)),
    sa.Column("person", sa.String(100)),
    sa.Column("kind", sa.String(20)),
    sa.Column("name", sa.String(100)),
    sa.Column("hash", sa.String(64)),  # SHA-256 of the text; the text itself is nowhere
    sa.Column("allows", sa.JSON),
    sa.Column("created", sa.String(40)),
)

calendar_accounts = sa.Table(
    "calendar_accounts",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(300)),
    sa.Column("person", sa.String(100)),
    sa.Column("name", sa.String(100)),
    sa.Column("address", sa.String(1000)),
    sa.Column("username", sa.String(300)),
    sa.Column("takes_new", sa.Boolean),
    sa.Column("components", sa.JSON),
    sa.Column("sync_token", sa.String(1000)),
    sa.Column("failures", sa.Integer),
    sa.Column("report", sa.JSON(none_as_null=True)),
    sa.Column("created", sa.String(40)),
)

calendar_items = sa.Table(
    "calendar_items",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("account_id", sa.Integer),
    sa.Column("href", sa.String(1000)),
    sa.Column("etag", sa.String(300)),
    sa.Column("uid", sa.String(300)),
    sa.Column("text", sa.Text),  # as the server last gave it, or as we last put it there
)

calendar_links = sa.Table(
    "calendar_links",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(100)),
    sa.Column("account_id", sa.Integer),  # 0: the event came in a file
    sa.Column("uid", sa.String(300)),
    sa.Column("instance", sa.String(40)),  # which occurrence of a recurring event; empty for the event itself
    sa.Column("component", sa.String(20)),
    sa.Column("kind", sa.String(20)),
    sa.Column("row", sa.Integer),
    sa.Column("seen", sa.JSON),  # the row's fields as both sides last agreed on them
)

reminders = sa.Table(
    "reminders",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(100)),
    sa.Column("text", sa.String(300)),
    sa.Column("moment", Moment),
    sa.Column("task_id", sa.Integer),
    sa.Column("routine_id", sa.Integer),
    sa.Column("lead", sa.Integer),  # seconds
    sa.Column("timer", sa.Boolean),
    sa.Column("language", sa.String(20)),
    sa.Column("cancelled", sa.Boolean),
    sa.Column("snoozed", Moment),
    sa.Column("through", Moment),
    sa.Column("due", Moment),
    sa.Column("state", sa.String(20)),
    sa.Column("fired", Moment),
    sa.Column("zone", sa.String(100)),  # in which `due` was reckoned
    sa.Column("version", sa.Integer),
    sa.Column("created", sa.String(40)),
    sa.Column("updated", sa.String(40)),
)

notices = sa.Table(
    "notices",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),  # their order
    sa.Column("key", sa.String(300)),
    sa.Column("person", sa.String(100)),
    sa.Column("kind", sa.String(20)),
    sa.Column("text", sa.Text),
    sa.Column("reminder_id", sa.Integer),
    sa.Column("task_id", sa.Integer),
    sa.Column("routine_id", sa.Integer),
    sa.Column("due", Moment),
    sa.Column("at", Moment),
    sa.Column("late", sa.Boolean),
    sa.Column("missed", sa.Boolean),
    sa.Column("seen", Moment),
    sa.Column("dismissed", Moment),
)

deliveries = sa.Table(
    "deliveries",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(300)),
    sa.Column("notice_id", sa.Integer),
    sa.Column("channel", sa.String(20)),
    sa.Column("target", sa.String(1000)),
    sa.Column("component", sa.String(100)),
    sa.Column("state", sa.String(20)),
    sa.Column("tries", sa.Integer),
    sa.Column("next", Moment),  # when it is tried next, or again if a crash cuts off the try that runs; NULL once it has ended
    sa.Column("leased", Moment),
    sa.Column("why", sa.String(500)),
    sa.Column("done", Moment),
)

preferences = sa.Table(
    "preferences",
    meta,
    sa.Column("person", sa.String(100), primary_key=True),
    sa.Column("language", sa.String(10)),
    sa.Column("briefing", sa.Time),
    sa.Column("channels", sa.JSON),
    sa.Column("due", Moment),  # the next briefing
    sa.Column("zone", sa.String(100)),  # in which `due` was reckoned
    sa.Column("version", sa.Integer),
    sa.Column("updated", sa.String(40)),
)
