"""Days counted from another day that the text names: `two days before Christmas`, クリスマスの翌日."""

from yamori.domain.when.draft import Draft, Sentence
from yamori.domain.when.grammars import grammars_in
from yamori.domain.when.impossible import Impossible
from yamori.domain.when.span import Kind


def anchored(drafts: list[Draft], s: Sentence) -> list[Draft]:
    """The drafts with those that only say from where another day is counted moved to that day."""
    grammars = grammars_in(s.low)
    out: list[Draft] = []
    for draft in drafts:
        if out and draft.start < out[-1].end:
            continue
        if draft.kind is Kind.DATE and draft.date is not None and not draft.problem:
            try:
                for grammar in grammars:
                    grammar.count_from(draft, s)
            except Impossible as impossible:
                draft.problem, draft.date = impossible.said(s.language), None
            while out and out[-1].end > draft.start:
                out.pop()
        out.append(draft)
    return out
