"""The tool that looks back: how long, how often, when last something was so, and how a number went. It reads and changes nothing."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import Literal

from yamori.agentkit.argument_types import Moment, in_home_time
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agentkit.watch import Test, Watched
from yamori.agents.iot.past import Extreme, Past, PastState
from yamori.agents.iot.rules.past.asked import Asks
from yamori.agents.iot.rules.past.paths import address_of
from yamori.domain.access import Access, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.gate import Gate
from yamori.domain.values import Value

MOST_READINGS = 16
SHOWN_STAYS = 20
"""Times that are listed one by one."""
_WITHOUT = timedelta(days=7)
"""What is looked at where no start is given."""
State = str | bool | float
Operator = Literal["==", "!=", "<", "<=", ">", ">="]


class PastTools:
    """Over one house's past; the gate says what there is."""

    access = Access(who=Who.FAMILY, scope=Scope.DEVICES)

    def __init__(self, gate: Gate, past: Past) -> None:
        self._gate, self._past = gate, past

    @tool(effect=Effect.READ)
    async def look_back(
        self,
        asks: Asks,
        readings: list[str],
        states: list[State] | None = None,
        operator: Operator = "==",
        combine: Literal["any", "all"] = "any",
        negated: bool = False,
        start: Moment | None = None,
        end: Moment | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """How things were, from the kept readings. `readings` are paths `device.component.capability.attribute`. For `duration` (how long),
        `count` (how often), `last` (when last) and `whether` give the `states` that are meant, such as ["on"], or an `operator` and one
        number; of several readings `combine` says whether one is enough. `highest`, `lowest`, `average` and `value` need no states.
        Without `start` the last seven days; `last` looks back as far as there is history. `since` in the answer: from when on readings are
        kept; of the time before nothing is known."""
        now = call.task.now
        for path in readings:
            self._check(path)
        if not 1 <= len(readings) <= MOST_READINGS:
            raise InvalidRequest(f"between 1 and {MOST_READINGS} readings can be looked up at once", where="readings")
        begin = in_home_time(start, now) if start is not None else now - _WITHOUT
        until = min(in_home_time(end, now) if end is not None else now, now)
        if begin >= until:
            raise InvalidRequest(f"{begin.isoformat()} is not before {until.isoformat()}; the past ends now", where="start")
        found: dict[str, Value]
        if asks in (Asks.HIGHEST, Asks.LOWEST, Asks.AVERAGE, Asks.VALUE):
            found = {"readings": [await self._number(path, asks, begin, until) for path in readings]}
        else:
            if not states:
                raise InvalidRequest("say which states are meant, such as on or open", where="states")
            found = await self._state(asks, _condition(readings, states, operator, combine, negated), begin, until)
        asked: dict[str, Value] = {
            "asks": asks.value,
            "start": begin.isoformat(),
            "end": until.isoformat(),
            "paths": list(readings),
            "states": list(states or []),
            "operator": operator,
            "combine": combine,
            "negated": negated,
        }
        return ToolResult(value={**asked, **found})

    def _check(self, path: str) -> None:
        """Raises `InvalidRequest` for a reading that this home does not have."""
        address = address_of(path, self._gate.home.devices)
        if address is None or address.attribute not in self._gate.capabilities[address.capability].attributes:
            known = [
                f"{d.id}.{c}.{n}.{a}"
                for d in self._gate.home.devices
                for c, n in d.capabilities()
                for a in self._gate.capabilities[n].attributes
            ]
            raise InvalidRequest(f"there is no reading {path!r}", where="readings", nearest=tuple(get_close_matches(path, known, n=3)))

    async def _state(self, asks: Asks, condition: Watched, start: datetime, end: datetime) -> dict[str, Value]:
        if asks is Asks.LAST:
            last = await self._past.last(condition)
            if last is None:
                return {"kept": False}
            stay = last.stay
            return {
                "kept": True,
                "since": _iso(last.since),
                "was": stay is not None,
                "began": _iso(stay.began) if stay is not None else None,
                "ended": _iso(stay.ended) if stay is not None else None,
            }
        went = await self._past.state(condition, start, end)
        return {"kept": False} if went is None else _state_row(went)

    async def _number(self, path: str, asks: Asks, start: datetime, end: datetime) -> Value:
        row: dict[str, Value] = {"path": path}
        if asks is Asks.VALUE and end - start <= timedelta(seconds=1):
            then = await self._past.value(path, start)
            return row | ({"kept": False} if then is None else {"kept": True, "since": _iso(then.since), "value": then.value})
        went = await self._past.numbers(path, start, end)
        if went is None:
            return row | {"kept": False}
        return row | {
            "kept": True,
            "since": _iso(went.since),
            "lowest": _extreme(went.smallest),
            "highest": _extreme(went.largest),
            "average": went.mean,
        }


def _condition(
    readings: Sequence[str], states: Sequence[State], operator: Operator, combine: Literal["any", "all"], negated: bool
) -> Watched:
    several = len(states) > 1
    if several and operator != "==":
        raise InvalidRequest("with another operator than == give one state", where="states")
    if operator in ("<", "<=", ">", ">=") and not (isinstance(states[0], int | float) and not isinstance(states[0], bool)):
        raise InvalidRequest(f"{operator} needs a number", where="states")
    tests = tuple(Test(path=p, operator="in" if several else operator, value=list(states) if several else states[0]) for p in readings)
    return Watched(tests=tests, combine=combine, negated=negated, shows="")


def _state_row(went: PastState) -> dict[str, Value]:
    stays: list[Value] = [[_iso(stay.began), _iso(stay.ended)] for stay in went.stays[-SHOWN_STAYS:]]
    return {
        "kept": True,
        "since": _iso(went.since),
        "seconds": went.lasted.total_seconds(),
        "unknown_seconds": went.unknown.total_seconds(),
        "asked_seconds": went.asked.total_seconds(),
        "times": went.times,
        "stays": stays,
    }


def _extreme(extreme: Extreme | None) -> Value:
    return {"value": extreme.value, "at": extreme.at.isoformat()} if extreme is not None else None


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None
