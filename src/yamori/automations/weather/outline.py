"""What of a day's weather is worth a sentence: the sky or what falls, and in which parts of the day. Pure; `wording` says it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import IntEnum

from yamori.automations.weather.codes import CODES, Kind, WeatherCode, code_by_amount, code_by_cloud
from yamori.automations.weather.forecast import Forecast, Hour, Period, highest_probability, whole_day
from yamori.automations.weather.questions import POSSIBLE, is_wet

_DAYTIME = range(6, 21)
"""The hours whose sky people mean by a day's."""


class Part(IntEnum):
    """A quarter of a date on the clock; the number is the quarter."""

    NIGHT = 0
    """0:00 to 6:00."""
    MORNING = 1
    AFTERNOON = 2
    EVENING = 3
    """18:00 to 24:00."""


@dataclass(frozen=True, kw_only=True)
class Outline:
    code: WeatherCode
    parts: tuple[Part, ...]
    """When it falls, in order; empty where nothing does."""
    considered: tuple[Part, ...]
    """The parts that were looked at: today, those to come."""
    possible: int | None
    """Per cent, where rain is possible and not likely."""


def outline(forecast: Forecast, day: date, *, now: datetime) -> Outline | None:
    """Of today, what is still to come. None where nothing of it is known."""
    zone = forecast.location.zone
    whole = whole_day(day, zone)
    period = whole if whole.end <= now else Period(start=max(whole.start, now), end=whole.end)
    hours = forecast.within(period)
    if not hours:
        return None
    considered = tuple(sorted({part_of(hour, zone) for hour in hours}))
    wet = [hour for hour in hours if is_wet(hour)]
    if wet:
        parts = tuple(sorted({part_of(hour, zone) for hour in wet}))
        return Outline(code=worst(wet), parts=parts, considered=considered, possible=None)
    probability = highest_probability(hours)
    possible = probability if probability is not None and probability >= POSSIBLE else None
    return Outline(code=_sky(hours, zone), parts=(), considered=considered, possible=possible)


def worst(wet: Sequence[Hour]) -> WeatherCode:
    """What falls in these hours, at its heaviest; by the amount where a source's code is that of a dry sky."""
    codes = [CODES[hour.code] for hour in wet if hour.code in CODES and CODES[hour.code].kind is not Kind.SKY]
    if not codes:
        heaviest = max(wet, key=lambda hour: hour.precipitation)
        return code_by_amount(heaviest.precipitation, heaviest.temperature)
    return max(codes, key=lambda code: code.weight)


def part_of(hour: Hour, zone: tzinfo) -> Part:
    return Part(hour.start.astimezone(zone).hour // 6)


def part_period(day: date, part: Part, zone: tzinfo) -> Period:
    """The part of a date, on its clock."""
    begins = datetime.combine(day, time(part * 6), zone)
    ends = (
        datetime.combine(day + timedelta(days=1), time(0), zone)
        if part is Part.EVENING
        else datetime.combine(day, time(part * 6 + 6), zone)
    )
    return Period(start=begins.astimezone(UTC), end=ends.astimezone(UTC))


def _sky(hours: Sequence[Hour], zone: tzinfo) -> WeatherCode:
    """The one that most hours of the daytime have; at night, most of those that are left."""
    by_day = [hour for hour in hours if hour.start.astimezone(zone).hour in _DAYTIME] or list(hours)
    codes = [CODES[hour.code] if hour.code in CODES else code_by_cloud(hour.cloud) for hour in by_day]
    # A source may name drizzle that it holds for improbable: the sky is what remains.
    dry = [code if code.kind is Kind.SKY else code_by_cloud(hour.cloud) for code, hour in zip(codes, by_day, strict=True)]
    (most, _), *_ = Counter(dry).most_common(1)
    return most
