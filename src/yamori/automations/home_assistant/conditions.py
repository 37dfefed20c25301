"""Our conditions as Home Assistant's."""

from datetime import time

from yamori.automations.condition import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    GeneratedIs,
    Not,
    OnWeekdays,
    Operator,
    SunIs,
    TimeWindow,
    WeatherIs,
)
from yamori.automations.home_assistant.days import WEEKDAYS
from yamori.automations.home_assistant.literals import without_not
from yamori.automations.home_assistant.port import EntityReading, HomeAssistantHome
from yamori.automations.home_assistant.reasons import Reason, Unsayable
from yamori.automations.home_assistant.templates import compared, theirs
from yamori.automations.home_assistant.written import Part

SUN = "sun.sun"


def conditions_of(condition: Condition, home: HomeAssistantHome, zone: str) -> list[Part]:
    """One of ours, which all of these say together. `zone`: the household's. Raises `Unsayable`."""
    plain = without_not(condition)
    tests = plain.tests if isinstance(plain, AllOf) else (plain,)
    return [_part(test, home, zone) for test in tests]


def _part(condition: Condition, home: HomeAssistantHome, zone: str) -> Part:
    match condition:
        case AllOf() | AnyOf():
            kind = "and" if isinstance(condition, AllOf) else "or"
            return {"condition": kind, "conditions": [_part(test, home, zone) for test in condition.tests]}
        case Comparison():
            return _comparison(condition, home.reading(condition.path))
        case TimeWindow():
            check_clock(home, zone)
            return {"condition": "time", "after": clock(condition.start), "before": clock(condition.end)}
        case OnWeekdays():
            check_clock(home, zone)
            return {"condition": "time", "weekday": [WEEKDAYS[day] for day in sorted(set(condition.days))]}
        case SunIs():
            if not home.has(SUN):
                raise Unsayable(Reason.NO_SUN, SUN)
            return {"condition": "state", "entity_id": SUN, "state": "above_horizon" if condition.up else "below_horizon"}
        case WeatherIs():
            raise Unsayable(Reason.WEATHER)
        case GeneratedIs():
            raise Unsayable(Reason.CODE)
        case Not(test=inner):
            _part(inner, home, zone)  # its own reason, where it has one
            raise Unsayable(Reason.OTHER)
        case _:
            raise Unsayable(Reason.OTHER)


def _comparison(test: Comparison, reading: EntityReading) -> Part:
    where = entity_of(reading)
    if (bound := bound_of(test, reading)) is not None:
        return {"condition": "numeric_state", **where, **bound}
    if (states := states_of(test, reading)) is not None:
        return {"condition": "state", **where, "state": states[0] if len(states) == 1 else states}
    return {"condition": "template", "value_template": f"{{{{ {compared(test, reading)} }}}}"}


def entity_of(reading: EntityReading) -> Part:
    """Which value is looked at."""
    return {"entity_id": reading.entity, **({"attribute": reading.attribute} if reading.attribute else {})}


def bound_of(test: Comparison, reading: EntityReading) -> Part | None:
    """`above` or `below`; None for what `numeric_state` does not compare."""
    if not reading.number or reading.scale is not None or reading.missing:
        return None
    name = {Operator.ABOVE: "above", Operator.BELOW: "below"}.get(test.operator)
    return {name: test.value} if name is not None else None


def states_of(test: Comparison, reading: EntityReading) -> list[str] | None:
    """The states that fit; None for what `state` does not compare."""
    if reading.number or test.operator not in (Operator.IS, Operator.IN):
        return None
    wanted = test.value if isinstance(test.value, list) else [test.value]
    names, positive = theirs(reading, wanted)
    words = [name for name in names if isinstance(name, str)]
    return words if positive and words and len(words) == len(names) else None


def check_clock(home: HomeAssistantHome, zone: str) -> None:
    """Raises `Unsayable` where a time of day is another one there."""
    if home.timezone != zone:
        raise Unsayable(Reason.CLOCK, home.timezone)


def clock(at: time) -> str:
    return at.strftime("%H:%M:%S")
