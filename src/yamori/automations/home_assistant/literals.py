"""Conditions without `not`: it is moved inwards until it stands at a comparison, a time or the sun, which have an opposite.

In Home Assistant a sensor that is away makes a comparison false, and its opposite would be true; here neither is (`rules.truth`).
"""

from dataclasses import replace

from yamori.automations.condition import AllOf, AnyOf, Comparison, Condition, Not, OnWeekdays, Operator, SunIs, TimeWindow

_OPPOSITES = {
    Operator.IS: Operator.IS_NOT,
    Operator.IS_NOT: Operator.IS,
    Operator.BELOW: Operator.AT_LEAST,
    Operator.AT_LEAST: Operator.BELOW,
    Operator.ABOVE: Operator.AT_MOST,
    Operator.AT_MOST: Operator.ABOVE,
}


def without_not(condition: Condition, *, negated: bool = False) -> Condition:
    """The same (`negated`: the opposite), true at the same readings and moments. What has no opposite stays as a `Not`."""
    match condition:
        case Not():
            return without_not(condition.test, negated=not negated)
        case AllOf() | AnyOf():
            kind = AllOf if isinstance(condition, AllOf) is not negated else AnyOf
            plain = [without_not(test, negated=negated) for test in condition.tests]
            tests = [inner for test in plain for inner in (test.tests if isinstance(test, kind) else (test,))]
            return tests[0] if len(tests) == 1 else kind(tests=tuple(tests))
        case Comparison(operator=Operator.IN) if negated:
            values = condition.value if isinstance(condition.value, list) else []
            others = tuple(replace(condition, operator=Operator.IS_NOT, value=value) for value in values)
            return others[0] if len(others) == 1 else AllOf(tests=others)
        case Comparison() if negated:
            return replace(condition, operator=_OPPOSITES[condition.operator])
        case TimeWindow() if negated:
            return TimeWindow(start=condition.end, end=condition.start)
        case OnWeekdays() if negated and len(set(condition.days)) < 7:
            return OnWeekdays(days=tuple(day for day in range(7) if day not in condition.days))
        case SunIs() if negated:
            return SunIs(up=not condition.up)
        case _:
            return Not(test=condition) if negated else condition
