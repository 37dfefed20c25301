"""The history of readings: every change of an attribute, thinned with age, and the values and times that answer what people ask of it.

`apps` opens a `History`, lets a `Recorder` hear `Gate.changes()` and calls its `flush` and `History.thin` by the clock. Nothing here reads
a clock, commands a device or words an answer.
"""

from yamori.automations.history.charting import Chart
from yamori.automations.history.history import History, Thinned, open_history
from yamori.automations.history.limits import HistoryLimits
from yamori.automations.history.moments import Interval
from yamori.automations.history.numbers import Numbers
from yamori.automations.history.recorder import FLUSH_EVERY, Recorder
from yamori.automations.history.selecting import ValueThen
from yamori.automations.history.states import Count, LastTime, TimeIn
from yamori.automations.history.timeline import Change, Kept, Sought, Timeline, is_one_of

__all__ = [
    "FLUSH_EVERY",
    "Change",
    "Chart",
    "Count",
    "History",
    "HistoryLimits",
    "Interval",
    "Kept",
    "LastTime",
    "Numbers",
    "Recorder",
    "Sought",
    "Thinned",
    "TimeIn",
    "Timeline",
    "ValueThen",
    "is_one_of",
    "open_history",
]
