"""What the Scheduler agent can do. Nothing here decides."""

from yamori.agents.scheduler.tools.days import DayTools
from yamori.agents.scheduler.tools.external import ExternalTools
from yamori.agents.scheduler.tools.journal import JournalTools
from yamori.agents.scheduler.tools.logs import LogTools
from yamori.agents.scheduler.tools.reminders import ReminderTools
from yamori.agents.scheduler.tools.routines import RoutineTools
from yamori.agents.scheduler.tools.tasks import TaskTools

__all__ = ["DayTools", "ExternalTools", "JournalTools", "LogTools", "ReminderTools", "RoutineTools", "TaskTools"]
