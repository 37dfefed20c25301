"""Regular expressions that devices send: what they may cost is known before they are run.

Python's engine goes back and forth without a limit, and holds everything up while it does. So what can be matched in several ways is not
repeated here, and the worst case, which then follows from the number of repetitions and the length of the text, is charged.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from yamori.gateway.mqtt.budget import Budget, Exceeded

_LONGEST = 300
_MOST = 6
"""Repetitions and options of one pattern."""
_CHEAP = 50
"""Steps of the engine that cost as much as one of a template."""
_SIGN = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?P<kind>\?(?:[:=!]|<[=!]|P<\w+>|i\)))?|[)|]"
    r"|(?:[*+?]|\{(?P<least>\d*)(?P<more>,)?(?P<most>\d*)\})[?+]?",
    re.DOTALL,
)


@dataclass(frozen=True, kw_only=True)
class _Pattern:
    compiled: re.Pattern[str]
    endless: int
    """Repetitions without an end; each multiplies the worst case by the length of the text."""
    optional: int
    """What may be there or not; each doubles it."""


def found_by(pattern: str, text: str, *, ignorecase: bool, budget: Budget) -> re.Pattern[str]:
    """The pattern, its worst case on this text spent. Raises `Exceeded`, and `re.error` for none at all."""
    known = _known(pattern, ignorecase)
    budget.spend((len(text) + 1) ** (known.endless + 1) * 2**known.optional // _CHEAP)
    return known.compiled


@lru_cache(maxsize=256)
def _known(text: str, ignorecase: bool) -> _Pattern:
    if len(text) > _LONGEST:
        raise Exceeded("the pattern is too long")
    unbounded = optional = 0
    open_groups, closed_at, closed_varies = [False], -1, False
    """For each open group whether it can match in several ways; the same of the one that was closed last, and where it ended."""
    for found in _SIGN.finditer(text):
        sign = found.group()
        if sign[0] == "\\":
            if sign[1:].isdigit():
                raise Exceeded("a pattern that refers back is not understood")
        elif sign[0] == "(":
            if found["kind"] is None and text[found.end() : found.end() + 1] == "?":
                raise Exceeded("the pattern's group is not understood")
            if not sign.endswith(")"):
                open_groups.append(False)
        elif sign == ")" and len(open_groups) > 1:
            closed_at, closed_varies = found.end(), open_groups.pop()
            open_groups[-1] |= closed_varies
        elif sign == "|":
            open_groups[-1] = True
            optional += 1
        elif sign[0] in "*+?{":
            endless = sign[0] in "*+" or (found["more"] is not None and not found["most"])
            most = 1 if sign[0] == "?" else int(found["most"] or found["least"] or 0) if sign[0] == "{" else 0
            varies = endless or sign[0] == "?" or found["more"] is not None
            if closed_at == found.start() and (endless or (most > 1 and (closed_varies or varies))):
                raise Exceeded("a pattern that repeats a group is not understood")
            unbounded += endless or (varies and most > 2)
            optional += varies and not endless
            open_groups[-1] |= varies
    if unbounded + optional > 2 * _MOST or unbounded > _MOST:
        raise Exceeded("the pattern repeats too much")
    return _Pattern(compiled=re.compile(text, re.IGNORECASE if ignorecase else 0), endless=unbounded, optional=optional)
