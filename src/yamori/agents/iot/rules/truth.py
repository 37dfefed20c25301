"""What a task read, for the tasks after it: the values themselves, and whether what was asked is so.

Only code decides that, from readings; a question of which a word is left unexplained has no answer.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard, cast

from yamori.agentkit.finding import FoundValue, Verdict
from yamori.agentkit.task import ToolRun
from yamori.agents.iot.rules.activity import split_modes
from yamori.agents.iot.rules.answers import AT_REST, is_so
from yamori.agents.iot.rules.commands import concepts_in
from yamori.agents.iot.rules.comparisons import Comparison, comparison_in
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.predicates import leftover_words, without_predicate
from yamori.agents.iot.rules.queries import queried
from yamori.agents.iot.rules.surveys import extreme_in
from yamori.agents.iot.rules.targets import resolve_reference
from yamori.agents.iot.rules.told_readings import plainly
from yamori.agents.iot.rules.unknown import Read
from yamori.agents.iot.rules.word_lists import says
from yamori.agents.iot.rules.words import Lexicon, normal, squeezed
from yamori.domain.language import Language
from yamori.domain.values import Value


def found_values(request: str, runs: Sequence[ToolRun], index: HomeIndex, lexicon: Lexicon, language: Language) -> tuple[FoundValue, ...]:
    """Everything known that was read, and which of it is what the request asks for: those that are on, the warmest."""
    known = [r for r in _readings(runs) if r["value"] is not None]
    fitting = _fitting(request, known, runs, index, lexicon)
    return tuple(
        FoundValue(
            text=plainly([r], index, lexicon, language).rstrip(".。"),
            source=f"{r['device']}.{r['component']}.{r['capability']}.{r['attribute']}",
            value=r["value"],
            place=index.devices[r["device"]].room,
            fits=fits,
        )
        for r, fits in zip(known, fitting, strict=True)
    )


def _fitting(request: str, known: Sequence[Read], runs: Sequence[ToolRun], index: HomeIndex, lexicon: Lexicon) -> list[bool]:
    """Of one device everything fits: it was asked how that one is."""
    text = normal(request)
    if len({r["device"] for r in known}) < 2:
        return [True] * len(known)
    asked = [run.result.get("equals") for run in runs if run.ok and run.tool == "read_devices" and isinstance(run.result, Mapping)]
    if len(asked) == 1 and asked[0] is not None:
        return [is_so(r, str(asked[0]), index) for r in known]
    by = extreme.by if (extreme := extreme_in(text, lexicon)) is not None else _compared_by(text, lexicon)
    numbers = [by * v for v in (r["value"] for r in known) if _is_number(v)]
    if not by or len(numbers) != len(known) or len({r["unit"] for r in known}) > 1:
        return [True] * len(known)
    return [number == max(numbers) for number in numbers]


def _compared_by(text: str, lexicon: Lexicon) -> int:
    """`Which of them is louder`: +1 for more, -1 for less, 0 for neither or both."""
    if comparison_in(text) is not None:
        return 0
    return int(lexicon.marks["more_of"].found(text) is not None) - int(lexicon.marks["less_of"].found(text) is not None)


def _is_number(value: Value) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def truth_of(request: str, runs: Sequence[ToolRun], context: Context) -> Verdict | None:
    """The answer to a yes/no question; None where the runs answer none."""
    asked = [cast(Mapping[str, Any], run.result) for run in runs if run.ok and run.tool == "read_devices"]
    if len(asked) != 1:
        return None
    equals, text = asked[0].get("equals"), normal(request)
    compared = comparison_in(text) if equals is None else None
    if equals is None and compared is None:
        return None
    if unexplained(compared.rest if compared is not None else request, context):
        return Verdict.UNKNOWN
    if compared is not None:
        return _compared(_readings(runs), compared)
    return _verdict(_readings(runs), str(equals), context, said=text)


def names_values(request: str, context: Context) -> bool:
    """Whether every word of it names what devices report, such as `the fridge's temperature`: it can be read, and it asks for no change."""
    text = normal(request)
    reference = resolve_reference(text, context.index, context.lexicon, room=None, recent=(), own=context.own)
    parts = {p for t in reference.targets for p in t.parts}
    if unexplained(request, context) or not (parts or reference.rooms) or len({p.device for p in parts}) > 1:
        return False
    if len(concepts_in(reference.masked, context.lexicon)) > 1:
        return False  # one query reads one of them
    query = queried(text, reference, context)
    return query is not None and query.value is None and bool(query.attributes)


def unexplained(request: str, context: Context) -> bool:
    """Whether a word of it is neither a name nor a quality nor a state."""
    masked = resolve_reference(normal(request), context.index, context.lexicon, room=None, recent=(), own=context.own).masked
    return bool(leftover_words(without_predicate(masked, context.lexicon), context.lexicon))


def _readings(runs: Sequence[ToolRun]) -> list[Read]:
    results = [run.result for run in runs if run.ok and run.tool == "read_devices" and isinstance(run.result, Mapping)]
    return [r for result in results for r in cast(Sequence[Read], result["readings"])]


def _compared(read: Sequence[Read], comparison: Comparison) -> Verdict:
    """Known only where everything that was read is a number, of one unit, and on the same side."""
    values = [r["value"] for r in read]
    numeric = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    held = {comparison.holds(value) for value in numeric}
    if len(numeric) != len(values) or len(held) != 1 or len({r["unit"] for r in read}) > 1:
        return Verdict.UNKNOWN
    return Verdict.YES if held.pop() else Verdict.NO


def _verdict(read: Sequence[Read], equals: str, context: Context, *, said: str) -> Verdict:
    """Of several devices that differ only what asks for any of them, or for all, has an answer."""
    index, marks = context.index, context.lexicon.marks
    readings, modes = split_modes(read, equals, index, context.lexicon)
    unknown = bool(modes) or not readings or any(r["value"] is None for r in readings)
    so = [is_so(r, equals, index) for r in readings if r["value"] is not None]
    if len({r["device"] for r in readings}) == 1:
        every = squeezed(equals) in AT_REST  # one open door is an open fridge
    elif says(said, "open_questions") or context.lexicon.concepts["motion"].found(said):
        every = False
    elif marks["all"].found(said) or marks["everything"].found(said):
        every = True
    else:
        return Verdict.UNKNOWN if unknown or len(set(so)) != 1 else Verdict.YES if so[0] else Verdict.NO
    decided = not all(so) if every else any(so)  # one is enough, whatever the others are
    if decided:
        return Verdict.NO if every else Verdict.YES
    return Verdict.UNKNOWN if unknown else Verdict.YES if every else Verdict.NO
