"""Asks the weather and the generated conditions, within a limit; what does not answer is not known."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.automations.condition import Condition, GeneratedCode, GeneratedIs, WeatherIs
from yamori.automations.ports import Evaluator, Weather
from yamori.automations.rules.conditions import opaque_parts
from yamori.automations.rules.truth import Truth
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.values import Value

PATIENCE = 2.0
"""Seconds for one answer."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    truth: Truth
    unreadable: bool = False
    """A generated condition could not be evaluated."""


class Asking:
    def __init__(self, weather: Weather | None, evaluator: Evaluator | None) -> None:
        self._weather = weather
        self._evaluator = evaluator

    async def opaque(self, conditions: Sequence[Condition], values: Mapping[str, Value], now: datetime) -> Sequence[Answer]:
        """Of the opaque parts of all conditions, in order."""
        return await asyncio.gather(*(self._part(part, values, now) for part in opaque_parts(conditions)))

    async def generated(self, code: GeneratedCode, values: Mapping[str, Value], now: datetime) -> Answer:
        if self._evaluator is None:
            return Answer(truth=None)
        given = {path: values.get(path) for path in code.paths}
        try:
            return Answer(truth=await asyncio.wait_for(self._evaluator.evaluate(code, given, now), PATIENCE))
        except (TimeoutError, HouseSilent, InvalidRequest):
            return Answer(truth=None, unreadable=True)

    async def weather(self, asks: Mapping[str, Value], now: datetime, *, before: Truth = None) -> Answer:
        if self._weather is None:
            return Answer(truth=None)
        try:
            return Answer(truth=await asyncio.wait_for(self._weather.holds(asks, now, before=before), PATIENCE))
        except (TimeoutError, HouseSilent, InvalidRequest):
            return Answer(truth=None)

    async def _part(self, part: WeatherIs | GeneratedIs, values: Mapping[str, Value], now: datetime) -> Answer:
        if isinstance(part, GeneratedIs):
            return await self.generated(part, values, now)
        return await self.weather(part.asks, now)
