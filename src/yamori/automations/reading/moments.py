"""Words for a moment as triggers: times and recurrences by `domain.when`, the sun by its names. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from datetime import time as Clock

from yamori.automations.reading.vocabulary import sun_events, words_for
from yamori.automations.trigger import At, Every, Recurring, Slot, Sun, SunEvent, Trigger
from yamori.domain.when import Kind, When, resolve
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.utterance import Utterance, utterance_of

_LENGTHS = {"HOURLY": timedelta(hours=1), "MINUTELY": timedelta(minutes=1)}


@dataclass(frozen=True, kw_only=True)
class Timed:
    """What words for a moment come to."""

    triggers: tuple[Trigger, ...] = ()
    until: datetime | None = None
    """The end of something that comes again."""
    unread: str = ""
    """A word that says something else; then there are no triggers."""
    lacks_time: bool = False
    """A day or part of one was said, and no time of it."""
    halves: tuple[Trigger, ...] = ()
    """In the morning and in the evening, where what comes again may be meant for either; then there are no triggers."""
    problem: str = ""
    """Why there is no such moment, in the text's language."""
    days: str = ""
    """Of a trigger that holds no days itself (the sun): the rule of those on which alone it comes (`every Sunday at sunset`)."""


def timed(words: str, now: datetime, *, after: Clock | None = None) -> Timed:
    """The triggers of words such as `every weekday at seven, at nine on Sundays` or 日没の30分前. A time that may be meant for either half
    of the day is the first one `after` what it takes back."""
    utterance = utterance_of(words, now)
    sun = sun_trigger(words, now)
    if sun is not None:
        return sun
    when = _standing(resolve(words, now), utterance)
    if when.problem:
        return Timed(problem=when.problem)
    left = [w.text for w in utterance.words if not any(w.span.overlaps(span) for span in utterance.time_spans)]
    if left or not when.found or (when.others and not when.each):
        return Timed(unread=" ".join(left) or words)
    if after is not None and not when.each:
        when = _following(when, after)
    if (halves := _halves(when)) and not when.each:
        return Timed(halves=tuple(t for clock in halves if (t := _trigger(replace(when, time=clock), now)) is not None))
    if (early := _by_the_wall(when)) is not None:
        when = replace(when, time=early)
    readings = _alike(when.each, words, now) or (when,)
    found = [_trigger(reading, now) for reading in readings]
    triggers = tuple(dict.fromkeys(trigger for trigger in found if trigger is not None))
    if None in found:
        return Timed(lacks_time=True)
    if len({type(trigger) is At for trigger in triggers}) > 1:
        return Timed(unread=words)  # one comes again and another once: nobody says that
    slots = [slot for trigger in triggers if isinstance(trigger, Recurring) for slot in trigger.slots]
    if len(slots) > 1 and len(triggers) == sum(isinstance(t, Recurring) for t in triggers):
        triggers = (Recurring(slots=tuple(slots), starts=min(t.starts for t in triggers if isinstance(t, Recurring))),)
    return Timed(triggers=triggers)


def _following(when: When, after: Clock) -> When:
    """The moment with the first of the times that it may mean after another one."""
    clocks = [clock for clock in (when.time, *when.ambiguous) if isinstance(clock, Clock)]
    if len(clocks) < 2 or when.part is not None:
        return when
    first = min(clocks, key=lambda clock: (_minutes(clock) - _minutes(after) - 1) % _DAY)
    return replace(when, time=first, ambiguous=())


def clock_of_day(trigger: Trigger, zone: tzinfo | None) -> Clock | None:
    """About when in the household's day something comes; None of what is at no time of its own."""
    match trigger:
        case At(moment=moment):
            return moment.astimezone(zone).time()
        case Recurring(slots=slots):
            return slots[0].at
        case Sun(event=event):
            return _ABOUT[event]
        case _:
            return None


_DAY = 24 * 60
_ABOUT = {
    SunEvent.DAWN: Clock(5),
    SunEvent.SUNRISE: Clock(6),
    SunEvent.NOON: Clock(12),
    SunEvent.SUNSET: Clock(18),
    SunEvent.DUSK: Clock(18, 30),
}


def _standing(when: When, utterance: Utterance) -> When:
    """Days of the week from one to another with a time of day (`Monday to Friday at 8:30`) as those of every week: what a home does
    by itself at such days is a rule, where a diary's entry would be one of the coming week."""
    days = [time for time in utterance.times if time.kind is Kind.PERIOD and time.repeated is not None]
    if when.rrule is not None or when.problem or when.time is None or len(days) != 1:
        return when
    leads = words_for("each", utterance.language)
    return next((again for lead in leads if (again := resolve(f"{lead}{utterance.text}", utterance.now)).rrule), when)


def _alike(each: Sequence[When], words: str, now: datetime) -> tuple[When, ...]:
    """The readings where one comes again: so do the days beside it (`on weekdays at seven, the weekend at nine`), and a time that may be
    meant for either half of the day is the one that lies nearer to the others."""
    if not any(when.rrule for when in each):
        return tuple(each)
    parts = _days_with_times(words, now)
    leads = ("",) if all(when.rrule for when in each) else ("", *words_for("each", utterance_of(words, now).language))
    again = [next((w for lead in leads if _is_endless(w := resolve(f"{lead}{part}", now))), None) for part in parts]
    apart = [when for when in again if when is not None and when.time is not None and not when.each]
    if len(apart) == len(parts) > 1:
        each = apart  # each time with the days that stand beside it, and with no others
    return tuple(replace(when, time=_near(when, [other for other in each if other is not when])) for when in each)


def _is_endless(when: When) -> bool:
    return when.rrule is not None and "UNTIL" not in when.rrule


def _days_with_times(words: str, now: datetime) -> list[str]:
    """The pieces of words for several moments, each a day with its time, which may have stood apart, in either order."""
    found: list[str] = []
    whole = True
    for piece in words.split(", "):
        orders = [piece]
        if not whole:
            before = found.pop()
            orders = [f"{before} {piece}", f"{piece} {before}"]  # `at seven, weekdays`
        fitting = next((order for order in orders if _is_day_with_time(resolve(order, now))), None)
        found.append(fitting or orders[0])
        whole = fitting is not None
    return found


def _is_day_with_time(when: When) -> bool:
    return when.time is not None and (when.rrule is not None or when.date_said)


def _near(when: When, others: Sequence[When]) -> Clock | None:
    clocks = [when.time, *(clock for clock in when.ambiguous if isinstance(clock, Clock))]
    beside = [_minutes(other.time) for other in others if other.time is not None]
    known = [clock for clock in clocks if clock is not None]
    if when.time is None or when.time.hour % 12 not in _EARLY or not beside:
        return when.time
    return min(known, key=lambda clock: min(abs(_minutes(clock) - other) for other in beside))


def _minutes(clock: Clock) -> int:
    return clock.hour * 60 + clock.minute


_EARLY = range(5, 7)
"""Hours at which a day may begin as well as end: what comes again at one of them is asked about."""
_ROUND = (0,)
"""Minutes of such an hour that leave it open. Who says 5:40 for a rule goes by the clock on the wall, and the answer says it back."""


def _halves(when: When) -> tuple[Clock, ...]:
    """Both times of day, in their order, that the words for a routine may mean; empty where they mean one."""
    other = next((t for t in when.ambiguous if isinstance(t, Clock)), None)
    if when.rrule is None or when.part is not None or when.time is None or other is None:
        return ()
    early, late = sorted((when.time, other))
    return (early, late) if early.hour in _EARLY and early.minute in _ROUND else ()


def _by_the_wall(when: When) -> Clock | None:
    """The early one of both times of day where a rule names minutes of an hour that is either; None where it does not."""
    other = next((t for t in when.ambiguous if isinstance(t, Clock)), None)
    if when.rrule is None or when.part is not None or when.time is None or other is None:
        return None
    early = min(when.time, other)
    return early if early.hour in _EARLY and early.minute not in _ROUND else None


def half_meant(answer: str, halves: Sequence[Trigger], now: datetime) -> Trigger | None:
    """Which of both an answer means, by the part of the day or by the time; None where it says neither."""
    clocks = {t.slots[0].at: t for t in halves if isinstance(t, Recurring)}
    chosen = next((t for clock, t in clocks.items() if answer.strip() == f"{clock:%H:%M}"), None)
    if chosen is not None or not answer.strip() or not clocks:
        return chosen
    face = min(clocks)
    digits, counted = f"{face.hour}:{face:%M}", f"{face.hour}時{face.minute}分"
    for words in (answer, f"{answer} {digits}", f"{digits} {answer}", f"{answer}{counted}"):
        when = resolve(words, now)
        if when.time in clocks and not any(isinstance(t, Clock) for t in when.ambiguous):
            return clocks[when.time]
    return None


def _trigger(when: When, now: datetime) -> Trigger | None:
    zone = now.tzinfo
    assert zone is not None
    if when.rrule is not None:
        rule = dict(part.split("=", 1) for part in when.rrule.split(";"))
        if (length := _LENGTHS.get(rule["FREQ"])) is not None:
            return Every(seconds=int(length.total_seconds()) * int(rule.get("INTERVAL", "1")), start=now)
        if when.time is None:
            return None
        starts = when.date or now.date()
        return Recurring(slots=(Slot(rule=when.rrule, at=when.time.replace(fold=0)),), starts=starts)
    moment = when.moment(zone)
    if moment is None:
        return None
    if not when.date_said and when.part is None:  # of both halves of the day the one that comes first
        others = [datetime.combine(now.date() + timedelta(days=n), t, zone) for t in when.ambiguous if isinstance(t, Clock) for n in (0, 1)]
        moment = min(at for at in (moment, *others) if at > now)
    return At(moment=moment)


def sun_trigger(words: str, now: datetime) -> Timed | None:
    """The trigger of words that name an event of the sun; None where they name none."""
    utterance = utterance_of(words, now)
    low = utterance.normal.text.lower()
    found = next(((name, event) for name, event in sun_events(utterance.language) if name in low), None)
    if found is None:
        return None
    name, event = found
    rest = low.replace(name, " ", 1)
    amounts = amounts_in(rest)
    seconds = int(sum((a.length for a in amounts), timedelta()).total_seconds())
    bare = rest
    for amount in reversed(amounts):
        bare = bare[: amount.start] + " " + bare[amount.end :]
    sign = -1 if _has(bare, "before", utterance.language) else 1
    if seconds and sign == 1 and not _has(bare, "after", utterance.language):
        return Timed(unread=words)
    left = [w.text for w in utterance_of(bare, now).words if not _is_side(w.text, utterance.language)]
    every = resolve(words, now)
    if left and not every.rrule:
        return Timed(unread=" ".join(left))
    days = every.rrule if every.rrule is not None and not every.rrule.startswith("FREQ=DAILY") else ""
    return Timed(triggers=(Sun(event=event, offset_seconds=sign * seconds),), days=days)


def weekdays_of(rule: str) -> tuple[int, ...]:
    """The days of the week of a rule that comes on them every week, 0 for Monday; none for any other."""
    parts = dict(part.split("=", 1) for part in rule.split(";"))
    codes = parts.get("BYDAY", "").split(",")
    if parts.get("FREQ") != "WEEKLY" or set(parts) - {"FREQ", "BYDAY", "WKST"} or not set(codes) <= set(_CODES):
        return ()
    return tuple(sorted(_CODES.index(code) for code in codes))


_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def end_of(words: str, now: datetime) -> datetime | None:
    """The moment at which words such as `for half an hour` or 10時まで end; None for any others."""
    utterance = utterance_of(words, now)
    zone = now.tzinfo
    amounts = amounts_in(words)
    when = resolve(words, now)
    known = (*utterance.time_spans, *(marker.span for marker in utterance.markers))
    left = [word for word in utterance.words if not any(word.span.overlaps(span) for span in known)]
    if amounts and not (left and when.found):
        return now + sum((a.length for a in amounts), timedelta())
    return when.moment(zone) if zone is not None and when.found and not left and when.rrule is None else None


def comes_again(words: str, now: datetime) -> bool:
    """Whether words for a moment say that it comes again."""
    return resolve(words, now).rrule is not None


def _has(text: str, topic: str, language: str) -> bool:
    return any(word in text for word in words_for(topic, language))


def _is_side(word: str, language: str) -> bool:
    return any(word in known for topic in ("before", "after", "always", "once") for known in words_for(topic, language))
