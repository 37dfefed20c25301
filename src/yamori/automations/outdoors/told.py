"""What a forecast comes to for one question: the sentence, the answer where it is yes or no, and the numbers. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from yamori.automations.outdoors.wording import hour_sentence, snow_sentence
from yamori.automations.weather.codes import Kind
from yamori.automations.weather.forecast import Forecast, Period
from yamori.automations.weather.outline import worst
from yamori.automations.weather.questions import (
    Frost,
    Umbrella,
    frost_tonight,
    temperatures,
    umbrella_for,
    will_rain,
    wind_above,
)
from yamori.automations.weather.wording import (
    days_sentence,
    frost_sentence,
    rain_sentence,
    temperatures_sentence,
    umbrella_sentence,
    wind_sentence,
)
from yamori.domain.language import Language
from yamori.domain.values import Value

WeatherAbout = Literal["summary", "rain", "snow", "umbrella", "temperature", "wind", "frost"]
STRONG_WIND = 8.0
"""Metres per second from which on wind is called strong where nobody says how strong: twigs break, umbrellas turn (Beaufort 5 to 6)."""


@dataclass(frozen=True, kw_only=True)
class Told:
    text: str
    answer: bool | None = None
    """Of a question that yes or no answers; None where it does not, and where it is not known."""
    numbers: Mapping[str, Value] = field(default_factory=dict)


def told_of(
    forecast: Forecast,
    about: WeatherAbout,
    period: Period,
    *,
    days: Sequence[date],
    is_hour: bool,
    now: datetime,
    language: Language,
) -> Told:
    """`days` are those of the period. `is_hour`: one hour is asked about."""
    match about:
        case "rain":
            rain = will_rain(forecast, period)
            text = rain_sentence(forecast, rain, now=now, language=language)
            return Told(text=text, answer=rain.value, numbers={"probability": rain.probability})
        case "snow":
            rain = will_rain(forecast, period)
            answer = bool(rain.value) and worst(rain.hours).kind is Kind.SNOW if rain.value is not None else None
            return Told(text=snow_sentence(forecast, rain, now=now, language=language), answer=answer)
        case "umbrella":
            advice = umbrella_for(forecast, period)
            text = umbrella_sentence(forecast, advice, now=now, language=language)
            answer = None if advice.value is None else advice.value is not Umbrella.NO
            return Told(text=text, answer=answer, numbers={"probability": advice.rain.probability})
        case "wind":
            wind = wind_above(forecast, period, STRONG_WIND)
            text = wind_sentence(forecast, wind, now=now, language=language)
            return Told(text=text, answer=wind.value, numbers={"strongest": wind.strongest})
        case "frost" if len(days) == 1 and days[0] == now.astimezone(forecast.location.zone).date():
            frost = frost_tonight(forecast, now=now)
            answer = None if frost.value is None else frost.value is Frost.FROST
            return Told(text=frost_sentence(forecast, frost, now=now, language=language), answer=answer, numbers={"low": frost.low})
        case "temperature" | "summary" if is_hour and (within := forecast.within(period)):
            text = hour_sentence(forecast, within[0], now=now, language=language)
            return Told(text=text, numbers={"temperature": within[0].temperature})
        case _:
            return _by_days(forecast, about, days, now=now, language=language)


def _by_days(forecast: Forecast, about: str, days: Sequence[date], *, now: datetime, language: Language) -> Told:
    """A sentence for each day; the source is named once."""
    found = [temperatures(forecast, day) for day in days]
    if about in ("temperature", "frost") and len(days) == 1:
        text = temperatures_sentence(forecast, found[0], now=now, language=language)
    else:
        text = days_sentence(forecast, days, now=now, language=language)
    rows: list[Value] = [{"date": one.date.isoformat(), "low": one.low, "high": one.high} for one in found]
    lows = [one.low for one in found if one.low is not None]
    answer = None if about != "frost" or not lows else min(lows) <= 0
    return Told(text=text, answer=answer, numbers={"days": rows})
