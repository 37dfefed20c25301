"""The stretch of time within which something is waited for: `if it opens tonight`, `in the next hour`, `between nine and midnight`. Pure.

It is no moment at which anything is done: within it the condition counts, and where it is one stretch and not each day's, with its end the
whole is over.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.automations.condition import TimeWindow
from yamori.automations.reading.hanging import Later
from yamori.automations.reading.lengths import is_range
from yamori.automations.reading.vocabulary import words_for
from yamori.domain.when import DayPart, Kind, WhenSpan
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.utterance import Utterance, utterance_of

_DUSK, _DAWN, _MIDNIGHT = Clock(17), Clock(6), Clock(0)
_NOON = 12


@dataclass(frozen=True, kw_only=True)
class Window:
    hours: TimeWindow | None = None
    """Of each day; None for all of it."""
    until: datetime | None = None


def windowed(part: Later, now: datetime) -> tuple[Later, Window | None]:
    """The part without the words for such a stretch, and the stretch; None where it has none, or more than one."""
    if not part.conditions or part.durations or part.vague:
        return part, None
    if part.times:
        found = _of_range(part.times, now)
        return (replace(part, times=""), found) if found is not None else (part, None)
    cut = [_of_condition(words, now) for words in part.conditions]
    windows = [window for _, window in cut if window is not None]
    return (replace(part, conditions=tuple(words for words, _ in cut)), windows[0]) if len(windows) == 1 else (part, None)


def _of_range(times: str, now: datetime) -> Window | None:
    """`Between nine and midnight` beside a condition."""
    utterance = utterance_of(times, now)
    ranges = [time for time in utterance.times if is_range(time)]
    within = words_for("lasting", utterance.language)
    loose = [w for w in utterance.words if not any(w.span.overlaps(span) for span in utterance.time_spans)]
    if len(ranges) != 1 or len(utterance.times) != 1 or any(w.text not in within and w.base not in within for w in loose):
        return None
    (only,) = ranges
    if only.time is None or only.end_time is None or only.time == only.end_time:
        return None
    start, end = only.time.replace(fold=0), only.end_time.replace(fold=0)
    if only.part is None and end <= start and start.hour < _NOON and end.hour < start.hour:
        start = start.replace(hour=start.hour + _NOON)  # between nine and midnight is not fifteen hours
    hours = TimeWindow(start=start, end=end)
    if only.date is None or (only.date == now.date() and not _says_day(only, utterance)):
        return Window(hours=hours)
    last = only.date + timedelta(days=1) if end <= start else only.date
    return Window(hours=hours, until=datetime.combine(last, end, now.tzinfo)) if only.date == now.date() else None


def _says_day(time: WhenSpan, utterance: Utterance) -> bool:
    """Whether a day stands in the words, which a time of day alone does not say."""
    return any(word in utterance.normal.text.lower() for word in words_for("this_day", utterance.language))


def _of_condition(words: str, now: datetime) -> tuple[str, Window | None]:
    """A condition without what of it says until when it counts."""
    utterance = utterance_of(words, now)
    text = utterance.normal.text
    if (end := _of_length(utterance)) is not None:
        at, length = end
        return text[:at].strip(" ,"), Window(until=now + length)
    days = [(time, span) for time, span in zip(utterance.times, utterance.time_spans, strict=True) if time.kind is Kind.DATE]
    if len(days) != 1 or len(utterance.times) != 1 or days[0][0].date != now.date() or days[0][0].time is not None:
        return words, None
    time, span = days[0]
    rest = (
        f"{text[: span.start].rstrip()} {text[span.end :].lstrip(' ,、')}"
        if not utterance.vocabulary.morphemes
        else text[: span.start] + text[span.end :].lstrip("、はにの")
    )
    tomorrow = now.date() + timedelta(days=1)
    match time.part:
        case None:
            return rest.strip(), Window(until=datetime.combine(tomorrow, _MIDNIGHT, now.tzinfo))
        case DayPart.NIGHT:
            hours, until = TimeWindow(start=_DUSK, end=_DAWN), datetime.combine(tomorrow, _DAWN, now.tzinfo)
        case DayPart.EVENING:
            hours, until = TimeWindow(start=_DUSK, end=_MIDNIGHT), datetime.combine(tomorrow, _MIDNIGHT, now.tzinfo)
        case _:
            return words, None
    return rest.strip(), Window(hours=hours if now.time() < _DUSK else None, until=until)


def _of_length(utterance: Utterance) -> tuple[int, timedelta] | None:
    """Where `in the next ten minutes` begins at the end of a condition, and how long it is."""
    low = utterance.normal.text.lower()
    for lead in words_for("within", utterance.language):
        at = low.rfind(f" {lead} ")
        rest = low[at + len(lead) + 2 :].strip(" .,")
        for said in (rest, f"an {rest}", f"a {rest}") if at >= 0 else ():
            found = amounts_in(said)
            if len(found) == 1 and found[0].start == 0 and not said[found[0].end :].strip(" .,"):
                return at, found[0].length
    return None
