"""A condition on the forecast, read from its words: `if it rains tomorrow morning`, 雨が降りそうなら. Pure.

Called by the reading of automations (`drafting`), which makes it a condition beside a moment or a reading, or a trigger of its own.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from yamori.automations.outdoors.asked import Asked, asked_in
from yamori.automations.outdoors.asked_period import AskedPeriod, asked_period, said_period
from yamori.automations.outdoors.subject import WEATHER, Subject
from yamori.automations.outdoors.told import STRONG_WIND
from yamori.automations.outdoors.vocabulary import places_of, says, words_for
from yamori.automations.weather.holding import About
from yamori.domain.values import Value
from yamori.domain.when.english import numerals
from yamori.understanding.utterance import Utterance, utterance_of

SOON = 12
"""Hours that are meant where no time is said: until the evening, said in the morning, and through the night, said in the evening."""
_FREEZING = 0.5
"""Degrees below which a forecast rounds to zero."""


@dataclass(frozen=True, kw_only=True)
class Foretold:
    """What is waited for."""

    about: About
    value: float | None = None
    negated: bool = False
    day: date | None = None
    """The date that is meant; None for the hours from whenever it is asked."""
    start: time | None = None
    end: time | None = None
    hours: int = SOON
    """Those, where there is no date."""
    certain: bool = True
    """The words speak of a forecast or of a coming day; without them a sensor of the home may tell better."""

    def asks(self, *, seen_from: date | None = None) -> Mapping[str, Value]:
        """As `ports.Weather` takes it. `seen_from`: count the day from this one, for what comes again on other days."""
        found: dict[str, Value] = {"about": self.about.value}
        if self.value is not None:
            found["value"] = self.value
        if self.negated:
            found["negated"] = True
        if self.about is About.FROST:
            return found
        if self.day is None:
            return found | {"hours_ahead": self.hours}
        found |= {"days_ahead": (self.day - seen_from).days} if seen_from is not None else {"date": self.day.isoformat()}
        found |= {name: f"{at:%H:%M}" for name, at in (("start", self.start), ("end", self.end)) if at is not None}
        return found

    def ends(self, now: datetime) -> datetime | None:
        """When the time that is meant is over, on the clock of `now`; None where it is counted from whenever it is asked."""
        if self.day is None:
            return None
        is_next = self.end is None or self.end <= (self.start or time(0))
        return datetime.combine(self.day + timedelta(days=is_next), self.end or time(0), now.tzinfo)


@dataclass(frozen=True, kw_only=True)
class Unfit:
    """It is about the weather, and cannot be waited for as it was said."""

    needs_number: bool = False
    """From how many degrees on."""
    unread: str = ""


def foretold(words: str, now: datetime, *, home: Sequence[str]) -> Foretold | Unfit | None:
    """What the words of a condition wait for; None where they are not about the weather outdoors. `home`: what its place is called."""
    utterance = utterance_of(words, now)
    asked = asked_in(utterance, home=home)
    if not asked.subjects or any(subject not in WEATHER for subject in asked.subjects):
        return None
    topics = ("above", "below", "not", "fine")
    known = [span for topic in topics for span in places_of(words_for(topic, utterance.language), utterance)]
    known += [marker.span for marker in utterance.markers]
    left = [word for word in asked.unexplained if not any(word.span.overlaps(span) for span in known)]
    if left:
        return Unfit(unread=words) if asked.plain or asked.outside else None
    period = asked_period(replace(asked, is_now=asked.is_now and not says("foretells", utterance)), utterance)
    if period.until is not None or asked.when.problem or len(asked.subjects) > 1:
        return Unfit(unread=words)
    if says("ends", utterance) and asked.subjects[0] is not Subject.TEMPERATURE:
        return Unfit(unread=words)
    found = _about(asked.subjects[0], utterance)
    if isinstance(found, Unfit):
        return found
    certain = says("foretells", utterance) or asked.when.found or asked.is_now
    return _at_time(replace(found, certain=certain), period, asked, utterance)


def _at_time(found: Foretold, period: AskedPeriod, asked: Asked, utterance: Utterance) -> Foretold:
    """With the time that was said."""
    if period.hours is not None:
        return replace(found, hours=period.hours)
    if not asked.when.found and said_period("hours", utterance) is None:
        return found
    end = period.end
    if period.start is not None and end is None:
        end = (datetime.combine(period.day, period.start) + timedelta(hours=1)).time()
    tonight = period.day == utterance.now.date() and (period.start is None or period.start >= time(18))
    if found.about is About.FROST and not tonight:
        found = replace(found, about=About.COLDER, value=_FREEZING)
    return replace(found, day=period.day, start=period.start, end=end)


def _about(subject: Subject, utterance: Utterance) -> Foretold | Unfit:
    negated = says("not", utterance)
    match subject:
        case Subject.RAIN | Subject.UMBRELLA:
            dry = any(word in utterance.normal.text.split() for word in ("dry",))
            return Foretold(about=About.RAIN, negated=negated or dry)
        case Subject.SNOW:
            return Foretold(about=About.SNOW, negated=negated)
        case Subject.FROST:
            return Foretold(about=About.FROST, negated=negated)
        case Subject.WIND:
            return Foretold(about=About.WINDIER, value=STRONG_WIND, negated=negated)
        case Subject.SUMMARY if says("fine", utterance):
            return Foretold(about=About.SUNNY, negated=negated)
        case Subject.TEMPERATURE:
            number = _number(utterance)
            if number is None:
                return Unfit(needs_number=True)
            below = says("below", utterance) or (not says("above", utterance) and not says("hot", utterance))
            return Foretold(about=About.COLDER if below else About.WARMER, value=number, negated=negated)
        case _:
            return Unfit(unread=utterance.text)


_DIGITS = re.compile(r"(?P<below>minus |マイナス|氷点下|-)?(?P<number>\d+(?:\.\d+)?)")


def _number(utterance: Utterance) -> float | None:
    """The one number that is no time; None where there is none, or several."""
    text = utterance.normal.text
    found = [
        -float(m["number"]) if m["below"] else float(m["number"])
        for m in _DIGITS.finditer(text)
        if not any(span.start <= m.start("number") < span.end for span in utterance.time_spans)
    ]
    if not found:
        found = [float(numerals.number(w.text)) for w in utterance.words if re.fullmatch(numerals.WORD, w.text)]
    return found[0] if len(found) == 1 else None
