"""The past of the house as the IoT agent asks for it, over the history of readings."""

from datetime import datetime, timedelta
from typing import cast

from yamori.agentkit.watch import Watched
from yamori.agents.iot.past import Extreme, LastStay, PastNumbers, PastState, PastValue, Stay
from yamori.apps.reading_history import ReadingHistory
from yamori.automations.condition import Comparison, leaves_of
from yamori.automations.history import Change, History, Interval, Timeline
from yamori.automations.history.states import count_into, last_stay, time_in
from yamori.automations.judging import judged
from yamori.automations.rules.truth import compare
from yamori.automations.waiting import test_of
from yamori.domain.clock import Clock
from yamori.domain.values import Value

LOOKED_BACK = timedelta(days=31)
"""How far back is looked for the last time of a state that several readings decide together."""
MOST_STAYS = 500


class HouseholdPast:
    """Fulfils `agents.iot.past.Past`."""

    def __init__(self, readings: ReadingHistory, clock: Clock) -> None:
        self._readings, self._clock = readings, clock

    async def state(self, condition: Watched, start: datetime, end: datetime) -> PastState | None:
        history = await self._readings.asked()
        if history is None:
            return None
        timeline = await self._judged(history, condition, Interval(start=start, end=end))
        lasted, begun = time_in(timeline, _is_true), count_into(timeline, _is_true)
        return PastState(
            stays=tuple(_stays(timeline)[-MOST_STAYS:]),
            lasted=lasted.total,
            unknown=lasted.unknown,
            asked=lasted.asked,
            times=begun.count,
            since=timeline.kept.since,
        )

    async def last(self, condition: Watched) -> LastStay | None:
        history, now = await self._readings.asked(), self._clock.now()
        if history is None:
            return None
        leaf = _single(condition)
        if leaf is not None:  # reads back only as far as it has to
            found = await history.last(leaf.path, lambda value: compare(leaf, value) is True, before=now + timedelta(milliseconds=1))
            stay = Stay(began=found.began, ended=found.ended) if found.was else None
            return LastStay(stay=stay, since=found.kept.since)
        timeline = await self._judged(history, condition, Interval(start=now - LOOKED_BACK, end=now))
        back = last_stay(reversed(list(zip(timeline.moments, timeline.values, strict=True))), _is_true)
        if back is None and timeline.before is not True:
            return LastStay(stay=None, since=timeline.kept.since)
        began = timeline.moment(back.began) if back is not None and back.began is not None else None
        ended = timeline.moment(back.ended) if back is not None and back.ended is not None else _first_end(timeline, back is None)
        return LastStay(stay=Stay(began=began, ended=ended), since=timeline.kept.since)

    async def numbers(self, path: str, start: datetime, end: datetime) -> PastNumbers | None:
        history = await self._readings.asked()
        if history is None:
            return None
        found = await history.numbers(path, Interval(start=start, end=end), now=self._clock.now())
        return PastNumbers(smallest=_extreme(found.smallest), largest=_extreme(found.largest), mean=found.mean, since=found.kept.since)

    async def value(self, path: str, at: datetime) -> PastValue | None:
        history = await self._readings.asked()
        if history is None:
            return None
        found = await history.value(path, at, now=self._clock.now())
        return PastValue(value=found.value, since=found.kept.since)

    async def _judged(self, history: History, condition: Watched, interval: Interval) -> Timeline:
        timelines = await history.timelines([test.path for test in condition.tests], interval, now=self._clock.now())
        return judged(test_of(condition), timelines)


def _is_true(value: Value) -> bool:
    return value is True


def _single(condition: Watched) -> Comparison | None:
    """The one comparison that a condition is; None where it is several, or the opposite of one."""
    leaves = list(leaves_of(test_of(condition)))
    return leaves[0] if len(leaves) == 1 and not condition.negated and isinstance(leaves[0], Comparison) else None


def _first_end(timeline: Timeline, only_before: bool) -> datetime | None:
    """When what was so at the beginning, and never again, ended."""
    return timeline.moment(timeline.moments[0]) if only_before and timeline.moments else None


def _stays(timeline: Timeline) -> list[Stay]:
    found: list[Stay] = []
    spans = list(timeline.spans())
    for number, (start, _, value) in enumerate(spans):
        if value is not True:
            continue
        ended = timeline.moment(spans[number + 1][0]) if number + 1 < len(spans) else None
        began = timeline.moment(start) if timeline.moments and (number > 0 or timeline.moments[0] == start) else None
        found.append(Stay(began=began, ended=ended))
    return found


def _extreme(change: Change | None) -> Extreme | None:
    return Extreme(value=cast(float, change.value), at=change.at) if change is not None else None
