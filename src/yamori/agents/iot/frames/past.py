"""A question about how something was as the call that looks back. Which readings tell a state is decided by the rules for conditions, which
of them answer a question by those for questions."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.watch import NotWatchable, Test, Watched
from yamori.agents.iot.frames.devices import Devices
from yamori.agents.iot.frames.frame_words import slots_of, words_of
from yamori.agents.iot.frames.places import Place
from yamori.agents.iot.frames.questions import reading
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.past.asked import Asks, PastQuestion
from yamori.agents.iot.rules.past.paths import address_of
from yamori.agents.iot.rules.past.words import without, words_for
from yamori.agents.iot.rules.queries import holds
from yamori.agents.iot.rules.watched import watched
from yamori.domain.capability import Attribute
from yamori.domain.language import language_of
from yamori.domain.values import Value
from yamori.understanding.frame import Frame, Slot, SlotName
from yamori.understanding.utterance import Utterance

MOST_NUMBERS = 4
"""Numbers that one question is answered with."""
MOST_DEVICES = 12
"""Devices of which one question is answered."""
_TO_LOOK_AT = 16


def looking_back(
    frame: Frame, question: PastQuestion, place: Place, devices: Devices, utterance: Utterance, context: Context
) -> tuple[ToolCall, ...] | Unfit:
    """The one call that answers it; what names no state that readings tell asks for a number."""
    asks = question.asks
    read = _read(frame, place, devices, utterance, context)
    if asks not in (Asks.HIGHEST, Asks.LOWEST, Asks.AVERAGE):
        condition = _condition(frame, question, read, utterance, context)
        if isinstance(condition, Watched):
            return _of_state(question, condition)
        if condition is not None and condition.options:
            return Unfit(slot=_naming(frame), options=condition.options)
    if asks is Asks.COUNT and question.may_be_number:
        asks = Asks.VALUE
    if asks is Asks.WHETHER:
        asks = Asks.VALUE
    if asks in (Asks.DURATION, Asks.COUNT, Asks.LAST) or question.period is None or isinstance(read, Unfit):
        return read if isinstance(read, Unfit) else Unfit()
    moment = question.period.is_moment
    paths = [path for path in _paths(read, context) if _is_number(path, context) or (moment and asks is Asks.VALUE)]
    if not paths or len(paths) > MOST_NUMBERS:
        return Unfit()
    return (_call(question, asks, {"readings": cast(Value, paths)}),)


def _read(frame: Frame, place: Place, devices: Devices, utterance: Utterance, context: Context) -> ToolCall | Unfit:
    """What would be read if the question were about now."""
    calls = reading(frame, place, devices, utterance, context)
    return calls if isinstance(calls, Unfit) else calls[0]


def _condition(
    frame: Frame, question: PastQuestion, read: ToolCall | Unfit, utterance: Utterance, context: Context
) -> Watched | NotWatchable | None:
    """The state that is asked about; None where readings tell none, and why not where it may be one of several."""
    several: NotWatchable | None = None
    for words in _wordings(frame, question, utterance):
        found = watched(words, context, person="", language=language_of(utterance.text))
        if isinstance(found, Watched):
            return found if not found.for_seconds and len({(t.operator, str(t.value)) for t in found.tests}) == 1 else None
        several = several or (found if found.options else None)
    if several is not None:
        return several
    equals = read.arguments.get("equals") if isinstance(read, ToolCall) else None
    if not isinstance(read, ToolCall) or not isinstance(equals, str):
        return None
    tests = tuple(test for path in _paths(read, context) if (test := _test(path, equals, context)) is not None)
    if not tests or len({str(t.value) for t in tests}) > 1 or len({t.path.partition(".")[0] for t in tests}) > 1:
        return None
    return Watched(tests=tests[:_TO_LOOK_AT], combine="any", shows="")


def _wordings(frame: Frame, question: PastQuestion, utterance: Utterance) -> tuple[str, ...]:
    """The state as it was said, and with the thing before what somebody did with it (`somebody opened the door`)."""
    named = [words_of(slot) for slot in slots_of(frame, SlotName.DEVICE)]
    if not question.state or utterance.vocabulary.morphemes or len(named) != 1 or named[0] not in question.state:
        return (question.state,) if question.state else ()
    rest = without(question.state.replace(named[0], " ", 1), words_for("people", utterance.language), utterance.language)
    return (question.state, f"{named[0]} {rest}".strip())


def _test(path: str, equals: str, context: Context) -> Test | None:
    declared = _declared(path, context)
    values: Sequence[Value] = (True, False) if declared.type == "boolean" else declared.values
    held = [value for value in values if holds(value, equals, declared)]
    return Test(path=path, operator="==", value=held[0]) if len(held) == 1 else None


def _paths(read: ToolCall, context: Context) -> list[str]:
    """The attributes that a reading call is about, as paths."""
    attributes = cast(Sequence[str], read.arguments.get("attributes") or ())
    found: dict[str, None] = {}
    for address in cast(Sequence[str], read.arguments["devices"]):
        device, _, component = address.partition("/")
        for held, name in context.index.devices[device].capabilities():
            if component in ("", held):
                own = [a for a in context.index.capabilities[name].attributes if f"{name}.{a}" in attributes]
                found.update(dict.fromkeys(f"{device}.{held}.{name}.{a}" for a in own))
    return list(found)


def _is_number(path: str, context: Context) -> bool:
    return _declared(path, context).type in ("integer", "number")


def _declared(path: str, context: Context) -> Attribute:
    address = address_of(path, context.index.devices.values())
    assert address is not None, "it was made of the home's own names"
    return context.index.capabilities[address.capability].attributes[address.attribute]


def _of_state(question: PastQuestion, condition: Watched) -> tuple[ToolCall, ...] | Unfit:
    """A call for each device where one of several is enough, so that the answer says which; else one for all."""
    of_each: dict[str, list[Test]] = {}
    for test in condition.tests:
        of_each.setdefault(test.path.partition(".")[0], []).append(test)
    if len(of_each) == 1 or condition.combine == "all" or condition.negated:
        return (_of_tests(question, condition),)
    if len(of_each) > MOST_DEVICES:
        return Unfit()
    return tuple(_of_tests(question, replace(condition, tests=tuple(tests))) for tests in of_each.values())


def _of_tests(question: PastQuestion, condition: Watched) -> ToolCall:
    first = condition.tests[0]
    states = first.value if first.operator == "in" else [first.value]
    arguments: dict[str, Value] = {
        "readings": cast(Value, [test.path for test in condition.tests]),
        "states": states,
        "operator": "==" if first.operator == "in" else first.operator,
        "combine": condition.combine,
        "negated": condition.negated,
    }
    return _call(question, question.asks, arguments)


def _call(question: PastQuestion, asks: Asks, arguments: dict[str, Value]) -> ToolCall:
    times: dict[str, Value] = {}
    if question.period is not None:
        times = {"start": question.period.start.isoformat(), "end": question.period.end.isoformat()}
    return ToolCall(tool="look_back", arguments={"asks": asks.value, **arguments, **times})


def _naming(frame: Frame) -> Slot | None:
    return next(iter(slots_of(frame, SlotName.DEVICE, SlotName.ROOM, SlotName.FEATURE)), None)
