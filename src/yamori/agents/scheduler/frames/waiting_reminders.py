"""Which waiting reminders, timers and alarms a title of a frame means."""

from dataclasses import dataclass
from datetime import datetime

from yamori.agents.scheduler.frames.rows import options_of
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import when_of
from yamori.agents.scheduler.frames.vocabulary import forms_of, speak_of, without
from yamori.agents.scheduler.rules.entities.resolution import option
from yamori.agents.scheduler.rules.entities.titles import match_title, plain
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.domain.when import When, resolve, without_when
from yamori.understanding.frame import Slot, SlotName


@dataclass(frozen=True)
class _TitledReminder:
    reminder: Reminder
    title: str


def reminders_of(spoken: SpokenFrame, slot: Slot | None) -> tuple[Reminder, ...] | None:
    """The waiting reminders, timers or alarms that a title speaks of (`the pasta timer`, `all alarms`); None where it speaks of none, or is
    the very title of a row. Raises `Unhonoured` where nothing is named, or more than the words can tell apart."""
    words = spoken.said(slot) if slot is not None else ""
    forms = forms_of(words) if slot is not None else spoken.words
    sort = next((s for s in ("timer", "alarm", "reminder") if speak_of(forms, s)), None)
    sort = sort or ("reminder" if speak_of(spoken.words, "reminding") else None)
    if sort is None or plain(words) in {plain(title) for title in spoken.known.titles}:
        return None
    pool = [_TitledReminder(r, _title_of(r, spoken)) for r in spoken.known.reminders if _is_a(sort, r)]
    name = without(words, sort, "entry", "all", "myself")
    bare = without_when(name, spoken.utterance.now)
    if bare != name:  # `the seven o'clock alarm`
        pool = [held for held in pool if _due(held.reminder, resolve(name, spoken.utterance.now), spoken)]
    if spoken.content(bare):
        match = match_title(bare, pool)
        pool = list(match.candidates or ((match.found,) if match.found is not None else ()))
    at = when_of(spoken, SlotName.WHEN)
    found = tuple(held.reminder for held in pool if _due(held.reminder, at, spoken))
    chosen = tuple(r for r in found if spoken.known.chosen and option(r, zone_of(spoken.known.now)) == spoken.known.chosen)
    found = chosen or found
    if not found:
        raise Unhonoured(spoken.slot(SlotName.WHEN) if pool and at.found else slot)
    if len(found) > 1 and not speak_of(forms, "all"):
        raise Unhonoured(slot, options_of(found, spoken))
    return found


def _is_a(sort: str, reminder: Reminder) -> bool:
    if sort == "timer":
        return reminder.timer
    return not reminder.timer and (sort == "reminder" or reminder.moment is not None)


def _title_of(reminder: Reminder, spoken: SpokenFrame) -> str:
    about = next((t.title for t in spoken.known.tasks if t.id == reminder.task_id), None)
    return reminder.text or about or next((r.title for r in spoken.known.routines if r.id == reminder.routine_id), "")


def _due(reminder: Reminder, at: When, spoken: SpokenFrame) -> bool:
    """Whether it comes on the day and at the time said."""
    if not at.found:
        return True
    due = reminder.due.astimezone(zone_of(spoken.known.now)) if reminder.due is not None else datetime.min
    in_days = not at.date_said or at.date is None or at.date <= due.date() <= (at.end_date or at.date)
    return in_days and (at.time is None or due.time().replace(second=0, microsecond=0) in (at.time, *at.ambiguous))
