"""What the Scheduler agent keeps: tasks, routines, what was done of them, the diary, and a journal of every change, in one database."""

from yamori.agents.scheduler.store.changes import Change, Did, Row, RowKind
from yamori.agents.scheduler.store.schedule import Schedule, open_schedule
from yamori.agents.scheduler.store.tasks import NewTask

__all__ = ["Change", "Did", "NewTask", "Row", "RowKind", "Schedule", "open_schedule"]
