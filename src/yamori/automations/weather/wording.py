"""Answers about the weather in one or two sentences: always with the place, the day and who says so. Pure.

They say what `questions` and `outline` found and compute nothing. A period that a forecast does not reach is said to be unknown.
"""

from collections.abc import Sequence
from datetime import date, datetime

from yamori.agentkit.phrasing import sentences, series
from yamori.automations.calendar_words import day_name, day_words, time_words
from yamori.automations.texts import TEXTS
from yamori.automations.weather.codes import Kind
from yamori.automations.weather.forecast import HOUR, Day, Forecast, Hour, Period, whole_day
from yamori.automations.weather.outline import Outline, outline, worst
from yamori.automations.weather.questions import POSSIBLE, FrostAnswer, Rain, Temperatures, Umbrella, UmbrellaAdvice, Wind
from yamori.automations.weather.source_words import ended, parts_words, period_words
from yamori.automations.wording import capitalized
from yamori.domain.language import Language

_SNOWS_BELOW = 1.0
"""Degrees of a day's highest at which what may fall is called snow."""


def weather_sentence(forecast: Forecast, day: date, *, now: datetime, language: Language) -> str:
    """`Tomorrow in Kyoto: light rain in the afternoon, 9 to 15 °C (Open-Meteo, 07:00).` Of today, what is still to come."""
    said = _day_told(forecast, day, now=now, language=language)
    if said is None:
        return _unknown(forecast, whole_day(day, forecast.location.zone), now=now, language=language)
    return ended(forecast, said, now=now, language=language)


def days_sentence(forecast: Forecast, days: Sequence[date], *, now: datetime, language: Language) -> str:
    """The same of several days, with the source once; those that the forecast does not reach are told as unknown."""
    told = [(day, _day_told(forecast, day, now=now, language=language)) for day in days]
    said = [text for _, text in told if text is not None]
    unknown = [day for day, text in told if text is None]
    texts = [ended(forecast, TEXTS.said(language, "weather.days_joint").join(said), now=now, language=language)] if said else []
    if unknown:
        texts.append(_unknown(forecast, whole_day(unknown[0], forecast.location.zone), now=now, language=language))
    return sentences(texts, language)


def _day_told(forecast: Forecast, day: date, *, now: datetime, language: Language) -> str | None:
    """Without its source; None where nothing of the day is known."""
    found, seen = forecast.day(day), outline(forecast, day, now=now)
    if found is None or seen is None:
        return None
    today, place = now.astimezone(forecast.location.zone).date(), forecast.location.name
    name, sky, span = day_name(day, today, language), _outlined(seen, found, language), _span(found.low, found.high, language)
    said = TEXTS.said(language, f"weather.day.{'past' if day < today else 'coming'}", day=name, place=place, sky=sky, span=span)
    return capitalized(said, language)


def rain_sentence(forecast: Forecast, rain: Rain, *, now: datetime, language: Language) -> str:
    """Whether it rains in a period, and when."""
    if rain.value is None:
        return _unknown(forecast, rain.period, now=now, language=language)
    name = "likely" if rain.value else "possible" if (rain.probability or 0) >= POSSIBLE else "unlikely"
    return ended(forecast, _rain_said(forecast, rain, f"rain.{name}", now=now, language=language), now=now, language=language)


def umbrella_sentence(forecast: Forecast, advice: UmbrellaAdvice, *, now: datetime, language: Language) -> str:
    """Whether to take an umbrella, and why."""
    if advice.value is None:
        return _unknown(forecast, advice.rain.period, now=now, language=language)
    name = f"umbrella.{advice.value.value}"
    if advice.value is Umbrella.FOLDING and not _lasts(advice.rain):  # what is only possible is not told to last
        name = "umbrella.folding_at"
    return ended(forecast, _rain_said(forecast, advice.rain, name, now=now, language=language), now=now, language=language)


def _rain_said(forecast: Forecast, rain: Rain, name: str, *, now: datetime, language: Language) -> str:
    return TEXTS.said(
        language,
        f"weather.{name}",
        when=period_words(forecast, rain.period, now=now, language=language),
        place=forecast.location.name,
        falls=_falls(rain.hours, language),
        hours=_wet_hours(forecast, rain, language),
        chance=_chance(rain, language),
    )


def temperatures_sentence(forecast: Forecast, found: Temperatures, *, now: datetime, language: Language) -> str:
    """The lowest and the highest of a day, and when."""
    if found.low is None or found.high is None:
        return _unknown(forecast, whole_day(found.date, forecast.location.zone), now=now, language=language)
    coldest, warmest = (time_words(hour.start.astimezone(forecast.location.zone), language) for hour in found.hours)
    said = TEXTS.said(
        language,
        "weather.temperatures",
        day=day_name(found.date, now.astimezone(forecast.location.zone).date(), language),
        place=forecast.location.name,
        span=_span(found.low, found.high, language),
        coldest=coldest,
        warmest=warmest,
    )
    return ended(forecast, capitalized(said, language), now=now, language=language)


def wind_sentence(forecast: Forecast, wind: Wind, *, now: datetime, language: Language) -> str:
    """Whether the wind is stronger than was asked, in the unit that forecasts have in the language."""
    if wind.value is None or wind.strongest is None:
        return _unknown(forecast, wind.period, now=now, language=language)
    strongest = max(wind.hours, key=lambda hour: hour.wind)
    said = TEXTS.said(
        language,
        "weather.wind.strong" if wind.value else "weather.wind.calm",
        when=period_words(forecast, wind.period, now=now, language=language),
        place=forecast.location.name,
        speed=TEXTS.said(language, "weather.wind.speed", speed=wind.strongest * float(TEXTS.said(language, "weather.wind.of_metres"))),
        time=time_words(strongest.start.astimezone(forecast.location.zone), language),
    )
    return ended(forecast, said, now=now, language=language)


def frost_sentence(forecast: Forecast, frost: FrostAnswer, *, now: datetime, language: Language) -> str:
    """Whether it freezes in the night."""
    if frost.value is None or frost.low is None:
        return _unknown(forecast, frost.period, now=now, language=language)
    coldest = min(frost.hours, key=lambda hour: hour.temperature)
    time = time_words(coldest.start.astimezone(forecast.location.zone), language)
    low, place = TEXTS.said(language, "weather.degrees", degrees=_whole(frost.low)), forecast.location.name
    said = TEXTS.said(language, f"weather.frost.{frost.value.value}", place=place, low=low, time=time)
    return ended(forecast, said, now=now, language=language)


def _unknown(forecast: Forecast, period: Period, *, now: datetime, language: Language) -> str:
    """The forecast does not reach the period, or not all of it."""
    when, place = period_words(forecast, period, now=now, language=language), forecast.location.name
    until, zone, reach = forecast.until, forecast.location.zone, ""
    if until is not None:
        last = day_words((until - HOUR).astimezone(zone).date(), now.astimezone(zone).date(), language)
        reach = TEXTS.said(language, "weather.reach", last=last)
    said = TEXTS.said(language, "weather.unknown", when=when, place=place, reach=reach)
    return ended(forecast, said, now=now, language=language)


def _outlined(seen: Outline, day: Day, language: Language) -> str:
    sky = seen.code.words(language)
    if seen.parts:
        return TEXTS.said(language, "weather.sky.in_parts", sky=sky, parts=parts_words(seen.parts, seen.considered, language))
    if seen.possible is None:
        return sky
    return TEXTS.said(language, f"weather.sky.{'snow' if day.high <= _SNOWS_BELOW else 'rain'}", sky=sky, chance=seen.possible)


def _falls(wet: tuple[Hour, ...], language: Language) -> str:
    kind = worst(wet).kind
    return TEXTS.said(language, f"weather.falls.{(kind if kind in (Kind.SNOW, Kind.STORM) else Kind.RAIN).value}")


def _wet_hours(forecast: Forecast, rain: Rain, language: Language) -> str:
    """From the first wet hour to the last; hours between may be dry."""
    zone, wet = forecast.location.zone, rain.hours
    start, end = wet[0].start.astimezone(zone), wet[-1].end.astimezone(zone)
    if _lasts(rain):
        return TEXTS.said(language, "weather.wet_hours.whole")
    is_midnight = end.hour == 0 and end.minute == 0
    last = TEXTS.said(language, "weather.wet_hours.midnight") if is_midnight else time_words(end, language)
    name = "through" if _is_through(rain) else "at_times"
    return TEXTS.said(language, f"weather.wet_hours.{name}", start=time_words(start, language), end=last)


def _is_through(rain: Rain) -> bool:
    """No hour between the first and the last is dry."""
    return (rain.hours[-1].end - rain.hours[0].start) == HOUR * len(rain.hours)


def _lasts(rain: Rain) -> bool:
    """Every hour of the period is a wet one."""
    return _is_through(rain) and rain.hours[0].start <= rain.period.start and rain.hours[-1].end >= rain.period.end


def _chance(rain: Rain, language: Language) -> str:
    """How probable, and how much where it rains."""
    parts = []
    if rain.probability is not None:
        name = "likely" if rain.value else "at_most"
        parts.append(TEXTS.said(language, f"weather.chance.{name}", probability=rain.probability))
    if rain.value and rain.amount >= 1 and worst(rain.hours).kind is not Kind.SNOW:  # snow is told in centimetres, which nobody gives
        parts.append(TEXTS.said(language, "weather.chance.amount", amount=rain.amount))
    return TEXTS.said(language, "weather.chance.text", parts=series(parts, language)) if parts else ""


def _span(low: float, high: float, language: Language) -> str:
    first, last = _whole(low), _whole(high)
    if first == last:
        return TEXTS.said(language, "weather.degrees", degrees=last)
    return TEXTS.said(language, "weather.span", low=first, high=last)


def _whole(value: float) -> int:
    """Rounded half up, as thermometers are read; never -0."""
    return int(value + 0.5) if value >= 0 else -int(-value + 0.5)
