"""Answers about the weather in one or two sentences, English and Japanese: always with the place, the day and who says so. Pure.

They say what `questions` and `outline` found and compute nothing. A period that a forecast does not reach is said to be unknown.
"""

from collections.abc import Sequence
from datetime import date, datetime

from yamori.automations.calendar_words import capital, day_words, time_words
from yamori.automations.weather.codes import Kind
from yamori.automations.weather.forecast import HOUR, Day, Forecast, Hour, Period, whole_day
from yamori.automations.weather.outline import Outline, outline, worst
from yamori.automations.weather.questions import POSSIBLE, Frost, FrostAnswer, Rain, Temperatures, Umbrella, UmbrellaAdvice, Wind
from yamori.automations.weather.source_words import ended, parts_words, period_words
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
    texts = [ended(forecast, ("。" if language is Language.JAPANESE else "; ").join(said), now=now, language=language)] if said else []
    if unknown:
        texts.append(_unknown(forecast, whole_day(unknown[0], forecast.location.zone), now=now, language=language))
    return ("" if language is Language.JAPANESE else " ").join(texts)


def _day_told(forecast: Forecast, day: date, *, now: datetime, language: Language) -> str | None:
    """Without its source; None where nothing of the day is known."""
    found, seen = forecast.day(day), outline(forecast, day, now=now)
    if found is None or seen is None:
        return None
    today = now.astimezone(forecast.location.zone).date()
    when = day_words(day, today, language)
    span = _span(found.low, found.high, language)
    if language is Language.JAPANESE:
        return (
            f"{when}の{forecast.location.name}は{_outlined(seen, found, language)}、気温は{span}の予報{'でした' if day < today else 'です'}"
        )
    return f"{capital(when.removeprefix('on '))} in {forecast.location.name}: {_outlined(seen, found, language)}, {span}"


def rain_sentence(forecast: Forecast, rain: Rain, *, now: datetime, language: Language) -> str:
    """Whether it rains in a period, and when."""
    if rain.value is None:
        return _unknown(forecast, rain.period, now=now, language=language)
    when, place = period_words(forecast, rain.period, now=now, language=language), forecast.location.name
    falls, stretch, chance = _falls(rain.hours, language), _stretch(forecast, rain, language), _chance(rain, language)
    if language is Language.JAPANESE:
        likely = f"はい、{when}の{place}は{stretch}{falls}が降りそうです{chance}"
        possible = f"{when}の{place}は雨の可能性もありますが、高くはありません{chance}"
        unlikely = f"いいえ、{when}の{place}は雨の心配はなさそうです{chance}"
    else:
        likely = f"Yes, {falls} is likely in {place} {when}, {stretch}{chance}"
        possible = f"Rain is possible in {place} {when}, but not likely{chance}"
        unlikely = f"No, no rain is expected in {place} {when}{chance}"
    said = likely if rain.value else possible if (rain.probability or 0) >= POSSIBLE else unlikely
    return ended(forecast, said, now=now, language=language)


def umbrella_sentence(forecast: Forecast, advice: UmbrellaAdvice, *, now: datetime, language: Language) -> str:
    """Whether to take an umbrella, and why."""
    rain = advice.rain
    if advice.value is None:
        return _unknown(forecast, rain.period, now=now, language=language)
    when, place = period_words(forecast, rain.period, now=now, language=language), forecast.location.name
    falls, stretch, chance = _falls(rain.hours, language), _stretch(forecast, rain, language), _chance(rain, language)
    some_time = "" if _lasts(rain) else stretch  # what is only possible is not told to last
    if language is Language.JAPANESE:
        said = {
            Umbrella.YES: f"{when}の{place}は傘が必要です。{stretch}{falls}が降りそうです{chance}",
            Umbrella.FOLDING: f"{when}の{place}は折りたたみ傘があると安心です。{some_time}{falls}が降るかもしれません{chance}",
            Umbrella.NO: f"{when}の{place}は傘は要らないでしょう{chance}",
        }[advice.value]
    else:
        where = f"{place} {some_time}".strip()
        said = {
            Umbrella.YES: f"Yes, take an umbrella {when}: {falls} is likely in {place} {stretch}{chance}",
            Umbrella.FOLDING: f"A folding umbrella would be wise {when}: {falls} is possible in {where}{chance}",
            Umbrella.NO: f"No umbrella needed in {place} {when}{chance}",
        }[advice.value]
    return ended(forecast, said, now=now, language=language)


def temperatures_sentence(forecast: Forecast, found: Temperatures, *, now: datetime, language: Language) -> str:
    """The lowest and the highest of a day, and when."""
    if found.low is None or found.high is None:
        return _unknown(forecast, whole_day(found.date, forecast.location.zone), now=now, language=language)
    coldest, warmest = (time_words(hour.start.astimezone(forecast.location.zone), language) for hour in found.hours)
    when = day_words(found.date, now.astimezone(forecast.location.zone).date(), language)
    span = _span(found.low, found.high, language)
    if language is Language.JAPANESE:
        said = f"{when}の{forecast.location.name}の気温は{span}、最も低いのは{coldest}ごろ、最も高いのは{warmest}ごろの予報です"
    else:
        day = capital(when.removeprefix("on "))
        said = f"{day} in {forecast.location.name}: {span}, coldest at {coldest} and warmest at {warmest}"
    return ended(forecast, said, now=now, language=language)


def wind_sentence(forecast: Forecast, wind: Wind, *, now: datetime, language: Language) -> str:
    """Whether the wind is stronger than was asked: in km/h, in Japanese in metres per second as forecasts there have it."""
    if wind.value is None or wind.strongest is None:
        return _unknown(forecast, wind.period, now=now, language=language)
    when, place = period_words(forecast, wind.period, now=now, language=language), forecast.location.name
    strongest = max(wind.hours, key=lambda hour: hour.wind)
    time = time_words(strongest.start.astimezone(forecast.location.zone), language)
    if language is Language.JAPANESE:
        speed = f"{wind.strongest:.0f}メートル"
        strong = f"{when}の{place}は{time}ごろに最大風速{speed}の強い風が吹く予報です"
        said = strong if wind.value else f"{when}の{place}の風は、最も強い{time}ごろでも風速{speed}の予報です"
    else:
        speed = f"{wind.strongest * 3.6:.0f} km/h"
        said = f"Yes, wind of up to {speed} in" if wind.value else f"No, the wind stays at {speed} or less in"
        said += f" {place} {when}, strongest at {time}"
    return ended(forecast, said, now=now, language=language)


def frost_sentence(forecast: Forecast, frost: FrostAnswer, *, now: datetime, language: Language) -> str:
    """Whether it freezes in the night."""
    if frost.value is None or frost.low is None:
        return _unknown(forecast, frost.period, now=now, language=language)
    low, place = _degrees(frost.low, language), forecast.location.name
    coldest = min(frost.hours, key=lambda hour: hour.temperature)
    time = time_words(coldest.start.astimezone(forecast.location.zone), language)
    if language is Language.JAPANESE:
        said = {
            Frost.FROST: f"今夜の{place}は{time}ごろに{low}まで下がる予報です。凍結に注意してください",
            Frost.GROUND: f"今夜の{place}は{time}ごろに{low}まで下がり、霜が降りるかもしれません",
            Frost.NONE: f"今夜の{place}は最低でも{low}で、霜の心配はなさそうです",
        }[frost.value]
    else:
        said = {
            Frost.FROST: f"Yes, it freezes tonight in {place}: down to {low} at {time}",
            Frost.GROUND: f"Ground frost is possible tonight in {place}: down to {low} at {time}",
            Frost.NONE: f"No frost tonight in {place}: it stays at {low} or above",
        }[frost.value]
    return ended(forecast, said, now=now, language=language)


def _unknown(forecast: Forecast, period: Period, *, now: datetime, language: Language) -> str:
    """The forecast does not reach the period, or not all of it."""
    when, place = period_words(forecast, period, now=now, language=language), forecast.location.name
    until = forecast.until
    zone = forecast.location.zone
    last = day_words((until - HOUR).astimezone(zone).date(), now.astimezone(zone).date(), language) if until is not None else ""
    if language is Language.JAPANESE:
        reach = f"。手元の予報は{last}までです" if last else ""
        return ended(forecast, f"{when}の{place}の天気は分かりません{reach}", now=now, language=language)
    reach = f": my forecast ends {last}" if last else ""
    return ended(forecast, f"I do not know the weather in {place} {when}{reach}", now=now, language=language)


def _outlined(seen: Outline, day: Day, language: Language) -> str:
    code = seen.code.words(language)
    if seen.parts:
        parts = parts_words(seen.parts, seen.considered, language)
        return f"{parts}{code}" if language is Language.JAPANESE else f"{code} {parts}"
    if seen.possible is None:
        return code
    falls = "snow" if day.high <= _SNOWS_BELOW else "rain"
    return f"{code}、降水確率は{seen.possible}%" if language is Language.JAPANESE else f"{code} with a {seen.possible} % chance of {falls}"


def _falls(wet: tuple[Hour, ...], language: Language) -> str:
    kind = worst(wet).kind
    if language is Language.JAPANESE:
        return {Kind.SNOW: "雪", Kind.STORM: "雷雨"}.get(kind, "雨")
    return {Kind.SNOW: "snow", Kind.STORM: "a thunderstorm"}.get(kind, "rain")


def _stretch(forecast: Forecast, rain: Rain, language: Language) -> str:
    """From the first wet hour to the last; hours between may be dry."""
    zone, wet = forecast.location.zone, rain.hours
    start, end = wet[0].start.astimezone(zone), wet[-1].end.astimezone(zone)
    is_through = (wet[-1].end - wet[0].start) == HOUR * len(wet)
    if _lasts(rain):
        return "ずっと" if language is Language.JAPANESE else "the whole time"
    if language is Language.JAPANESE:
        last = "24時" if end.hour == 0 and end.minute == 0 else time_words(end, language)
        return f"{time_words(start, language)}から{last}ごろにかけて{'' if is_through else '時々'}"
    last = "midnight" if end.hour == 0 and end.minute == 0 else time_words(end, language)
    return f"{'' if is_through else 'at times '}from {time_words(start, language)} to {last}"


def _lasts(rain: Rain) -> bool:
    """Every hour of the period is a wet one."""
    first, last = rain.hours[0], rain.hours[-1]
    is_through = (last.end - first.start) == HOUR * len(rain.hours)
    return is_through and first.start <= rain.period.start and last.end >= rain.period.end


def _chance(rain: Rain, language: Language) -> str:
    """How probable, and how much where it rains."""
    is_japanese = language is Language.JAPANESE
    parts = []
    if rain.probability is not None:
        least = "" if rain.value else ("最大" if is_japanese else "at most ")
        parts.append(f"降水確率{least}{rain.probability}%" if is_japanese else f"{least}{rain.probability} %")
    if rain.value and rain.amount >= 1 and worst(rain.hours).kind is not Kind.SNOW:  # snow is told in centimetres, which nobody gives
        parts.append(f"降水量約{rain.amount:.0f}ミリ" if is_japanese else f"about {rain.amount:.0f} mm")
    if not parts:
        return ""
    return f"。{'、'.join(parts)}" if is_japanese else f", {', '.join(parts)}"


def _span(low: float, high: float, language: Language) -> str:
    first, last = _whole(low), _whole(high)
    if language is Language.JAPANESE:
        return f"{last}度" if first == last else f"{first}〜{last}度"
    return f"{last} °C" if first == last else f"{first} to {last} °C"


def _degrees(value: float, language: Language) -> str:
    return f"{_whole(value)}度" if language is Language.JAPANESE else f"{_whole(value)} °C"


def _whole(value: float) -> int:
    """Rounded half up, as thermometers are read; never -0."""
    return int(value + 0.5) if value >= 0 else -int(-value + 0.5)
