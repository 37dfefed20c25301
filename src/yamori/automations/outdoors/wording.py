"""Sentences that only the Weather agent says: one hour's weather, snow, the dark, the moon of a day. Pure."""

from datetime import date, datetime

from yamori.automations.calendar_words import day_name, day_words, time_words
from yamori.automations.location import Location, noted
from yamori.automations.sky.moon import MoonName, MoonPhase
from yamori.automations.sky.wording import moon_words, next_words
from yamori.automations.texts import TEXTS
from yamori.automations.weather.codes import CODES, Kind, code_by_cloud
from yamori.automations.weather.forecast import Forecast, Hour
from yamori.automations.weather.outline import worst
from yamori.automations.weather.questions import Rain, is_wet
from yamori.automations.weather.source_words import ended, period_words
from yamori.automations.weather.wording import rain_sentence
from yamori.automations.wording import capitalized
from yamori.domain.language import Language


def hour_sentence(forecast: Forecast, hour: Hour, *, now: datetime, language: Language) -> str:
    """`Tomorrow at 15:00 in Kyoto: 14 °C, overcast (Open-Meteo, 07:00).`"""
    zone = forecast.location.zone
    start, today = hour.start.astimezone(zone), now.astimezone(zone).date()
    code = worst((hour,)) if is_wet(hour) else CODES.get(hour.code, code_by_cloud(hour.cloud))
    code = code if is_wet(hour) or code.kind is Kind.SKY else code_by_cloud(hour.cloud)
    said = TEXTS.said(
        language,
        "weather.hour.now" if hour.start <= now < hour.end else "weather.hour.later",
        day=day_name(start.date(), today, language),
        time=time_words(start, language),
        place=forecast.location.name,
        degrees=round(hour.temperature),
        sky=code.words(language),
    )
    return ended(forecast, capitalized(said, language), now=now, language=language)


def snow_sentence(forecast: Forecast, rain: Rain, *, now: datetime, language: Language) -> str:
    """Whether snow falls; rain in its place is told too."""
    if rain.value is None or (rain.value and worst(rain.hours).kind is Kind.SNOW):
        return rain_sentence(forecast, rain, now=now, language=language)
    when, place = period_words(forecast, rain.period, now=now, language=language), forecast.location.name
    said = TEXTS.said(language, f"weather.snow.{'rain' if rain.value else 'none'}", when=when, place=place)
    return ended(forecast, said, now=now, language=language)


def dark_sentence(location: Location, *, dark: bool, up: bool, language: Language) -> str:
    """Whether it is dark outside, by the sun; twilight is neither."""
    said = TEXTS.said(language, f"sky.{'dark' if dark else 'light' if up else 'twilight'}", place=location.name)
    return noted(said, location, language)


def phase_sentence(phase: MoonPhase, day: date, *, today: date, language: Language) -> str:
    """`On Saturday the moon is a full moon, 100 % lit.`"""
    when, name = day_words(day, today, language), moon_words(phase.name, language)
    return capitalized(TEXTS.said(language, "moon.of_day", day=when, name=name, share=round(phase.lit * 100)), language)


def next_phase_sentence(name: MoonName, moment: datetime, *, today: date, language: Language) -> str:
    """`The next full moon is on 24 December at 10:28.`"""
    day, clock = day_words(moment.date(), today, language), time_words(moment, language)
    named = next_words(name if name is MoonName.FULL else MoonName.NEW, language)
    return TEXTS.said(language, "moon.comes", next=named, day=day, time=clock)


def which_day(language: Language) -> str:
    """Where a day is only pointed at that nobody named."""
    return TEXTS.said(language, "weather.which_day")


def unrelated(language: Language) -> str:
    """It asks for nothing that is told here."""
    return TEXTS.said(language, "weather.unrelated")


def elsewhere(place: str, home: str, language: Language) -> str:
    """Of another place nothing is known."""
    return TEXTS.said(language, "weather.elsewhere", place=place, home=home)


def switched_off(language: Language) -> str:
    """No forecasts, by the operator's wish."""
    return TEXTS.said(language, "weather.switched_off")


def over(language: Language) -> str:
    """What is asked about has been."""
    return TEXTS.said(language, "weather.over")
