"""A policy around an agent's own that lets nothing through that explains only a part of what was said.

`apps` wraps each agent's policy in it. It decides nothing itself: an uncovered decision goes back to the inner policy once, with what was
left over, and then becomes a question or a refusal.
"""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from yamori.agentkit.agent import Decided, Decision, Declined, Policy, ToolCall, Undecided
from yamori.agentkit.around import Around
from yamori.agentkit.failures import not_understood
from yamori.agentkit.phrasing import quoted, sentences
from yamori.agentkit.task import Outcome, OutcomeStatus, Question, Task, ToolRun
from yamori.domain.answer import No, Yes, read_answer
from yamori.domain.errors import TryAgain
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.understanding.clauses import marked_span
from yamori.understanding.coverage import Coverage, Evidence, coverage_of, is_asked_for
from yamori.understanding.japanese_forms import conditional
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.wording import TEXTS, all_quoted
from yamori.understanding.words_of import whole_word

_ASKING = "confirm/"
_MOST_EXPLAINED = 100
"""Decisions that wait for their report at the same time."""
_HALF = 0.5
"""From this share of explained content words on a reading is worth a question."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What an agent says of calls that were decided on."""

    evidence: Evidence
    description: str = ""
    """What would be done, as it completes “Shall I …?” or 「…ばいいですか？」, a verb last; empty where that cannot be said."""
    only_reads: bool = False
    """Nothing would be changed: what is not understood cannot be answered."""
    unfound: Callable[[str], str] | None = None
    """What is said of words for something to act on that is not there; None where what is acted on need not be there."""


Explain = Callable[[Sequence[ToolCall]], Reading | None]
"""What explains these calls; None where they only read and need no explanation."""


class Explainer(Protocol):
    """What each agent knows of its own calls."""

    async def explain(self, task: Task) -> Explain:
        """The function that explains calls for this task; whatever it must look up is looked up now."""
        ...

    def explain_runs(self, task: Task, runs: Sequence[ToolRun]) -> Evidence | None:
        """What explains what was carried out; None where it needs no explanation."""
        ...


class CoveredPolicy(Around):
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, policy: Policy, explainer: Explainer) -> None:
        super().__init__(policy)
        self._explainer = explainer
        self._explained: OrderedDict[str, tuple[Span, ...]] = OrderedDict()
        """By task: the words that its decision explains by itself, until it is reported on."""

    async def decide(self, task: Task) -> Decision:
        explain = _cached(await self._explainer.explain(task))
        decision = await self._inner.decide(task)
        left = _uncovered(task, decision, explain) if isinstance(decision, Decided) else None
        if left is not None and not left.coverage.certain and not task.problem:
            again = await self._inner.decide(replace(task, problem=_complaint(left.coverage, left.utterance)))
            better = isinstance(again, Decided) and _uncovered(task, again, explain) is None
            unknown = isinstance(again, Declined) and again.by == "reader"  # what was surely named is not there: nothing else is offered
            decision = again if better or unknown or isinstance(again, Undecided) else decision
        if isinstance(decision, Decided) and decision.explained:
            self._explained[task.key] = tuple(Span(*at) for at in decision.explained)
            while len(self._explained) > _MOST_EXPLAINED:
                self._explained.popitem(last=False)
        return _checked(task, decision, explain)

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        """The inner report, with the clauses named about which nothing was done."""
        outcome = self._inner.report(task, runs)
        evidence = self._explainer.explain_runs(task, runs)
        if evidence is None:
            return outcome
        evidence = _with_spans(evidence, self._explained.pop(task.key, ()))
        coverage = coverage_of(utterance_of(task.request, task.now), evidence)
        return with_left_out(outcome, task.language, [clause.text for clause in coverage.left_out])


def _cached(explain: Explain) -> Explain:
    """The same, which reads the same calls once, though they are asked about before and after a second try."""
    known: dict[str, Reading | None] = {}

    def explained(calls: Sequence[ToolCall]) -> Reading | None:
        digest = _digest(calls)
        if digest not in known:
            known[digest] = explain(calls)
        return known[digest]

    return explained


@dataclass(frozen=True, kw_only=True)
class _Uncovered:
    """A decision that leaves something unexplained."""

    coverage: Coverage
    reading: Reading
    utterance: Utterance
    evidence: Evidence
    guessed: bool

    @property
    def is_named(self) -> bool:
        """Whether any word says what is acted on."""
        return bool(self.evidence.spans if self.evidence.names is None else self.evidence.names)

    @property
    def is_worth_asking(self) -> bool:
        """Whether a yes or no to just this may be what the person wants to say. Of a guess only where one word is in doubt of a sentence
        that asks for it and names it: what somebody did not say is no suggestion."""
        if not self.reading.description or self.coverage.markers:
            return False
        if self.guessed:
            return self.is_named and not self.coverage.unasked and len(self.coverage.words) <= 1
        return 1 - len(self.coverage.words) / max(len(self.utterance.words), 1) >= _HALF


def _uncovered(task: Task, decision: Decided, explain: Explain, *, guessed: bool = False) -> _Uncovered | None:
    """None where everything is explained. What a model chose is `guessed`: some word must ask for it, too."""
    reading = explain(decision.calls)
    if reading is None:
        return None
    utterance = utterance_of(task.request, task.now)
    evidence = _with_spans(reading.evidence, tuple(Span(*at) for at in decision.explained))
    coverage = coverage_of(utterance, evidence)
    if guessed and not is_asked_for(utterance, evidence):
        coverage = replace(coverage, unasked=True)
    if coverage.certain and not decision.is_doubtful:
        return None
    return _Uncovered(coverage=coverage, reading=reading, utterance=utterance, evidence=evidence, guessed=guessed)


def _with_spans(evidence: Evidence, known: tuple[Span, ...]) -> Evidence:
    """The evidence with words that the decision itself explains."""
    anchors = (*evidence.anchors, *known) if evidence.anchors is not None else None
    return replace(evidence, spans=(*evidence.spans, *known), anchors=anchors)


def _checked(task: Task, decision: Decision, explain: Explain) -> Decision:
    """The decision, or a question or refusal in its place."""
    if isinstance(decision, Undecided):
        read = decision.read

        def checked(data: Value) -> Decided | Declined:
            answer = read(data)
            if not isinstance(answer, Decided) or (left := _uncovered(task, answer, explain, guessed=True)) is None:
                return answer
            if not task.problem and not left.coverage.certain:
                raise TryAgain(_complaint(left.coverage, left.utterance))
            return _instead(task, answer, left)

        def check(calls: Sequence[ToolCall]) -> None:
            if decision.check is not None:
                decision.check(calls)
            if (left := _uncovered(task, Decided(calls=tuple(calls)), explain, guessed=True)) is not None:
                raise TryAgain(_complaint(left.coverage, left.utterance))

        fallback = _checked(task, decision.fallback, explain) if decision.fallback is not None else None
        return replace(decision, read=checked, check=check, fallback=None if isinstance(fallback, Undecided) else fallback)
    if isinstance(decision, Decided) and (left := _uncovered(task, decision, explain)) is not None:
        return _instead(task, decision, left)
    return decision


def _instead(task: Task, decision: Decided, left: _Uncovered) -> Decided | Declined:
    """What comes of a decision that explains only a part: done after a yes to exactly it, asked where it is likely, else refused."""
    question = _ASKING + _digest(decision.calls)
    if question in task.answers:
        match read_answer(task.answers[question]):
            case Yes():
                return decision
            case No():
                return Declined(text=TEXTS.said(task.language, "left"))
    words = _shown(left.coverage, left.utterance)
    unclear = TEXTS.said(task.language, "unclear.words", quoted=all_quoted(words, task.language))
    if left.is_worth_asking:
        asks = TEXTS.said(task.language, "shall", what=_FORM_ASKED.get(task.language, str)(left.reading.description))
        text = sentences([unclear, asks] if words else [asks], task.language)
        return Declined(text=text, question=Question(id=question, text=text))
    if not words:
        return Declined(text=not_understood(task.language))
    if left.guessed and not left.is_named and not left.coverage.unasked and left.reading.unfound is not None and len(words) == 1:
        return Declined(text=left.reading.unfound(words[0]))
    if left.reading.only_reads:
        return Declined(text=sentences([unclear, TEXTS.said(task.language, "unclear.asked")], task.language))
    return Declined(text=sentences([unclear, TEXTS.said(task.language, "unclear.undone")], task.language))


_FORM_ASKED: Mapping[Language, Callable[[str], str]] = {Language.JAPANESE: conditional}
"""The form in which what would be done is asked about, where that is not the one in which agents give it."""


def _complaint(coverage: Coverage, utterance: Utterance) -> str:
    """What is said to a model whose answer leaves something out."""
    words = ", ".join(repr(w) for w in _shown(coverage, utterance))
    if not words:
        return "no word that was said asks for what was chosen; choose what was asked for, or none"
    return f"nothing that was chosen is about {words}, which was said too; choose what is about it, or none"


def _shown(coverage: Coverage, utterance: Utterance) -> tuple[str, ...]:
    """The unexplained words as they were said, with their endings, and what an unexplained marker is about (`until Mia is back`, and not
    `until` alone); neighbours together, in their order."""
    said = utterance.normal.text
    words = [whole_word(said, word.span, utterance.vocabulary) for word in coverage.words]
    spans = sorted([*words, *(marked_span(marker, utterance) for marker in coverage.markers)])
    joined = spans[:1]
    for span in spans[1:]:
        between = said[joined[-1].end : span.start]
        if len(between.strip()) <= 1 and len(between) <= 2:
            joined[-1] = joined[-1]._replace(end=max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(dict.fromkeys(utterance.normal.shown(span) for span in joined))


def _digest(calls: Sequence[ToolCall]) -> str:
    """Names exactly these calls, so that a yes is a yes to nothing else."""
    written = json.dumps([[c.tool, c.arguments] for c in calls], sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def left_out_text(language: Language, texts: Sequence[str]) -> str:
    """What is said of the parts of a sentence about which nothing was done; empty where there are none."""
    return TEXTS.said(language, "left_out", quoted=all_quoted(texts, language)) if texts else ""


def untold_text(language: Language, texts: Sequence[str]) -> str:
    """What is said of the questions of a sentence that were not answered beside others that were."""
    return TEXTS.said(language, "untold", quoted=all_quoted(texts, language))


def with_left_out(outcome: Outcome, language: Language, texts: Sequence[str]) -> Outcome:
    """The outcome that names the parts of the sentence that were left out."""
    more = left_out_text(language, [text for text in texts if quoted(text, language) not in outcome.text])  # said once
    if not more or outcome.status not in (OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.HELD):
        return outcome
    text = sentences(filter(None, (outcome.text, more)), language)
    status = OutcomeStatus.PARTLY if outcome.status is OutcomeStatus.DONE else outcome.status
    return replace(outcome, text=text, status=status, proven=False, final=True)
