"""The moment at which a person is reminded of something that has a day of its own: `tea on Friday, tell me in the morning`."""

from dataclasses import replace
from datetime import date as Day
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.adding import with_lead
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import new_when
from yamori.agents.scheduler.rules.reading.reminder_intents import HOURS, ReminderTime, minutes_before
from yamori.domain.when import DayPart, When
from yamori.understanding.frame import SlotName


def reminder_time(when: When) -> ReminderTime:
    """What the clock may show then; in the part of the day that was said, or in the morning, where no time was."""
    clocks = tuple(c for c in (when.time, *when.ambiguous) if isinstance(c, Clock))
    if not clocks:
        clocks = (HOURS["evening" if when.part in (DayPart.EVENING, DayPart.NIGHT) else when.part.value if when.part else "morning"],)
    return ReminderTime(clocks=clocks, day=when.date if when.date_said else None)


def minutes_to_begin(spoken: SpokenFrame, day: Day | None, begins: Clock | None) -> int:
    """From the moment that the frame says to what begins on this day. Raises `Unhonoured` where it comes after it."""
    slot, when = spoken.slot(SlotName.WHEN), new_when(spoken, SlotName.WHEN)
    if (when.time is None and when.part is None) or when.each or when.rrule is not None or day is None or begins is None:
        raise Unhonoured(slot)
    minutes = minutes_before(reminder_time(when), day, begins)
    if minutes is None:
        raise Unhonoured(slot)
    return minutes


def reminded_then(spoken: SpokenFrame, new: ToolCall) -> ToolCall:
    """What is added reminds the person at the frame's moment; what has no time of its own is put there. Raises `Unhonoured`."""
    when = new_when(spoken, SlotName.WHEN)
    day = Day.fromisoformat(str(new.arguments["date"])) if "date" in new.arguments else when.date
    if "time" not in new.arguments and when.time is not None and day is not None and (not when.date_said or when.date == day):
        at = {"date": day.isoformat(), "time": f"{when.time:%H:%M}"}
        return with_lead(replace(new, arguments={**new.arguments, **at}), 0)
    begins = Clock.fromisoformat(str(new.arguments["time"])) if "time" in new.arguments else None
    return with_lead(new, minutes_to_begin(spoken, day, begins))
