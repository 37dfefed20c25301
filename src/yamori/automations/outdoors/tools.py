"""The tools of the Weather agent. Each answers with a sentence in the task's language and the numbers behind it; none changes anything."""

from datetime import UTC, datetime, timedelta
from datetime import date as Day
from datetime import time as Clock
from typing import Annotated, Literal

from pydantic import Field

from yamori.agentkit.argument_types import TimeOfDay
from yamori.agentkit.phrasing import sentences
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.automations.location import Location
from yamori.automations.outdoors.told import Told, WeatherAbout, told_of
from yamori.automations.outdoors.wording import (
    dark_sentence,
    elsewhere,
    next_phase_sentence,
    over,
    phase_sentence,
    switched_off,
)
from yamori.automations.sky.moon import MoonName, moon_phase, moon_times, next_moon_phase
from yamori.automations.sky.sun import is_dark, is_sun_up, sun_times
from yamori.automations.sky.wording import day_length_sentence, moon_sentence, moon_times_sentence, sun_sentence
from yamori.automations.trigger import SunEvent
from yamori.automations.weather.forecast import Period, whole_day
from yamori.automations.weather.port import NoForecast, WeatherSource
from yamori.domain.access import Access, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

FIRST_YEAR, LAST_YEAR = 1900, 2200
SunAbout = Literal["dawn", "sunrise", "noon", "sunset", "dusk", "length", "dark"]
MoonAbout = Literal["phase", "full", "new", "times"]


class WeatherTools:
    """Over one place and one source; without a source forecasts are switched off."""

    access = Access(who=Who.GUEST, scope=Scope.READ)

    def __init__(self, source: WeatherSource | None, location: Location) -> None:
        self._source, self._location = source, location

    @tool(effect=Effect.READ)
    async def weather(
        self,
        about: WeatherAbout = "summary",
        day: Day | None = None,
        until: Day | None = None,
        start: TimeOfDay | None = None,
        end: TimeOfDay | None = None,
        hours: Annotated[int, Field(ge=1, le=48)] | None = None,
        place: str | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """The weather outside at home. `day` is a date (2026-11-27; today without one), `until` the last of several. `start` and `end` are
        times of that day (15:00); `start` alone is that hour. `hours` counts from now on instead. `place`: any other place is refused."""
        task, language = call.task, call.task.language
        if place and place.casefold() != self._location.name.casefold():
            return _unknown(elsewhere(place, self._location.name, language))
        if self._source is None:
            return _unknown(switched_off(language))
        zone = self._location.zone
        _check_year(day, until)
        first = day or task.now.astimezone(zone).date()
        last = until or first
        if last < first or (last - first).days > 15:
            raise InvalidRequest("`until` is a day from `day` on, at most 15 days later", where="until")
        period = self._period(first, last, start, end, hours, task.now)
        if period is None:
            return _unknown(over(language))
        wanted = period
        if about == "frost":  # the night is told to its end
            wanted = Period(start=period.start, end=max(period.end, task.now + timedelta(hours=40)))
        try:
            forecast = await self._source.forecast(self._location, wanted, now=task.now)
        except NoForecast as none:
            return _unknown(none.in_words(language))
        is_hour = hours == 1 or (start is not None and end is None)
        days = tuple(first + timedelta(days=n) for n in range((last - first).days + 1))
        told = told_of(forecast, about, period, days=days, is_hour=is_hour, now=task.now, language=language)
        found: dict[str, Value] = {"source": forecast.source, "fetched": forecast.fetched_at.isoformat(), "place": self._location.name}
        return ToolResult(value=found | _value(told))

    @tool(effect=Effect.READ)
    async def sun_times(self, about: SunAbout = "sunset", day: Day | None = None, *, call: Call) -> ToolResult:
        """When the sun rises and sets at home on a date, how long it is up, or whether it is dark outside now."""
        task, location = call.task, self._location
        _check_year(day)
        now = task.now.astimezone(location.zone)
        if about == "dark":
            dark = is_dark(location, now)
            text = dark_sentence(location, dark=dark, up=is_sun_up(location, now), language=task.language)
            return ToolResult(value={"text": text, "answer": dark})
        times = sun_times(location, day or now.date())
        if about == "length":
            return ToolResult(value={"text": day_length_sentence(location, times, now=now, language=task.language)})
        event = SunEvent(about)
        moment = times.at(event)
        if day is None and moment is not None and moment <= now:  # today's is over: the next one is meant
            times = sun_times(location, now.date() + timedelta(days=1))
            moment = times.at(event)
        text = sun_sentence(location, times, event, now=now, language=task.language)
        return ToolResult(value={"text": text, "at": moment.isoformat() if moment else None})

    @tool(effect=Effect.READ)
    async def moon(self, about: MoonAbout = "phase", day: Day | None = None, *, call: Call) -> ToolResult:
        """The moon's phase on a date, the next full or new moon, or when the moon rises and sets at home."""
        task, zone = call.task, self._location.zone
        _check_year(day)
        now, language = task.now.astimezone(zone), task.language
        on = day or now.date()
        # Of another day its evening, when people look up.
        moment = now if on == now.date() else datetime.combine(on, Clock(21), zone)
        if about == "times":
            text = moon_times_sentence(self._location, moon_times(self._location, on), now=now, language=language)
            return ToolResult(value={"text": text})
        phase = moon_phase(moment)
        full, new = (next_moon_phase(name, after=moment) for name in (MoonName.FULL, MoonName.NEW))
        if about == "phase":
            text = (
                moon_sentence(phase, next_full=full, next_new=new, now=now, language=language)
                if on == now.date()
                else phase_sentence(phase, on, today=now.date(), language=language)
            )
            return ToolResult(value={"text": text, "phase": phase.name.value, "lit": round(phase.lit, 3)})
        name, following = (MoonName.FULL, full) if about == "full" else (MoonName.NEW, new)
        text = next_phase_sentence(name, following, today=now.date(), language=language)
        if day is not None:  # `is the moon full tonight?`: first how it is then
            text = sentences((phase_sentence(phase, on, today=now.date(), language=language), text), language)
        return ToolResult(value={"text": text, "answer": phase.name is name, "at": following.isoformat()})

    def _period(self, first: Day, last: Day, start: Clock | None, end: Clock | None, hours: int | None, now: datetime) -> Period | None:
        """In UTC, without what is over; None where all of it is."""
        zone = self._location.zone
        if hours is not None:
            return Period(start=now, end=now + timedelta(hours=hours))
        begins, ends = whole_day(first, zone).start, whole_day(last, zone).end
        if start is not None:
            begins = datetime.combine(first, start, zone).astimezone(UTC)
            stop = datetime.combine(first + timedelta(days=end <= start), end, zone).astimezone(UTC) if end is not None else None
            ends = stop or begins + timedelta(hours=1)
        elif end is not None:
            ends = datetime.combine(first, end, zone).astimezone(UTC)
        begins = max(begins, now.astimezone(UTC))
        return Period(start=begins, end=ends) if begins < ends else None


def _value(told: Told) -> dict[str, Value]:
    return {"text": told.text, "answer": told.answer, **told.numbers}


def _unknown(text: str) -> ToolResult:
    return ToolResult(value={"text": text, "unknown": True})


def _check_year(*days: Day | None) -> None:
    """Raises `InvalidRequest` for a date at which what is reckoned here does not hold any more."""
    if any(day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR for day in days):
        raise InvalidRequest(f"a date lies between {FIRST_YEAR} and {LAST_YEAR}", where="day")
