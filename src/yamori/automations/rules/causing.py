"""Which of the readings that a trigger looks at made it true: of two things of which either is enough, the one that was so. Pure."""

from collections.abc import Mapping

from yamori.automations.condition import AllOf, AnyOf, Condition, Not, paths_of
from yamori.automations.rules.truth import compare_leaves, whole
from yamori.automations.trigger import Becomes, Trigger
from yamori.domain.values import Value


def causing(trigger: Trigger | None, readings: Mapping[str, Value]) -> Mapping[str, Value]:
    """All of them where the trigger is gone, or where code decided."""
    if not isinstance(trigger, Becomes):
        return readings
    return {path: readings[path] for path in _paths(trigger.test, readings) if path in readings}


def _paths(test: Condition, readings: Mapping[str, Value]) -> tuple[str, ...]:
    match test:
        case AnyOf():
            so = [one for one in test.tests if whole(one, compare_leaves(one, readings, ()))]
            return tuple(dict.fromkeys(path for one in so or test.tests for path in _paths(one, readings)))
        case AllOf():
            return tuple(dict.fromkeys(path for one in test.tests for path in _paths(one, readings)))
        case Not():
            return paths_of(test.test)
        case _:
            return paths_of(test)
