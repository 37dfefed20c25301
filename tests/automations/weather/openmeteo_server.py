"""A server on this machine that speaks as api.open-meteo.com does, and can be told to misbehave."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

Answer = tuple[int, bytes] | None
"""Status and body; None for no answer at all."""

UNITS = {
    "time": "unixtime",
    "temperature_2m": "°C",
    "precipitation": "mm",
    "precipitation_probability": "%",
    "weather_code": "wmo code",
    "cloud_cover": "%",
    "wind_speed_10m": "m/s",
}


def recorded(query: Mapping[str, str]) -> dict[str, Any]:
    """What it answers to a query: every hour of the dates in UTC. It rains 1.2 mm in the hour before 6:00 UTC, and the rest is dry."""
    first, last = (date.fromisoformat(query[name]) for name in ("start_date", "end_date"))
    start = datetime.combine(first, time(0), UTC)
    moments = [start + timedelta(hours=number) for number in range(((last - first).days + 1) * 24)]
    wet = [moment.hour == 6 for moment in moments]
    return {
        "latitude": 35.0,
        "longitude": 135.75,
        "generationtime_ms": 0.13,
        "utc_offset_seconds": 0,
        "timezone": "GMT",
        "timezone_abbreviation": "GMT",
        "elevation": 51.0,
        "hourly_units": dict(UNITS),
        "hourly": {
            "time": [int(moment.timestamp()) for moment in moments],
            "temperature_2m": [10.0 + moment.hour / 10 for moment in moments],
            "precipitation": [1.2 if is_wet else 0 for is_wet in wet],
            "precipitation_probability": [75 if is_wet else 5 for is_wet in wet],
            "weather_code": [61 if is_wet else 2 for is_wet in wet],
            "cloud_cover": [98 if is_wet else 40 for is_wet in wet],
            "wind_speed_10m": [3.4 for _ in moments],
        },
    }


class OpenMeteoServer:
    """Answers in turn what `replies` holds, then as the real one does."""

    def __init__(self) -> None:
        self.url = ""
        self.queries: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.replies: list[Answer | Callable[[dict[str, Any]], None]] = []

    def spoil(self, change: Callable[[dict[str, Any]], None]) -> None:
        """The next answer with something changed."""
        self.replies.append(change)

    def _answer(self, query: dict[str, str]) -> Answer:
        reply = self.replies.pop(0) if self.replies else (lambda _: None)
        if reply is None or isinstance(reply, tuple):
            return reply
        if (date.fromisoformat(query["end_date"]) - date.fromisoformat(query["start_date"])).days > 18:
            return 400, json.dumps({"error": True, "reason": "Parameter 'end_date' is out of allowed range"}).encode()
        answer = recorded(query)
        reply(answer)
        return 200, json.dumps(answer).encode()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := (await reader.readline()).decode():
                while (await reader.readline()).strip():
                    pass
                target = urlsplit(line.split(" ")[1])
                query = {name: values[0] for name, values in parse_qs(target.query).items()}
                self.paths.append(target.path)
                self.queries.append(query)
                answer = self._answer(query)
                if answer is None:
                    await reader.read()  # until the client goes
                    return
                status, body = answer
                writer.write(
                    f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
                )
                await writer.drain()
        except ConnectionError:
            return  # a client that has heard enough
        finally:
            writer.close()


@asynccontextmanager
async def open_meteo_server() -> AsyncIterator[OpenMeteoServer]:
    speaking = OpenMeteoServer()
    server = await asyncio.start_server(speaking._serve, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    speaking.url = f"http://{host}:{port}"
    try:
        yield speaking
    finally:
        server.close()
