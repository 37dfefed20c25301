"""What a condition on the weather or the dark becomes in an automation: a condition beside a moment or a reading, or a trigger of its own.

Pure; `drafting` calls it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from datetime import time as Clock

from yamori.automations.action import Action, Ask, Notify
from yamori.automations.condition import SunIs, WeatherIs
from yamori.automations.life import FOR_EVER, ONCE, Life
from yamori.automations.outdoors.asked import asked_in
from yamori.automations.outdoors.foretold import Foretold, foretold
from yamori.automations.outdoors.foretold_wording import question_text, state_text, told_text
from yamori.automations.outdoors.subject import Subject
from yamori.automations.outdoors.vocabulary import says
from yamori.automations.reading.hanging import Later
from yamori.automations.reading.moments import Timed
from yamori.automations.texts import TEXTS
from yamori.automations.trigger import At, Forecast, Trigger
from yamori.domain.language import Language
from yamori.domain.when import resolve
from yamori.understanding.utterance import utterance_of

AGENT = "weather"
"""Who is asked about it when it is so."""
_DARK = frozenset((Subject.DARK, Subject.DUSK, Subject.SUNSET))
_LIGHT = frozenset((Subject.DAWN, Subject.SUNRISE))
_USUAL = (7, 18)
"""Of two hours that `at two` may mean, the one from here to here, as `domain.when` has it."""
_NEAR = 1
"""Days from today on that can be counted anew each time (`today`, `tomorrow`)."""


@dataclass(frozen=True, kw_only=True)
class Foreseen:
    """A condition on the forecast in a sentence for later."""

    words: str
    found: Foretold
    now: datetime
    language: Language

    @property
    def shows(self) -> str:
        """As it can follow `when` or `if`; in Japanese it ends in たら or なら."""
        return state_text(self.found, self.now.date(), self.language)

    @property
    def told(self) -> str:
        return told_text(self.found, self.language)

    def trigger(self) -> Forecast:
        return Forecast(asks=self.found.asks(), text=self.words)

    def condition(self, triggers: Sequence[Trigger]) -> WeatherIs | None:
        """Beside these; None where the day that it names is over by then, or is another one each time."""
        moments = [trigger.moment for trigger in triggers if isinstance(trigger, At)]
        ends = self.found.ends(self.now)
        if ends is None or len(moments) == len(triggers):
            late = ends is not None and any(moment >= ends for moment in moments)
            return None if late else WeatherIs(asks=self.found.asks(), text=self.words)
        today = self.now.date()
        assert self.found.day is not None
        if not 0 <= (self.found.day - today).days <= _NEAR:
            return None
        return WeatherIs(asks=self.found.asks(seen_from=today), text=self.words)

    def life(self, *, once: bool) -> Life:
        """Of its trigger: a day that was named comes once."""
        ends = self.found.ends(self.now)
        return Life(times=1, until=ends) if ends is not None else ONCE if once else FOR_EVER

    def asked(self, person: str) -> Action:
        """What tells the person that it is so: the forecast itself, asked for then, or a plain sentence."""
        question = question_text(self.found, self.now.date(), self.language)
        return Ask(agent=AGENT, request=question, person=person) if question else Notify(person=person, text=self.told)


def moment_for(times: str, foreseen: Sequence[Foreseen], now: datetime) -> Timed | None:
    """The moment of a time without a day beside weather of a day (`if it rains tomorrow, … at seven`): on that day, the first hour that
    may be meant. None where the time says its day, or none that fits."""
    days = [one for one in foreseen if one.found.day is not None]
    when = resolve(times, now)
    if not days or when.date_said or when.time is None or when.rrule is not None or when.each or when.others:
        return None
    day, ends = days[0].found.day, days[0].found.ends(now)
    assert day is not None and ends is not None
    hours = sorted((when.time.replace(fold=0), *(at for at in when.ambiguous if isinstance(at, Clock))))
    moments = [datetime.combine(day, hour, now.tzinfo) for hour in hours]
    fitting = [moment for moment in moments if now < moment < ends]
    usual = [moment for moment in fitting if _USUAL[0] <= moment.hour <= _USUAL[1]]
    return Timed(triggers=(At(moment=(usual or fitting)[0]),)) if fitting else None


def sun_condition(words: str, now: datetime) -> SunIs | None:
    """Whether the sun is to be up or down at the moment that the sentence names (`if it is dark outside`); None for other words."""
    utterance = utterance_of(words, now)
    asked = asked_in(utterance, home=())
    left = [word for word in asked.unexplained if not any(word.span.overlaps(marker.span) for marker in utterance.markers)]
    if not asked.subjects or left or asked.when.found or not set(asked.subjects) <= _DARK | _LIGHT:
        return None
    up = set(asked.subjects) <= _LIGHT or says("lit", utterance)
    return SunIs(up=up is not says("not", utterance))


def with_day(part: Later, now: datetime, *, home: Sequence[str]) -> Later:
    """A day that stands alone beside weather without one is the weather's: 土曜日に|雪が降りそうなら."""
    when = resolve(part.times, now)
    alone = when.found and when.date_said and when.time is None and when.rrule is None and not when.problem
    found = [foretold(words, now, home=home) for words in part.conditions] if alone else []
    if len(found) != 1 or not isinstance(found[0], Foretold) or found[0].day is not None:
        return part
    space = "" if utterance_of(part.conditions[0], now).vocabulary.morphemes else " "
    first, last = (part.times, part.conditions[0]) if not space else (part.conditions[0], part.times)
    return replace(part, times="", conditions=(f"{first}{space}{last}",))


def late(foreseen: Foreseen, language: Language) -> str:
    """Why a day of the weather does not go with the moment."""
    return TEXTS.said(language, "late_weather", words=foreseen.words)


def sun_text(condition: SunIs, language: Language) -> str:
    """As it can follow `if`; in Japanese it ends in たら."""
    return TEXTS.said(language, "sun.up" if condition.up else "sun.down")
