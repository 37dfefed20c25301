"""How long what is put off is then to go on: `for five minutes`, 5分間, also beside its moment (`at seven for half an hour`), to an end
that is said with it (`from seven to eight`, `at seven … until nine`), or as a rule (`every evening … until Friday`). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.automations.trigger import At, Recurring, Trigger
from yamori.domain.when import Kind, WhenSpan, resolve
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of
from yamori.understanding.vocabulary import MarkerKind

_OTHER = frozenset((MarkerKind.CONDITION, MarkerKind.EXCEPTION, MarkerKind.NEGATION, MarkerKind.UNTIL))


def length_of(words: str, now: datetime) -> timedelta | None:
    """The length that words name; None where they say anything else."""
    utterance, when = utterance_of(words, now), resolve(words, now)
    left = [word for word in utterance.words if not any(word.span.overlaps(span) for span in utterance.time_spans)]
    says_more = left or when.others or any(marker.kind in _OTHER for marker in utterance.markers)
    return when.spans[0].duration if len(when.spans) == 1 and not says_more and when.spans[0].kind is Kind.DURATION else None


def is_range(time: WhenSpan) -> bool:
    """Whether a time of day is said with its end: `from seven to eight`, 7時から8時まで."""
    return time.time is not None and time.end_time is not None


def length_beside(times: str, now: datetime) -> timedelta | None:
    """The length that stands beside a moment in the same words, or between it and its end; None for none."""
    when = resolve(times, now)
    ranges = [_between(span.time, span.end_time) for span in when.spans if span.time is not None and span.end_time is not None]
    if ranges:
        return ranges[0] if len(set(ranges)) == 1 else None
    found = [span.duration for span in when.spans if span.kind is Kind.DURATION and span.duration]
    return found[0] if len(found) == 1 and when.time is not None else None


def length_in(durations: Sequence[str], times: str, now: datetime) -> timedelta | None:
    """The one length of a part, said once; None where it says none, something else, or several."""
    said = [length_of(words, now) for words in durations]
    beside = length_beside(times, now) if times else None
    found = {length for length in (*said, beside) if length is not None}
    return found.pop() if len(found) == 1 and None not in said else None


@dataclass(frozen=True, kw_only=True)
class Until:
    """An end on the clock or in the calendar, as it was said."""

    day: Day | None
    clocks: tuple[Clock, ...]
    """What the clock may show then; none where only a day was said, which then is the last."""

    def ends_rule(self, now: datetime) -> datetime | None:
        """The end of something that comes again: the moment, or the end of the day. None where no day was said."""
        if self.day is None:
            return None
        if not self.clocks:
            return datetime.combine(self.day + timedelta(days=1), Clock(0), now.tzinfo)
        return datetime.combine(self.day, self.clocks[0], now.tzinfo)

    def length_after(self, trigger: Trigger, now: datetime) -> timedelta | None:
        """How long it is from a moment to this end: on the same day, or in the night after it. None where that cannot be told."""
        match trigger:
            case At(moment=moment):
                begins = moment.astimezone(now.tzinfo)
            case Recurring(slots=(slot,)) if self.day is None:
                begins = datetime.combine(now.date(), slot.at, now.tzinfo)
            case _:
                return None
        if not self.clocks:
            return None
        if self.day is not None:
            length = datetime.combine(self.day, self.clocks[0], now.tzinfo) - begins
            return length if length > timedelta() else None
        return min(_between(begins.time(), clock) for clock in self.clocks)


def last_of(trigger: Trigger, now: datetime) -> datetime | None:
    """The end of the last day of a recurrence that is said with one (金曜まで毎朝); None for any other trigger."""
    rules = [slot.rule for slot in trigger.slots] if isinstance(trigger, Recurring) else []
    days = [rule.partition("UNTIL=")[2][:8] for rule in rules if "UNTIL=" in rule]
    return datetime.combine(max(map(Day.fromisoformat, days)) + timedelta(days=1), Clock(0), now.tzinfo) if days else None


def until_of(durations: Sequence[str], now: datetime) -> Until | None:
    """The one end that words name (`until nine`, 金曜まで); None for anything else."""
    if len(durations) != 1:
        return None
    utterance, when = utterance_of(durations[0], now), resolve(durations[0], now)
    ends = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.UNTIL]
    known = [*utterance.time_spans, *ends]
    left = [word for word in utterance.words if not any(word.span.overlaps(span) for span in known)]
    if not ends or left or when.problem or when.others or when.rrule is not None or any(s.kind is Kind.DURATION for s in when.spans):
        return None
    if (when.date is None or not when.date_said) and when.time is None:
        return None
    clocks = (when.time, *(clock for clock in when.ambiguous if isinstance(clock, Clock))) if when.time is not None else ()
    last = next((span.end_date for span in when.spans if span.end_date is not None), None) or when.date  # `until March` ends with it
    return Until(day=last if when.date_said else None, clocks=tuple(clock.replace(fold=0) for clock in clocks))


def end_beside(times: str, now: datetime) -> tuple[str, str]:
    """Words for a moment without the end that stands among them (`at sunset until Friday`), and the words for that end; empty for none."""
    utterance = utterance_of(times, now)
    text = utterance.normal.text
    for end in (marker.span for marker in utterance.markers if marker.kind is MarkerKind.UNTIL):
        if utterance.vocabulary.morphemes:
            before = [span for span in utterance.time_spans if span.end >= end.start > span.start]
            cut = Span(before[-1].start, max(before[-1].end, end.end)) if before else None
        else:
            behind = [span for span in utterance.time_spans if span.end > end.end]
            cut = Span(min(end.start, behind[0].start), behind[0].end) if behind else None
        if cut is not None:
            rest = (utterance.normal.shown(Span(0, cut.start)), utterance.normal.shown(Span(cut.end, len(text))))
            joint = "" if utterance.vocabulary.morphemes else " "
            return joint.join(filter(None, (piece.strip(" ,、") for piece in rest))), utterance.normal.shown(cut)
    return times, ""


def begins_after(times: str, now: datetime) -> str | None:
    """The day after which something is said of a rule (日曜以降), where that is no moment of it; None for none."""
    utterance = utterance_of(times, now)
    after = [time for time in utterance.times if time.lead == "after" and time.date is not None and time.time is None]
    return after[0].text if after and len(utterance.times) > 1 else None


def _between(start: Clock, end: Clock) -> timedelta:
    """From a time of day to the next time that the clock shows another."""
    length = timedelta(hours=end.hour - start.hour, minutes=end.minute - start.minute)
    return length if length > timedelta() else length + timedelta(days=1)
