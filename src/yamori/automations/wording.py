"""Automations in words, in the language of whoever made them: what waits for what, what is done, how long it goes on. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Date
from datetime import datetime, timedelta, tzinfo
from datetime import time as Clock

from yamori.agentkit.agent import Declined
from yamori.agentkit.phrasing import listed
from yamori.automations.condition import TimeWindow
from yamori.automations.grammar import grammar_of
from yamori.automations.life import Life
from yamori.automations.recurrence_words import days_said, is_daily
from yamori.automations.texts import TEXTS
from yamori.automations.trigger import At, Becomes, Every, Forecast, Generated, Recurring, Slot, Sun, Trigger
from yamori.domain.language import Language


@dataclass(frozen=True, kw_only=True)
class Said:
    """What only the person's words and the other agents' tell."""

    when: tuple[str, ...]
    """The conditions, as they can follow `when`."""
    does: tuple[str, ...]
    """What is done, each as it can follow `I will`."""
    tells: bool
    """The person is told."""
    note: str = ""
    """What has to be said of the moment."""
    message: str = ""
    """What they wanted to be told, in their words."""


def refusal(kind: str, language: Language, what: str = "") -> Declined:
    """Why nothing was set up."""
    return Declined(text=TEXTS.said(language, f"refusals.{kind}", what=what))


def said_back(triggers: Sequence[Trigger], life: Life, said: Said, *, now: datetime, language: Language) -> str:
    """What was understood, as a promise: trigger, action, how long it goes on."""
    zone = now.tzinfo
    assert zone is not None
    grammar, both, once = grammar_of(language), TEXTS.said(language, "and"), life.times == 1
    when = both.join(text for t in triggers if (text := moment_text(t, now, zone, language, once=once)))
    note = TEXTS.said(language, "promise.note", note=said.note) if said.note else ""
    lead = grammar.lead(when, both.join(said.when), note)
    does = grammar.actions([*said.does, *([_tell(said.message, language)] if said.tells else [])])
    text = grammar.capitalized(TEXTS.said(language, "promise.text", lead=lead, does=does))
    if life.until is not None:
        return text + _until(life.until.astimezone(zone), language)
    endless = any(isinstance(trigger, Becomes | Forecast | Generated) for trigger in triggers)
    return text + TEXTS.said(language, f"promise.ends.{'plain' if not endless else 'once' if once else 'on'}")


def _tell(message: str, language: Language) -> str:
    return TEXTS.said(language, "promise.tell_message", message=message) if message else TEXTS.said(language, "promise.tell")


def hours_said(hours: TimeWindow, language: Language) -> str:
    """The hours within which alone something counts, as they can stand in brackets."""
    return TEXTS.said(language, "hours", start=clock_text(hours.start), end=clock_text(hours.end))


def not_on(days: Sequence[Date], language: Language) -> str:
    """The days on which it is left out, as they can stand in brackets."""
    return TEXTS.said(language, "not_on", days=listed([date_text(day, language) for day in days], language))


def looked_into(request: str, language: Language) -> str:
    """A question for later, as it can follow `I will`."""
    return TEXTS.said(language, "looked_into", request=request)


def _until(end: datetime, language: Language) -> str:
    """How long something goes on: to the end of a day, or to a moment."""
    last = end - timedelta(days=1) if end.time() == Clock(0) else end
    name = "until.day" if last is not end else "until.moment"
    return TEXTS.said(language, name, day=date_text(last, language), clock=clock_text(end.time()))


def date_text(day: Date, language: Language) -> str:
    """`Thu 5 Mar`, 3月5日(木)."""
    return TEXTS.said(language, "date", day=day, weekday=TEXTS.listed(language, "weekdays")[day.weekday()])


def moment_text(trigger: Trigger, now: datetime, zone: tzinfo, language: Language, *, once: bool = False) -> str:
    """`at 18:20 (in 20 minutes)`, 毎週月曜の7:00; empty for what is no moment."""
    match trigger:
        case At():
            return _at(trigger.moment.astimezone(zone), now, language)
        case Recurring():
            return TEXTS.said(language, "and").join(_slot(slot, language) for slot in trigger.slots)
        case Every():
            length = length_text(timedelta(seconds=trigger.seconds), language)
            return TEXTS.said(language, "every.text", length=length.removeprefix(TEXTS.said(language, "every.without")))
        case Sun():
            return _sun(trigger, language, once)
        case _:
            return ""


def _at(moment: datetime, now: datetime, language: Language) -> str:
    """To the minute; the clock that counts down is the page's."""
    day = {0: "today", 1: "tomorrow"}.get((moment.date() - now.date()).days, "date")
    return TEXTS.said(language, f"moment.{day}", clock=clock_text(moment.time()), date=date_text(moment, language))


def _slot(slot: Slot, language: Language) -> str:
    days, clock = days_said(slot.rule, language), clock_text(slot.at)
    if days is None:
        return TEXTS.said(language, "slot.rule", rule=slot.rule, clock=clock)
    return TEXTS.said(language, "slot.daily" if is_daily(slot.rule, language) else "slot.days", days=days, clock=clock)


def _sun(trigger: Sun, language: Language, once: bool) -> str:
    offset = trigger.offset_seconds
    length = length_text(timedelta(seconds=abs(offset)), language)
    event = TEXTS.said(language, f"sun.events.{trigger.event.value}")
    text = TEXTS.said(language, f"sun.{'before' if offset < 0 else 'after' if offset else 'at'}", length=length, event=event)
    return text if once else TEXTS.said(language, "sun.daily", moment=text)


def clock_text(time: Clock) -> str:
    return f"{time.hour}:{time.minute:02}"


SOON = timedelta(hours=1)
"""A moment so near is said as a length too."""
_UNITS = (("hour", 3600), ("minute", 60), ("second", 1))


def soon_text(moment: datetime, now: datetime, language: Language) -> str:
    """`in 20 minutes`, 20分後; empty for what is further away."""
    left = moment - now
    if not timedelta(0) < left <= SOON:
        return ""
    return TEXTS.said(language, "in_a_while", length=length_text(left, language))


def length_text(length: timedelta, language: Language) -> str:
    """In its two largest units: `1 hour 30 minutes`, 1時間30分."""
    seconds = round(length.total_seconds())
    parts: list[str] = []
    for unit, size in _UNITS:
        count, seconds = divmod(seconds, size)
        if count and len(parts) < 2:
            parts.append(TEXTS.counted(language, f"units.{unit}", count))
    return TEXTS.said(language, "units.joint").join(parts)


def sentence_of(state: str, language: Language) -> str:
    """A condition as what somebody is told once it is so."""
    return grammar_of(language).told(state)


def clock_note(name: str, moment: datetime, language: Language) -> str:
    """That a moment was reckoned from an entry of the schedule, and stays where that is moved."""
    return TEXTS.said(language, "reckoned", name=name or TEXTS.said(language, "timer.unnamed"), clock=clock_text(moment.time()))


def timer_text(name: str, until: datetime, after: timedelta, language: Language) -> tuple[str, str]:
    """The end of a timer, or so long after it: as it can follow `when`, and as what somebody is told then."""
    timer = TEXTS.said(language, "timer.named", what=name) if name else TEXTS.said(language, "timer.unnamed")
    clock, length = clock_text(until.time()), length_text(after, language)
    shows = TEXTS.said(language, "timer.after" if after else "timer.up", timer=timer, clock=clock, length=length)
    return shows, capitalized(TEXTS.said(language, "timer.told", timer=timer), language)


def written_text(words: str, looks_at: Sequence[str], language: Language) -> tuple[str, str]:
    """A condition that was written as code: as it can follow `when`, and as what somebody is told once it is so."""
    shows = TEXTS.said(language, "written.shows", words=words, seen=listed(looks_at, language))
    return shows, capitalized(TEXTS.said(language, "written.told", words=words), language)


def no_longer(state: str, language: Language) -> str:
    """The end of a condition, as a condition."""
    return grammar_of(language).no_longer(state)


def either_text(states: Sequence[str], language: Language) -> str:
    """Conditions of which either is enough, as one."""
    return TEXTS.said(language, "either.shows").join(states)


def either_told(sentences: Sequence[str], language: Language) -> str:
    """What somebody is told once either of them is so."""
    return TEXTS.said(language, "either.told").join(sentences)


def instead_of(says: str, old: str, new: Sequence[str], language: Language) -> str:
    """What was said back, with other actions in place of one; empty where it does not stand there."""
    return grammar_of(language).replaced(says, old, new)


def also_tells(says: str, last: str, language: Language) -> str:
    """What was said back, with that the person is told as well behind its last action; empty where that does not stand there."""
    return grammar_of(language).extended(says, last, TEXTS.said(language, "promise.tell")) if last else ""


def done_text(actions: Sequence[str], language: Language) -> str:
    """What somebody is told once this was done; empty for nothing."""
    return TEXTS.said(language, "done_as_set_up", does=TEXTS.said(language, "and").join(actions)) if actions else ""


def taken_back_text(does: Sequence[str], back: Sequence[str], length: timedelta, language: Language) -> str:
    """What takes back something a while after it was done, as a promise."""
    grammar = grammar_of(language)
    done, after = grammar.done(does), grammar.actions(back)
    return grammar.capitalized(TEXTS.said(language, "taken_back", length=length_text(length, language), done=done, back=after))


def capitalized(text: str, language: Language) -> str:
    """A sentence of its own."""
    return grammar_of(language).capitalized(text)
