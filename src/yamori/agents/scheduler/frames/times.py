"""When a frame says something is, lasts or comes again: its slots of time read together by `domain.when`."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.vocabulary import speak_of, without
from yamori.agents.scheduler.rules.reading.languages import reader_in
from yamori.domain.when import Every, When, WhenSpan, amounts, find_when, resolve, weekdays_named
from yamori.understanding.frame import IntentName, Slot, SlotName
from yamori.understanding.words_of import Word

_LOOKING_BACK = frozenset(
    (IntentName.LIST, IntentName.FIND, IntentName.COMPLETE, IntentName.WRITE_DIARY, IntentName.READ_DIARY),
)
"""What may be of days gone by."""
_NOT_THEN = frozenset(("before", "not", "until", "since", "through"))
"""What something new cannot be put on: `before Friday` is no Friday."""


def when_of(spoken: SpokenFrame, *names: SlotName) -> When:
    """What the slots of these names say together; nothing where there are none. Raises `Unhonoured` for a slot of which a part is not read,
    and for a day or time that does not exist."""
    slots = spoken.slots(*names)
    if not slots:
        return When()
    now = spoken.utterance.now
    text, places = _joined(spoken, slots)
    when = resolve(text, now)
    spans = find_when(text, now)
    for slot, (start, end) in zip(slots, places, strict=True):
        inside = [s for s in spans if s.start < end and start < s.end]
        if not inside or _unread(spoken, text, start, end) or any(s.problem for s in inside):
            raise Unhonoured(slot)
    if when.problem:
        raise Unhonoured(slots[0])
    whole = spoken.text
    for slot in slots:
        whole = whole.replace(spoken.said(slot), _with_its_hour(spoken, spoken.said(slot)))
    sentence = resolve(whole, now)
    if spoken.frame.intent not in _LOOKING_BACK and sentence.date is not None and sentence.date < now.date():
        return when  # `she said Wednesday` speaks of one to come
    return _as_in(sentence, when)


def _joined(spoken: SpokenFrame, slots: Sequence[Slot]) -> tuple[str, list[tuple[int, int]]]:
    """The slots' texts as one, with what ties them in the sentence (`Monday at 7 and Wednesday at 8`), and where each stands in it."""
    text, places = "", []
    for at, slot in enumerate(slots):
        if at:
            between = spoken.between(slots[at - 1], slot)
            others = [s for s in spoken.frame.slots if slots[at - 1].span.end <= s.span.start and s.span.end <= slot.span.start]
            text += between if between.strip() and not others and not spoken.content(between) else " "
        said = _with_its_hour(spoken, spoken.said(slot))
        places.append((len(text), len(text) + len(said)))
        text += said
    return text, places


def _unread(spoken: SpokenFrame, text: str, start: int, end: int) -> list[Word]:
    """The content words of a stretch of a text that no expression of time explains, but for such as `about` and ごろ."""
    spans = find_when(text, spoken.utterance.now)
    left = "".join(" " if any(s.start <= n < s.end for s in spans) else text[n] for n in range(start, end))
    return [word for word in spoken.content(left) if not speak_of((word.text, word.base), "vague")]


def _with_its_hour(spoken: SpokenFrame, said: str) -> str:
    """An hour that only its place shows (`five`, `Friday eight`, `8 to 12`) with the word that goes before hours."""
    left = _unread(spoken, said, 0, len(said))
    if not left and find_when(said, spoken.utterance.now):
        return said
    timed = str(reader_in(spoken.utterance.language).timed(said))
    if timed != said and find_when(timed, spoken.utterance.now):
        return timed
    at = left[0].span.start if left else 0
    for preposition in ("at", "from"):
        completed = f"{said[:at]}{preposition} {said[at:]}"
        if resolve(completed, spoken.utterance.now).time is not None and not _unread(spoken, completed, 0, len(completed)):
            return completed
    return said


def _as_in(sentence: When, when: When) -> When:
    """What the slots leave open, as the sentence around them suggests: `dinner at seven` is in the evening, `what was on Monday` past."""
    if when.date_said and when.end_date is None and (sentence.date in when.ambiguous or _is_same_weekday(sentence, when)):
        when = replace(when, date=sentence.date, ambiguous=tuple(a for a in when.ambiguous if a != sentence.date))
    clocks = [a for a in when.ambiguous if isinstance(a, Clock)]
    if not clocks or sentence.time not in (when.time, *clocks):
        return when
    open_still = [a for a in sentence.ambiguous if isinstance(a, Clock)]
    days = tuple(a for a in when.ambiguous if not isinstance(a, Clock))
    if sentence.time == when.time:
        return when if open_still else replace(when, ambiguous=days)
    day = when.date if when.date_said or sentence.date is None else sentence.date
    return replace(when, date=day, time=sentence.time, end_time=sentence.end_time, ambiguous=(*days, *open_still))


def _is_same_weekday(sentence: When, when: When) -> bool:
    """A weekday alone, which the sentence around it puts a week earlier."""
    bare = any(s.repeated is not None and s.repeated.every is Every.WEEK and s.end_date is None for s in when.spans)
    return bare and sentence.date is not None and when.date is not None and sentence.date == when.date - timedelta(days=7)


def new_when(spoken: SpokenFrame, *names: SlotName) -> When:
    """When something new is to be. Raises `Unhonoured` too where that is past, or several days and times that are no list."""
    when = when_of(spoken, *names)
    slot = next(iter(spoken.slots(*names)), None)
    past = any(is_past(one, spoken.utterance.now) for one in when.each or (when,))
    if slot is not None and (past or when.scattered or (when.rrule is None and any(map(_is_beside, when.spans)))):
        raise Unhonoured(slot)
    return when


def _is_beside(span: WhenSpan) -> bool:
    """The day or time that is meant lies before or after the one that is named; `after five` is at five, though."""
    return span.lead in _NOT_THEN or (span.lead == "after" and span.date is not None)


def is_past(when: When, now: datetime) -> bool:
    """It names a day or a time that has gone by."""
    last = when.end_date or when.date
    if last is None or when.rrule is not None:
        return False
    over = when.time if when.time is not None else when.part.ends if when.part is not None else None
    return last < now.date() or (last == now.date() and over is not None and datetime.combine(last, over, now.tzinfo) <= now)


def length_of(spoken: SpokenFrame, slot: Slot, *, of: str = "") -> timedelta | None:
    """The length that a slot says, wholly (`an hour and a half`); None where it says something else (`until ten`). `of` names what it may
    say beside: `timer`, as in `45 second timer`."""
    text = spoken.said(slot)
    found = amounts.amounts_in(text)
    left = text
    for amount in reversed(found):
        left = left[: amount.start] + " " + left[amount.end :]
    left = without(left, of) if of else left
    return found[0].length if len(found) == 1 and not spoken.content(left) and found[0].length else None


def weekdays_of(spoken: SpokenFrame) -> tuple[int, ...]:
    """The weekdays on which something comes again, 0 for Monday. Raises `Unhonoured` where the repetition is not read."""
    slots = spoken.slots(SlotName.REPEAT)
    named: list[int] = []
    for slot in slots:
        when, days = resolve(spoken.said(slot), spoken.utterance.now), weekdays_named(spoken.said(slot))
        if when.rrule is None and not days:
            raise Unhonoured(slot)
        named += days if when.rrule is None else ()
    return tuple(sorted(set(named)))


def period_of(when: When) -> tuple[Day, Day] | None:
    """The first and the last day that is said; None where no day is said."""
    if when.date is None or not when.date_said:
        return None
    days = sorted({s.date for s in when.spans if s.date is not None and s.end_date is None})
    if len(days) > 1 and when.end_date is None:
        return days[0], days[-1]
    return when.date, when.end_date or when.date
