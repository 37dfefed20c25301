"""Whether the conditions are true when an automation is set off. The weather's and generated code's answers are brought by the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from yamori.automations.condition import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    GeneratedIs,
    Leaf,
    Not,
    OnWeekdays,
    SunIs,
    TimeWindow,
    WeatherIs,
    leaves_of,
)
from yamori.automations.ports import Sky
from yamori.automations.rules.truth import Truth, all_of, any_of, compare
from yamori.automations.state import Skip
from yamori.domain.values import Value

Opaque = WeatherIs | GeneratedIs


@dataclass(frozen=True, kw_only=True)
class Situation:
    """What the conditions are checked against."""

    now: datetime
    """In the household's zone."""
    values: Mapping[str, Value]
    """Readings by path."""
    sky: Sky
    answers: Mapping[int, Truth] = field(default_factory=dict)
    """Of opaque parts, by their place among all of `opaque_parts`."""


def opaque_parts(conditions: Sequence[Condition]) -> tuple[Opaque, ...]:
    """The parts of all conditions that a port has to be asked about, in order."""
    return tuple(leaf for one in conditions for leaf in leaves_of(one) if isinstance(leaf, WeatherIs | GeneratedIs))


def unmet(conditions: Sequence[Condition], situation: Situation, *, ask_ports: bool) -> Skip | None:
    """The first condition that is not true, or None. Without `ask_ports` those with opaque parts are left for later."""
    place = 0
    for number, condition in enumerate(conditions):
        opaque = len(opaque_parts((condition,)))
        if opaque and not ask_ports:
            continue
        answers = [situation.answers.get(place + n) for n in range(opaque)]
        place += opaque
        truth = _truth(condition, situation, answers)
        if truth is not True:
            return Skip(at=situation.now, condition=number, known=truth is False)
    return None


def _truth(condition: Condition, situation: Situation, answers: list[Truth]) -> Truth:
    match condition:
        case AllOf():
            return all_of([_truth(test, situation, answers) for test in condition.tests])
        case AnyOf():
            return any_of([_truth(test, situation, answers) for test in condition.tests])
        case Not():
            inner = _truth(condition.test, situation, answers)
            return None if inner is None else not inner
        case _:
            return _leaf(condition, situation, answers)


def _leaf(leaf: Leaf, situation: Situation, answers: list[Truth]) -> Truth:
    now = situation.now
    match leaf:
        case Comparison():
            return compare(leaf, situation.values.get(leaf.path))
        case TimeWindow():
            time = now.time()
            inside = leaf.start <= time < leaf.end
            return inside if leaf.start < leaf.end else time >= leaf.start or time < leaf.end
        case OnWeekdays():
            return now.weekday() in leaf.days
        case SunIs():
            return situation.sky.is_up(now) == leaf.up
        case WeatherIs() | GeneratedIs():
            return answers.pop(0)
