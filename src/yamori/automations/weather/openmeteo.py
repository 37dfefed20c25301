"""Forecasts by Open-Meteo (https://open-meteo.com/en/docs, CC BY 4.0, no key). `apps` opens one; it fulfils `port.WeatherSource`.

It learns the home's place to about a kilometre, and nothing else. What may go wrong is one error, `NoForecast`: no network, no answer in
time, an answer that is none. It may be asked again at once; `kept` sees to it that this does not happen often.
"""

import asyncio
from datetime import UTC, date, datetime, timedelta

import httpx

from yamori.automations.location import Location
from yamori.automations.weather.forecast import Forecast, Period
from yamori.automations.weather.openmeteo_answer import UNITS, VARIABLES, UnusableAnswer, hours_of, reason_of
from yamori.automations.weather.port import NoForecast

NAME = "Open-Meteo"
API = "https://api.open-meteo.com"
_LARGEST = 1024 * 1024
"""Bytes of an answer; sixteen days have about 20,000."""
_REACH = timedelta(days=15)
"""Open-Meteo refuses a date further away than this, instead of leaving it out (open-meteo/open-meteo, issue 1570)."""
_PAST = timedelta(days=2)


class _MayPass(Exception):
    """A second try may succeed."""


class OpenMeteo:
    """One connection pool to Open-Meteo, or to a server of one's own that speaks the same."""

    def __init__(self, *, url: str = API, limit: float = 8.0, tries: int = 2, pause: float = 0.5) -> None:
        """`limit`: seconds for everything, all tries included; `pause`: seconds between two tries."""
        self._limit, self._tries, self._pause = limit, tries, pause
        self._http = httpx.AsyncClient(base_url=url.rstrip("/") + "/", timeout=limit, follow_redirects=False)

    async def close(self) -> None:
        await self._http.aclose()

    async def forecast(self, location: Location, period: Period, *, now: datetime) -> Forecast:
        first = max(period.start, now - _PAST).astimezone(UTC).date()
        last = min(period.end.astimezone(UTC).date(), (now + _REACH).astimezone(UTC).date())
        if first > last:
            return Forecast(location=location, hours=(), fetched_at=now, source=NAME)
        try:
            async with asyncio.timeout(self._limit):
                answer = await self._asked(_query(location, first, last))
            hours = hours_of(answer)
        except TimeoutError as slow:
            raise NoForecast(f"no answer in {self._limit:g} s", location=location, source=NAME) from slow
        except (_MayPass, UnusableAnswer) as wrong:
            raise NoForecast(str(wrong), location=location, source=NAME) from wrong
        return Forecast(location=location, hours=hours, fetched_at=now, source=NAME)

    async def _asked(self, query: dict[str, str]) -> bytes:
        """Raises `_MayPass` after the last try, `UnusableAnswer` at once."""
        for left in range(self._tries - 1, -1, -1):
            try:
                return await self._once(query)
            except _MayPass:
                if not left:
                    raise
            await asyncio.sleep(self._pause)
        raise _MayPass("it was never asked")

    async def _once(self, query: dict[str, str]) -> bytes:
        try:
            async with self._http.stream("GET", "v1/forecast", params=query) as reply:
                held = bytearray()
                async for part in reply.aiter_bytes():
                    held += part
                    if len(held) > _LARGEST:
                        raise UnusableAnswer("the answer is larger than 1 MB")
        except httpx.TransportError as failed:
            raise _MayPass(f"no connection ({type(failed).__name__})") from failed
        except httpx.DecodingError as garbled:
            raise UnusableAnswer("the answer is not compressed as it says") from garbled
        if reply.status_code >= 500:
            raise _MayPass(f"status {reply.status_code}")
        if reply.status_code != 200:
            reason = reason_of(bytes(held))
            raise UnusableAnswer(f"status {reply.status_code}{': ' + reason if reason else ''}")
        return bytes(held)


def _query(location: Location, first: date, last: date) -> dict[str, str]:
    """Everything in UTC: Open-Meteo's local days do not follow the clocks when they change."""
    return {
        "latitude": f"{location.latitude:.2f}",
        "longitude": f"{location.longitude:.2f}",
        "hourly": ",".join(VARIABLES),
        "start_date": first.isoformat(),
        "end_date": last.isoformat(),
        **UNITS,
    }
