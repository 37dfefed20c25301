"""○, △ or ×: rules over the lines of the robots' traces alone. No clock, no file, and never a word of the model's."""

import math
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from itertools import groupby
from typing import Any

from yamori.evaluation.robots.tasks import ANY_DEVICE, Operation, RobotTask, Sign, Values
from yamori.evaluation.robots.traces import TraceLine

SLACK = 0.5
"""Seconds by which something may last longer or shorter than asked."""
AT_ONCE = 1.0
"""Seconds within which things begin that begin together."""
_GLIMPSE = 0.05
"""Seconds: several LEDs change one after the other, and what is seen for less is none of the pictures of a pattern."""
_ROUNDS = 2
"""How often a pattern's pictures must be seen."""
_STATES = frozenset({"led", "motors", "text", "face", "pattern", "sound", "pwm", "servo"})
"""Events that say how something is from then on; the others are over when they are told, or after the `seconds` that they tell."""


class Mark(StrEnum):
    """The paper's criteria."""

    ALL = "○"
    """Every operation was done, in the order and the time that was asked."""
    SOME = "△"
    """Of several operations at least one."""
    NONE = "×"


SCORES = {Mark.ALL: 1.0, Mark.SOME: 0.5, Mark.NONE: 0.0}


@dataclass(frozen=True, kw_only=True)
class Span:
    """When something was so."""

    device: str
    begin: float
    end: float | None
    """None: it was so until the last line."""

    @property
    def seconds(self) -> float:
        return math.inf if self.end is None else self.end - self.begin


@dataclass(frozen=True, kw_only=True)
class Judged:
    mark: Mark
    why: tuple[str, ...]
    """What is missing or wrong, an operation each."""
    done: Mapping[str, bool]
    """Operation to whether it was done, taken by itself."""


def judge(task: RobotTask, lines: Sequence[TraceLine]) -> Judged:
    """`lines` in time, from the moment when the task was said."""
    found = {name: tuple(_done(operation, lines)) for name, operation in task.operations.items()}
    why = [f"{name}: {_missing(task.operations[name], lines)}" for name, spans in found.items() if not spans]
    if not why and not _fits(task, found, {}):
        why = list(_misfits(task, found)) or ["everything was done, but not in the order or at the time that was asked"]
    several, some = len(found) > 1, any(found.values())
    mark = Mark.SOME if why and several and some else Mark.NONE if why else Mark.ALL
    return Judged(mark=mark, why=tuple(why), done={name: bool(spans) for name, spans in found.items()})


def _done(operation: Operation, lines: Sequence[TraceLine]) -> Iterator[Span]:
    """Each time that the operation was done as it should be, whatever the others."""
    for span in _seen(operation, lines):
        right = operation.lasts is None or abs(span.seconds - operation.lasts) <= SLACK
        if right and not any(_overlap(span, other) for sign in operation.without for other in _spans(sign, lines, span.device)):
            yield span


def _missing(operation: Operation, lines: Sequence[TraceLine]) -> str:
    seen = list(_seen(operation, lines))
    if not seen:
        return "was not done"
    if operation.lasts is not None and not any(abs(span.seconds - operation.lasts) <= SLACK for span in seen):
        took = ", ".join("without end" if span.end is None else f"for {span.seconds:.1f} s" for span in seen)
        return f"was done {took}, not for {operation.lasts:g} s"
    return "was not done alone"


def _seen(operation: Operation, lines: Sequence[TraceLine]) -> list[Span]:
    devices = sorted({line.device for line in lines}) if operation.device == ANY_DEVICE else [operation.device]
    return sorted((s for device in devices for sign in operation.any for s in _spans(sign, lines, device)), key=lambda span: span.begin)


def _fits(task: RobotTask, found: Mapping[str, Sequence[Span]], chosen: Mapping[str, Span]) -> bool:
    """Whether one time of each operation can be chosen so that all of them stand to each other as asked."""
    if len(chosen) == len(found):
        return True
    name = list(found)[len(chosen)]
    return any(
        all(holds(span, chosen[other]) for holds, other in _relations(task, name, chosen)) and _fits(task, found, {**chosen, name: span})
        for span in found[name]
    )


_Holds = Callable[[Span, Span], bool]


def _relations(task: RobotTask, name: str, others: Mapping[str, object]) -> Iterator[tuple[_Holds, str]]:
    """What must hold between this operation and others, whichever of the two says so."""
    own = task.operations[name]
    for other in others:
        that = task.operations[other]
        if own.after == other:
            yield _after, other
        if that.after == name:
            yield _before, other
        if other == own.meanwhile or that.meanwhile == name:
            yield _together, other
        if task.at_once:
            yield _at_once, other


def _misfits(task: RobotTask, found: Mapping[str, Sequence[Span]]) -> Iterator[str]:
    """Each pair of operations of which no times stand to each other as asked."""
    said: Mapping[_Holds, str] = {
        _after: "did not begin after",
        _together: "was not at the same time as",
        _at_once: "did not begin within a second of",
    }
    names = list(found)
    for name in names:
        for holds, other in _relations(task, name, {n: None for n in names if n != name}):
            once = holds is not _before and (holds is _after or names.index(other) < names.index(name))
            if once and not any(holds(a, b) for a in found[name] for b in found[other]):
                yield f"{name} {said[holds]} {other}"


def _after(one: Span, other: Span) -> bool:
    return other.end is not None and one.begin >= other.end


def _before(one: Span, other: Span) -> bool:
    return _after(other, one)


def _at_once(one: Span, other: Span) -> bool:
    return abs(one.begin - other.begin) <= AT_ONCE


def _together(one: Span, other: Span) -> bool:
    return _overlap(one, other) or _at_once(one, other)


def _overlap(one: Span, other: Span) -> bool:
    return one.begin < other.begin + other.seconds and other.begin < one.begin + one.seconds


def _spans(sign: Sign, lines: Sequence[TraceLine], device: str) -> Iterator[Span]:
    """Each time that the sign was seen on the device."""
    own = [line for line in lines if line.device == device and fnmatchcase(line.component, sign.component)]
    if sign.frames:
        yield from _patterns(sign, own, device)
        return
    for _, lines_of_one in groupby(sorted(own, key=lambda line: line.component), key=lambda line: line.component):
        yield from _of_one(sign, list(lines_of_one), device)


def _of_one(sign: Sign, lines: Sequence[TraceLine], device: str) -> Iterator[Span]:
    """In the lines of one component."""
    told = [line for line in lines if line.event == sign.event]
    wanted = (sign.values, *sign.then)
    number = 0
    while number < len(told):
        matched = told[number : number + len(wanted)]
        if len(matched) < len(wanted) or not all(_matches(line, values) for line, values in zip(matched, wanted, strict=True)):
            number += 1
            continue
        last = number + len(wanted) - 1
        if sign.until is not None:
            end = next((line.at for line in lines if line.event == sign.until and line.at >= told[last].at), None)
        elif sign.event in _STATES:
            while last + 1 < len(told) and not sign.then and _matches(told[last + 1], sign.values):
                last += 1  # still so
            end = told[last + 1].at if last + 1 < len(told) else None
        else:
            end = told[last].at + float(told[last].values.get("seconds", 0.0))
        yield Span(device=device, begin=told[number].at, end=end)
        number = last + 1


def _patterns(sign: Sign, lines: Sequence[TraceLine], device: str) -> Iterator[Span]:
    pictures = list(_pictures(sign, lines))
    wanted = list(sign.frames) * _ROUNDS
    for number in range(len(pictures) - len(wanted) + 1):
        if [lit for _, lit in pictures[number : number + len(wanted)]] == wanted:
            after = number + len(wanted)
            yield Span(device=device, begin=pictures[number][0], end=pictures[after][0] if after < len(pictures) else None)


def _pictures(sign: Sign, lines: Sequence[TraceLine]) -> Iterator[tuple[float, frozenset[str]]]:
    """Since when which components were lit, without what was seen for a glimpse only."""
    lit: frozenset[str] = frozenset()
    changes: list[tuple[float, frozenset[str]]] = []
    for line in lines:
        if line.event == sign.event:
            lit = lit | {line.component} if line.values.get("lit") else lit - {line.component}
            changes.append((line.at, lit))
    before: frozenset[str] = frozenset()
    for number, (at, seen) in enumerate(changes):
        stays = changes[number + 1][0] - at if number + 1 < len(changes) else math.inf
        if stays >= _GLIMPSE and seen != before:
            before = seen
            yield at, seen


def _matches(line: TraceLine, values: Values) -> bool:
    return all(name in line.values and _right(line.values[name], wanted) for name, wanted in values.items())


def _right(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        return all(_within(value, rule, limit) for rule, limit in wanted.items())
    if isinstance(wanted, list | tuple):
        return any(_right(value, one) for one in wanted)
    if isinstance(wanted, str) and isinstance(value, str):
        return _written(value) == _written(wanted)
    return bool(value == wanted)


def _within(value: Any, rule: str, limit: Any) -> bool:
    match rule:
        case "min":
            return isinstance(value, int | float) and value >= limit
        case "max":
            return isinstance(value, int | float) and value <= limit
        case "not":
            return not _right(value, limit)
        case "filled":
            return bool("".join(value) if isinstance(value, list) else value) is bool(limit)
    raise ValueError(f"there is no rule {rule!r} for a value")


def _written(text: str) -> str:
    """The same letters, however the apostrophe or the width of a letter was typed."""
    return unicodedata.normalize("NFKC", text).replace("\u2019", "'").strip()
