"""Whether a decision accounts for everything that was said: the rule that nothing is done on half a sentence.

Whoever decided, code or a model, names what explains its decision (`Evidence`); what is left over is found here, by code alone.
"""

from dataclasses import dataclass

from yamori.understanding.clauses import Clause, clauses_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Marker, Utterance
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.words_of import Word


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What of an utterance a decision carries out."""

    spans: tuple[Span, ...] = ()
    """Where names, values, times and the words for what is done stand, in the normal form."""
    honours: frozenset[MarkerKind] = frozenset()
    """The markers that the decision carries out, wherever they stand."""
    anchors: tuple[Span, ...] | None = None
    """Which of `spans` say with what something is done (names, numbers, quotations): a clause without any is not carried out, whatever
    words of it are explained. None: every span is one."""
    contested: tuple[Span, ...] = ()
    """Words that do not mean what is carried out, whatever else explains them."""
    asks: tuple[Span, ...] | None = None
    """Which of them ask for what is done, and do not only name what it is done to. None: every span and every time does."""
    names: tuple[Span, ...] | None = None
    """Which of them say what is acted on, and not only what is done to it. None: every one may."""
    times: tuple[Span, ...] | None = None
    """Where the expressions of time stand that the decision uses; None where it uses all of them, or they are in `spans`."""


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """What a decision leaves unexplained."""

    words: tuple[Word, ...] = ()
    """Content words of clauses that it carries out in part."""
    markers: tuple[Marker, ...] = ()
    """Conditions, exceptions and the like that it ignores."""
    left_out: tuple[Clause, ...] = ()
    """Whole clauses that ask for something else."""

    unasked: bool = False
    """No word asks for it at all, although each may be explained: it was guessed."""

    @property
    def complete(self) -> bool:
        return not (self.words or self.markers or self.left_out or self.unasked)

    @property
    def certain(self) -> bool:
        """What is carried out is wholly explained, whatever other clauses ask for."""
        return not (self.words or self.markers or self.unasked)


def is_asked_for(utterance: Utterance, evidence: Evidence) -> bool:
    """Whether any word asks for what is carried out."""
    if evidence.asks is not None:
        return bool(evidence.asks)
    return bool(evidence.spans or (evidence.times if evidence.times is not None else utterance.time_spans))


GOVERNING = frozenset(MarkerKind) - {MarkerKind.NEGATION, MarkerKind.REPETITION, MarkerKind.NOTIFICATION}
"""Markers that bear on other clauses than their own."""


def coverage_of(utterance: Utterance, evidence: Evidence) -> Coverage:
    """What of the utterance the evidence does not explain. Beside a clause that asks for something, one that only gives a reason needs no
    explanation."""
    explained = (*evidence.spans, *(evidence.times if evidence.times is not None else utterance.time_spans))
    words: list[Word] = []
    markers: list[Marker] = []
    left_out: list[tuple[Clause, list[Word]]] = []
    clauses = clauses_of(utterance)
    asks = any(not clause.is_remark for clause in clauses)
    carried_out = False
    for clause in clauses:
        said = [w for w in utterance.words if clause.span.overlaps(w.span)]
        marked = [m for m in utterance.markers if clause.span.overlaps(m.span)]
        unexplained = [
            w
            for w in said
            if (_is_explained(w, evidence.contested) or not _is_explained(w, explained))
            and not any(w.span.overlaps(m.span) for m in marked)
        ]
        ignored = [m for m in marked if m.kind not in evidence.honours and not any(m.span.overlaps(s) for s in explained)]
        is_aside = clause.is_remark and asks
        timed = [w for w in unexplained if any(w.span.overlaps(t) for t in utterance.time_spans)]
        corrects = bool(unexplained) and all(map(utterance.vocabulary.is_number, (w.text for w in unexplained)))
        if (timed or corrects) and not is_aside:  # a time bears on more than its clause, and a bare amount takes another's place
            words += unexplained
            markers += ignored
            continue
        anchored = any(clause.span.overlaps(s) for s in (explained if evidence.anchors is None else evidence.anchors))
        if unexplained and (is_aside or not anchored or not any(_is_explained(w, evidence.spans) for w in said)):
            markers += [m for m in ignored if m.kind in GOVERNING]
            left_out += [] if is_aside else [(clause, unexplained)]
            continue
        words += unexplained
        markers += ignored
        carried_out = carried_out or anchored
    if carried_out or not utterance.words:
        return Coverage(words=tuple(words), markers=tuple(markers), left_out=tuple(clause for clause, _ in left_out))
    return Coverage(words=(*words, *(w for _, unexplained in left_out for w in unexplained)), markers=tuple(markers))


def _is_explained(word: Word, spans: tuple[Span, ...]) -> bool:
    return any(word.span.overlaps(span) for span in spans)
