"""Sun and moon as a person hears them. Pure; says only what `sun` and `moon` have computed."""

from datetime import datetime, timedelta

from yamori.automations.calendar_words import day_words, time_words
from yamori.automations.location import Location, noted
from yamori.automations.sky.moon import MoonName, MoonPhase, MoonTimes
from yamori.automations.sky.sun import SunTimes
from yamori.automations.texts import TEXTS
from yamori.automations.trigger import SunEvent
from yamori.automations.wording import capitalized
from yamori.domain.language import Language


def sun_sentence(location: Location, times: SunTimes, event: SunEvent, *, now: datetime, language: Language) -> str:
    """`Today in Kyoto the sun sets at 16:47.` With a note where the place is approximate."""
    moment = times.at(event)
    if moment is None:
        return _said(location, times.polar.value if times.polar is not None else "never", times, now, language)
    return _said(location, event.value, times, now, language, time=time_words(moment, language))


def day_length_sentence(location: Location, times: SunTimes, *, now: datetime, language: Language) -> str:
    """`Today in Kyoto the sun is up for 9 h 58 min.`"""
    hours, minutes = divmod(round(times.length / timedelta(minutes=1)), 60)
    return _said(location, "length", times, now, language, hours=hours, minutes=minutes)


def _said(location: Location, name: str, times: SunTimes, now: datetime, language: Language, **values: object) -> str:
    day = day_words(times.date, now.astimezone(location.zone).date(), language)
    said = TEXTS.said(language, f"sky.{name}", day=day, place=location.name, **values)
    return noted(capitalized(said, language), location, language)


def moon_times_sentence(location: Location, times: MoonTimes, *, now: datetime, language: Language) -> str:
    """`Today in Kyoto the moon sets at 06:11 and rises at 17:02.`, in the order in which it does."""
    events = sorted((at, name) for at, name in ((times.moonrise, "rises"), (times.moonset, "sets")) if at is not None)
    parts = [TEXTS.said(language, f"moon.{name}", time=time_words(at, language)) for at, name in events]
    told = TEXTS.said(language, "moon.events", events=TEXTS.said(language, "and").join(parts))
    if not parts:
        told = TEXTS.said(language, "moon.always_up" if times.is_up_at_midnight else "moon.never_up")
    day = day_words(times.date, now.astimezone(location.zone).date(), language)
    return noted(capitalized(TEXTS.said(language, "moon.times", day=day, place=location.name, told=told), language), location, language)


def moon_sentence(phase: MoonPhase, *, next_full: datetime, next_new: datetime, now: datetime, language: Language) -> str:
    """The phase, and whichever of the full and the new moon comes first."""
    return TEXTS.said(
        language,
        "moon.now",
        name=moon_words(phase.name, language),
        share=round(phase.lit * 100),
        next=next_words(MoonName.FULL if next_full < next_new else MoonName.NEW, language),
        day=day_words(min(next_full, next_new).date(), now.date(), language),
    )


def moon_words(name: MoonName, language: Language) -> str:
    """`a full moon`, 満月."""
    return TEXTS.said(language, f"moon.names.{name.value}")


def next_words(name: MoonName, language: Language) -> str:
    """The full or the new moon, behind `the next`."""
    return TEXTS.said(language, f"moon.next.{name.value}")
