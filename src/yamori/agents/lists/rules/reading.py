"""A whole sentence: what its frames want of the lists, and whether every word of it is accounted for. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from yamori.agentkit.agent import ToolCall
from yamori.agents.lists.rules.mending import mended
from yamori.agents.lists.rules.wanted import Ambiguous, Known, NotOurs, Refused, Wanted, wanted
from yamori.domain.values import Value
from yamori.understanding.coverage import Coverage, Evidence, coverage_of
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.outside import words_outside
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind

SURE = 0.65
"""From these odds on what is asked for is done, as frames are carried out elsewhere (`understanding.framed`)."""
LIKELY = 0.45
"""From these on it is worth a question."""
READS = frozenset(("list_lists", "read_list", "explain_item"))
"""The tools that change nothing."""
_SOCIAL = frozenset((IntentName.TALK, IntentName.CONFIRM, IntentName.REJECT))
_ADDING = frozenset((MarkerKind.ONLY, MarkerKind.REPETITION, MarkerKind.VAGUE))
_HONOURED = {
    "add_items": _ADDING,
    "remove_items": frozenset((MarkerKind.NEGATION,)),
    "read_list": frozenset((MarkerKind.NOTIFICATION, MarkerKind.ONLY)),
    "check_items": frozenset((MarkerKind.ONLY,)),
}
"""The markers that a tool carries out, wherever they stand."""


@dataclass(frozen=True, kw_only=True)
class ListReading:
    """What a sentence comes to."""

    calls: tuple[ToolCall, ...] = ()
    explained: tuple[Span, ...] = ()
    odds: float = 1.0
    named: bool = False
    """A list is named."""
    titles: tuple[str, ...] = ()
    trouble: Refused | Ambiguous | None = None
    """Why it is not carried out, although it is about a list."""
    coverage: Coverage = field(default_factory=Coverage)

    @property
    def is_whole(self) -> bool:
        return self.coverage.complete and self.odds >= SURE


def read_lists(frames: Sequence[Frame], utterance: Utterance, known: Known) -> ListReading | None:
    """None for a sentence of which any part is about something else, or that nobody has read."""
    asking = [frame for frame in mended(frames, utterance, known.lists) if frame.intent not in _SOCIAL]
    found: list[Wanted] = []
    if not asking:
        return None
    spans: tuple[Span, ...] = ()
    for frame in asking:
        try:
            before = found[-1].calls[-1] if found and found[-1].calls else None
            made = wanted(frame, utterance, replace(known, going_on=_list_of(before)))
            if before is not None and before.tool == "create_list" and _fills(made, before):
                found.pop()  # adding makes the list
                made = replace(made, explained=(*made.explained, *spans))
            spans = made.explained
            found.append(made)
        except NotOurs:
            return None
        except (Refused, Ambiguous) as trouble:
            if frame.odds < LIKELY and not (isinstance(trouble, Refused) and trouble.sure):
                return None
            named = isinstance(trouble, Refused) or any(each.named for each in found)
            return ListReading(odds=frame.odds, named=named, trouble=trouble)
    odds = min(each.odds for each in found)
    if odds < LIKELY:
        return None
    calls = _joined([call for each in found for call in each.calls])
    if all(call.tool in READS for call in calls):
        odds = 1.0  # nothing is changed by telling more than was wanted
    said = [span for frame in asking if frame.odds >= SURE for span in words_outside(utterance, [frame])]
    explained = (*(span for each in found for span in each.explained), *said)
    return ListReading(
        calls=calls,
        explained=explained,
        odds=odds,
        named=any(each.named for each in found),
        titles=tuple(each.titles for each in found if each.calls and each.calls[0].tool == "add_items"),
        coverage=coverage_of(utterance, Evidence(spans=explained, honours=honoured(calls))),
    )


def _list_of(call: ToolCall | None) -> str:
    """The list that a call is about, which the rest of the sentence goes on about."""
    named = call.arguments.get("name" if call.tool == "create_list" else "list") if call is not None else None
    return named if isinstance(named, str) else ""


def _fills(made: Wanted, before: ToolCall) -> bool:
    return all(call.tool == "add_items" and call.arguments["list"] == before.arguments["name"] for call in made.calls)


def honoured(calls: Sequence[ToolCall]) -> frozenset[MarkerKind]:
    return frozenset().union(*(_HONOURED.get(call.tool, frozenset()) for call in calls))


def _joined(calls: Sequence[ToolCall]) -> tuple[ToolCall, ...]:
    """Calls that do the same to the same list are one, so that one `undo` takes them back."""
    joined: list[ToolCall] = []
    for call in calls:
        last = joined[-1] if joined else None
        if last is not None and last.tool == call.tool and "items" in call.arguments and _rest(last) == _rest(call):
            items = [*_items(last), *_items(call)]
            joined[-1] = ToolCall(tool=call.tool, arguments={**call.arguments, "items": items})
        elif call != last:
            joined.append(call)
    return tuple(joined)


def _rest(call: ToolCall) -> dict[str, object]:
    return {key: value for key, value in call.arguments.items() if key != "items"}


def _items(call: ToolCall) -> Sequence[Value]:
    items = call.arguments["items"]
    assert isinstance(items, list)
    return items
