"""Comparisons of readings as templates of Home Assistant, for what its own triggers and conditions cannot say; and text that is none.

A template is false, and so is its opposite, while its reading is not known.
"""

import json
import re

from yamori.automations.condition import AllOf, AnyOf, Comparison, Condition, Operator
from yamori.automations.home_assistant.port import OTHERS, EntityReading, HomeAssistantHome
from yamori.automations.home_assistant.reasons import Reason, Unsayable
from yamori.domain.values import Value

_SIMPLE = re.compile(r"[\w .:/-]*")
_MARKS = ("{{", "{%", "{#")
GONE = ("unavailable", "unknown")
"""States of an entity whose device is away."""


def plain(value: Value) -> Value:
    """A value of which Home Assistant makes no template, whatever a person wrote in it."""
    if isinstance(value, str) and any(mark in value for mark in _MARKS):
        return f"{{{{ {json.dumps(value, ensure_ascii=False)} }}}}"
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return value


def template_of(test: Condition, home: HomeAssistantHome) -> str:
    """Of comparisons without `Not`. Raises `Unsayable`."""
    return f"{{{{ {_expression(test, home)} }}}}"


def _expression(test: Condition, home: HomeAssistantHome) -> str:
    match test:
        case AllOf() | AnyOf():
            joint = " and " if isinstance(test, AllOf) else " or "
            return joint.join(f"({_expression(each, home)})" for each in test.tests)
        case Comparison():
            return compared(test, home.reading(test.path))
        case _:
            raise Unsayable(Reason.OTHER)


def compared(test: Comparison, reading: EntityReading) -> str:
    """One comparison as a Jinja expression."""
    if reading.number:
        value, known = _number(reading)
        if test.operator is Operator.IN:
            return f"{known} and {value} in {_list(test.value if isinstance(test.value, list) else [])}"
        return f"{known} and {value} {test.operator.value} {literal(test.value)}"
    if test.operator.orders:
        raise Unsayable(Reason.NO_READING, reading.entity)
    wanted = test.value if test.operator is Operator.IN and isinstance(test.value, list) else [test.value]
    names, positive = theirs(reading, wanted)
    if test.operator is Operator.IS_NOT:
        positive = not positive
    subject = _subject(reading)
    known = f"has_value('{reading.entity}')" if reading.attribute is None else f"{subject} is not none and has_value('{reading.entity}')"
    if positive:
        if not names:
            raise Unsayable(Reason.NEVER, reading.entity)
        return f"{subject} == {literal(names[0])}" if len(names) == 1 else f"{subject} in {_list(names)}"
    if not names:
        return known
    different = f"{subject} != {literal(names[0])}" if len(names) == 1 else f"{subject} not in {_list(names)}"
    return f"{known} and {different}"


def theirs(reading: EntityReading, wanted: list[Value]) -> tuple[list[Value], bool]:
    """Their words for any of our values, and True; where ours stands for all their other words, those that it is not, and False."""
    if not reading.words:
        return list(wanted), True
    if reading.words.get(OTHERS) in wanted and OTHERS in reading.words:
        return [raw for raw, word in reading.words.items() if raw != OTHERS and word not in wanted], False
    return [raw for raw, word in reading.words.items() if raw != OTHERS and word in wanted], True


def _number(reading: EntityReading) -> tuple[str, str]:
    """The value in our unit, and what says that it is known."""
    subject = _subject(reading)
    known, value = f"is_number({subject})", f"{subject} | float(0)"
    if reading.missing:
        state, instead = next(iter(reading.missing.items()))
        known = f"({known} or states('{reading.entity}') == {literal(state)})"
        value = f"{subject} | float({literal(instead)})"
        if reading.scale is not None and instead != 0:
            raise Unsayable(Reason.NO_READING, reading.entity)
    if reading.scale is not None:
        top, ours = reading.scale
        value = f"({value}) * {ours:g} / {top:g}"
    return (f"({value}) | round(0)" if reading.whole else f"({value})"), known


def _subject(reading: EntityReading) -> str:
    if reading.attribute is None:
        return f"states('{reading.entity}')"
    return f"state_attr('{reading.entity}', {literal(reading.attribute)})"


def literal(value: Value) -> str:
    """As Jinja reads it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and _SIMPLE.fullmatch(value):
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False)


def _list(values: list[Value]) -> str:
    return f"[{', '.join(map(literal, values))}]"
