"""What is told of several readings that a question compares: which of them, whether any or all, the most of them."""

from collections.abc import Sequence
from typing import TypeGuard

from yamori.agents.iot.rules.comparisons import Comparison, comparison_in
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.surveys import extreme_in, has_unit
from yamori.agents.iot.rules.told_readings import plainly
from yamori.agents.iot.rules.unknown import Read
from yamori.agents.iot.rules.word_lists import says
from yamori.agents.iot.rules.words import Lexicon
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language
from yamori.domain.values import Value


def surveyed(readings: Sequence[Read], index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str) -> str | None:
    """The answer where a question in normal form compares what was read, all of it known; None where it compares nothing."""
    numeric = [r for r in readings if _is_number(r["value"])]
    if not numeric:
        return None
    by_room = says(said, "asks_where")
    if (extreme := extreme_in(said, lexicon)) is not None:
        best = max(extreme.by * r["value"] for r in numeric)
        return plainly([r for r in numeric if extreme.by * r["value"] == best], index, lexicon, language, by_room=by_room)
    comparison = comparison_in(said)
    if comparison is None:
        return None
    fitting = [r for r in numeric if has_unit(r["unit"], comparison.unit)]
    if not fitting:
        return None
    every = lexicon.marks["all"].found(said) is not None or lexicon.marks["everything"].found(said) is not None
    if every and not says(said, "open_questions"):
        return _whether_all(fitting, comparison, index, lexicon, language, by_room=by_room)
    held = {comparison.holds(r["value"]) for r in fitting}
    open_to = ("open_questions", "whether_any") if len(fitting) > 1 else ("asks_which",)
    if len(held) == 1 and not any(says(said, sort) for sort in open_to):
        answer = TEXTS.said(language, f"surveys.so.{'yes' if held.pop() else 'no'}")
        return answer + plainly(fitting, index, lexicon, language)
    return _which(fitting, comparison, index, lexicon, language, said=said, by_room=by_room)


def _which(
    readings: Sequence[Read],
    comparison: Comparison,
    index: HomeIndex,
    lexicon: Lexicon,
    language: Language,
    *,
    said: str,
    by_room: bool,
) -> str:
    number = len(readings)
    so = [r for r in readings if comparison.holds(r["value"])]
    if so:
        which = says(said, "asks_which")
        counted = TEXTS.said(language, "surveys.counted", so=len(so), all=number)
        if by_room:  # several may measure one room
            counted = "" if which else TEXTS.said(language, "surveys.there_is")
        whether = TEXTS.said(language, f"surveys.asked.{'which' if which else 'yes'}")
        return whether + counted + plainly(so, index, lexicon, language, by_room=by_room, most=number)
    nearest = max(readings, key=lambda r: comparison.by * r["value"])
    shown = plainly([nearest], index, lexicon, language, by_room=by_room)
    return TEXTS.said(language, f"surveys.none.{'highest' if comparison.by > 0 else 'lowest'}", count=number, shown=shown)


def _whether_all(
    readings: Sequence[Read], comparison: Comparison, index: HomeIndex, lexicon: Lexicon, language: Language, *, by_room: bool
) -> str:
    others = [r for r in readings if not comparison.holds(r["value"])]
    if not others:
        return TEXTS.said(language, "surveys.all", count=len(readings))
    shown = plainly(others, index, lexicon, language, by_room=by_room, most=len(others))
    return TEXTS.said(language, "surveys.not_all", shown=shown)


def _is_number(value: Value) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
