"""A condition on the forecast as it is said back, as it is told, and as a question. Pure."""

from datetime import date, time

from yamori.agentkit.agent import Declined
from yamori.automations.calendar_words import day_name, is_dated, time_words
from yamori.automations.outdoors.foretold import Foretold, Unfit
from yamori.automations.texts import TEXTS
from yamori.automations.weather.holding import About
from yamori.domain.language import Language

_PARTS = {
    (time(6), time(12)): "morning",
    (time(12), time(18)): "afternoon",
    (time(18), time(0)): "evening",
    (time(18), time(6)): "night",
}


def state_text(found: Foretold, today: date, language: Language) -> str:
    """`rain is forecast for tomorrow in the morning`, as it can follow `if` or `when`; 明日の午前に雨の予報が出ていたら."""
    return TEXTS.said(language, f"{_name(found)}.shows", value=_value(found), period=period_text(found, today, language))


def told_text(found: Foretold, language: Language) -> str:
    """`Rain is forecast.`, said when it is so."""
    return TEXTS.said(language, f"{_name(found)}.told", value=_value(found))


def question_text(found: Foretold, today: date, language: Language) -> str:
    """What the Weather agent is asked then, so that what is told has hours and a source; empty where the plain sentence says all."""
    name = f"foretold.questions.{found.about.value}"
    if found.negated or not TEXTS.has(language, name):
        return ""
    if found.day is None:
        return TEXTS.said(language, f"{name}.hours", hours=found.hours)
    return TEXTS.said(language, f"{name}.day", day=found.day, part=_part_text(found, language))


def period_text(found: Foretold, today: date, language: Language) -> str:
    """` for tomorrow in the morning`; 明日の午前に. Frost is of the night, and has none."""
    if found.about is About.FROST:
        return ""
    if found.day is None:
        return TEXTS.said(language, "foretold.hour" if found.hours == 1 else "foretold.hours", hours=found.hours)
    day, part = day_name(found.day, today, language), _part(found)
    if part is None or is_dated(found.day, today):
        return TEXTS.said(language, "foretold.day", day=day, part=_part_text(found, language))
    return TEXTS.said(language, f"foretold.{'today' if found.day == today else 'near'}.{part}", day=day)


def unfit_text(unfit: Unfit, language: Language) -> Declined:
    """Why nothing was set up, and what can be said instead."""
    name = "foretold.needs_number" if unfit.needs_number else "foretold.unread"
    return Declined(text=TEXTS.said(language, name, words=unfit.unread))


def _name(found: Foretold) -> str:
    return f"foretold.{'denied' if found.negated else 'so'}.{found.about.value}"


def _value(found: Foretold) -> str:
    return f"{found.value:g}" if found.value is not None else ""


def _part(found: Foretold) -> str | None:
    """The part of the day that is meant, where it has a name."""
    return _PARTS.get((found.start, found.end)) if found.start is not None and found.end is not None else None


def _part_text(found: Foretold, language: Language) -> str:
    if found.start is None or found.end is None:
        return ""
    if (part := _part(found)) is not None:
        return TEXTS.said(language, f"foretold.part.{part}")
    return TEXTS.said(language, "foretold.times", start=time_words(found.start, language), end=time_words(found.end, language))
