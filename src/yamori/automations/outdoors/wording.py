"""Sentences that only the Weather agent says: one hour's weather, snow, the dark, the moon of a day. Pure, in English and Japanese."""

from datetime import date, datetime

from yamori.automations.calendar_words import capital, day_words, time_words
from yamori.automations.location import Location, approximation_note
from yamori.automations.sky.moon import MoonName, MoonPhase
from yamori.automations.sky.wording import moon_words
from yamori.automations.weather.codes import CODES, Kind, code_by_cloud
from yamori.automations.weather.forecast import Forecast, Hour
from yamori.automations.weather.outline import worst
from yamori.automations.weather.questions import Rain, is_wet
from yamori.automations.weather.source_words import ended, period_words
from yamori.automations.weather.wording import rain_sentence
from yamori.domain.language import Language


def hour_sentence(forecast: Forecast, hour: Hour, *, now: datetime, language: Language) -> str:
    """`Tomorrow at 15:00 in Kyoto: 14 °C, overcast (Open-Meteo, 07:00).`"""
    zone = forecast.location.zone
    start, today = hour.start.astimezone(zone), now.astimezone(zone).date()
    code = worst((hour,)) if is_wet(hour) else CODES.get(hour.code, code_by_cloud(hour.cloud))
    code = code if is_wet(hour) or code.kind is Kind.SKY else code_by_cloud(hour.cloud)
    sky, degrees = code.words(language), round(hour.temperature)
    is_now = hour.start <= now < hour.end
    day = day_words(start.date(), today, language)
    if language is Language.JAPANESE:
        when = "今" if is_now else f"{day}{time_words(start, language)}"
        return ended(forecast, f"{when}の{forecast.location.name}は{degrees}度、{sky}の予報です", now=now, language=language)
    when = "Now" if is_now else f"{capital(day.removeprefix('on '))} at {time_words(start, language)}"
    return ended(forecast, f"{when} in {forecast.location.name}: {degrees} °C, {sky}", now=now, language=language)


def snow_sentence(forecast: Forecast, rain: Rain, *, now: datetime, language: Language) -> str:
    """Whether snow falls; rain in its place is told too."""
    if rain.value is None or (rain.value and worst(rain.hours).kind is Kind.SNOW):
        return rain_sentence(forecast, rain, now=now, language=language)
    when, place = period_words(forecast, rain.period, now=now, language=language), forecast.location.name
    if language is Language.JAPANESE:
        more = "雪ではなく雨が降りそうです" if rain.value else "雪の心配はなさそうです"
        return ended(forecast, f"いいえ、{when}の{place}は{more}", now=now, language=language)
    more = ", but rain is likely" if rain.value else ""
    return ended(forecast, f"No, no snow is expected in {place} {when}{more}", now=now, language=language)


def dark_sentence(location: Location, *, dark: bool, up: bool, language: Language) -> str:
    """Whether it is dark outside, by the sun; twilight is neither."""
    note = approximation_note(location, language)
    if language is Language.JAPANESE:
        said = "外はもう暗いです" if dark else "外は明るいです" if up else "外は薄暗くなっていますが、まだ真っ暗ではありません"
        return f"{location.name}の{said}。{note}"
    said = "It is dark outside" if dark else "It is light outside" if up else "It is twilight outside, not dark"
    return f"{said} in {location.name}.{' ' + note if note else ''}"


def phase_sentence(phase: MoonPhase, day: date, *, today: date, language: Language) -> str:
    """`On Saturday the moon is a full moon, 100 % lit.`"""
    when, share = day_words(day, today, language), round(phase.lit * 100)
    if language is Language.JAPANESE:
        return f"{when}の月は{moon_words(phase.name, language)}で、{share}%が輝いています。"
    return f"{capital(when)} the moon is {moon_words(phase.name, language)}, {share} % lit."


def next_phase_sentence(name: MoonName, moment: datetime, *, today: date, language: Language) -> str:
    """`The next full moon is on 24 December at 10:28.`"""
    day, clock = day_words(moment.date(), today, language), time_words(moment, language)
    if language is Language.JAPANESE:
        return f"次の{'満月' if name is MoonName.FULL else '新月'}は{day}の{clock}です。"
    return f"The next {'full' if name is MoonName.FULL else 'new'} moon is {day} at {clock}."


def elsewhere(place: str, home: str, language: Language) -> str:
    """Of another place nothing is known."""
    if language is Language.JAPANESE:
        return f"分かるのはご自宅のある{home}の天気だけで、「{place}」の天気は分かりません。"
    return f"I only know the weather at home, in {home}; I cannot tell it for “{place}”."


def switched_off(language: Language) -> str:
    """No forecasts, by the operator's wish."""
    if language is Language.JAPANESE:
        return "この家では天気予報の取得がオフになっているため、天気は分かりません。日の出・日の入りと月なら分かります。"
    return "Weather forecasts are switched off in this home's settings, so I cannot tell. I do know the sun and the moon."


def over(language: Language) -> str:
    """What is asked about has been."""
    if language is Language.JAPANESE:
        return "それはもう過ぎた時間です。分かるのは、今とこれからの天気だけです。"
    return "That time is over. I only know the weather of now and of what is to come."
