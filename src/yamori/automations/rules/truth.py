"""Whether a test over readings is true, in three values: what is not known is neither (Kleene's strong logic).

A value of the wrong sort (`unavailable` where a number is compared) is not known either, and whatever depends on it alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from yamori.automations.condition import AllOf, AnyOf, Comparison, Condition, Not, Operator, is_number, leaves_of
from yamori.domain.values import Value

Truth = bool | None


def compare(comparison: Comparison, value: Value, before: Truth = None) -> Truth:
    """`before` is its truth when it was last known: an order that was true stays so within its margin."""
    if value is None:
        return None
    wanted = comparison.value
    match comparison.operator:
        case Operator.IS:
            return _same(value, wanted)
        case Operator.IS_NOT:
            return not _same(value, wanted)
        case Operator.IN:
            return isinstance(wanted, list) and any(_same(value, one) for one in wanted)
        case _:
            pass
    if not (isinstance(value, int | float) and is_number(value) and isinstance(wanted, int | float)):
        return None
    slack = comparison.margin if before else 0.0
    match comparison.operator:
        case Operator.BELOW:
            return value < wanted + slack
        case Operator.AT_MOST:
            return value <= wanted + slack
        case Operator.ABOVE:
            return value > wanted - slack
        case _:
            return value >= wanted - slack


def _same(value: Value, wanted: Value) -> bool:
    """JSON's equality: true is not 1."""
    return isinstance(value, bool) == isinstance(wanted, bool) and value == wanted


def compare_leaves(test: Condition, values: Mapping[str, Value], before: Sequence[Truth]) -> tuple[Truth, ...]:
    """Each comparison of the test, in order; `before` as they were last known, or empty."""
    found = [leaf for leaf in leaves_of(test) if isinstance(leaf, Comparison)]
    known = before if len(before) == len(found) else (None,) * len(found)
    return tuple(compare(leaf, values.get(leaf.path), was) for leaf, was in zip(found, known, strict=True))


def whole(test: Condition, leaves: Iterable[Truth]) -> Truth:
    """The test's truth from the truths of its leaves, in order."""
    return _whole(test, iter(leaves))


def _whole(test: Condition, leaves: Iterator[Truth]) -> Truth:
    match test:
        case AllOf():
            return all_of([_whole(one, leaves) for one in test.tests])
        case AnyOf():
            return any_of([_whole(one, leaves) for one in test.tests])
        case Not():
            inner = _whole(test.test, leaves)
            return None if inner is None else not inner
        case _:
            return next(leaves)


def all_of(truths: Sequence[Truth]) -> Truth:
    if False in truths:
        return False
    return None if None in truths else True


def any_of(truths: Sequence[Truth]) -> Truth:
    if True in truths:
        return True
    return None if None in truths else False
