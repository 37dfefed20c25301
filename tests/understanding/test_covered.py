"""Whoever decided, code or a model: a decision that explains half of a sentence is not carried out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone

import pytest

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall, Undecided
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Strength, Task, ToolRun
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.errors import TryAgain
from yamori.domain.language import Language
from yamori.llm.port import Prompt
from yamori.understanding.coverage import Evidence
from yamori.understanding.covered import CoveredPolicy, Explain, Reading
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

NOW = datetime(2026, 11, 21, 9, tzinfo=timezone(timedelta(hours=9)))
CALLS = (ToolCall(tool="open", arguments={"what": "gate"}),)


def task(request: str, *, problem: str | None = None, answers: dict[str, str] | None = None) -> Task:
    language = Language.ENGLISH if request.isascii() else Language.JAPANESE
    return Task(key="k", request=request, said=request, person="ann", now=NOW, language=language, problem=problem, answers=answers or {})


@dataclass
class GatePolicy:
    """Opens the gate, whatever is said: by code, or by a model when there is a problem or it always asks one."""

    by_model: bool = False
    problems: list[str | None] = field(default_factory=list)

    async def prefix(self) -> Prompt:
        return Prompt(prefix="", request="")

    async def prepare(self) -> None:
        pass

    async def claim(self, task: Task) -> Claim:
        return Claim(strength=Strength.STRONG)

    async def decide(self, task: Task) -> Decision:
        self.problems.append(task.problem)
        if not self.by_model and task.problem is None:
            return Decided(calls=CALLS)
        return Undecided(prompt=Prompt(prefix="", request=""), read=lambda data: Decided(calls=CALLS))

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        raise NotImplementedError

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        return Outcome(status=OutcomeStatus.DONE, text="The gate is open.", proven=True)


class GateExplainer:
    """Explains `open the gate`, wherever it stands."""

    async def explain(self, task: Task) -> Explain:
        return lambda calls: Reading(evidence=self._evidence(task), description="open the gate")

    def explain_runs(self, task: Task, runs: Sequence[ToolRun]) -> Evidence | None:
        return self._evidence(task)

    def _evidence(self, task: Task) -> Evidence:
        text = utterance_of(task.request, task.now).normal.text
        found = [Span(text.index(w), text.index(w) + len(w)) for w in ("open", "gate", "門", "開け") if w in text]
        return Evidence(spans=tuple(found))


def covered(*, by_model: bool = False) -> tuple[CoveredPolicy, GatePolicy]:
    inner = GatePolicy(by_model=by_model)
    return CoveredPolicy(inner, GateExplainer()), inner


async def answer_of(policy: CoveredPolicy, task: Task) -> Decided | Declined:
    """What comes of it, a model's answer included."""
    decision = await policy.decide(task)
    return decision.read({}) if isinstance(decision, Undecided) else decision


@pytest.mark.parametrize("text", ["open the gate, please", "門を開けてくれる？"])
@pytest.mark.parametrize("by_model", [False, True])
async def test_what_is_wholly_explained_is_carried_out(text: str, by_model: bool) -> None:
    policy, inner = covered(by_model=by_model)
    assert await answer_of(policy, task(text)) == Decided(calls=CALLS)
    assert inner.problems == [None]


async def test_a_model_is_told_once_what_it_left_out() -> None:
    policy, _ = covered(by_model=True)
    with pytest.raises(TryAgain, match="varnish"):
        await answer_of(policy, task("open the gate with varnish"))


async def test_a_reading_by_code_that_leaves_something_out_becomes_a_models() -> None:
    policy, inner = covered()
    with_words: Callable[[str | None], bool] = lambda problem: problem is not None and "varnish" in problem  # noqa: E731
    found = await policy.decide(task("open the gate with varnish"))
    assert isinstance(found, Undecided)
    assert [with_words(p) for p in inner.problems] == [False, True]


async def test_what_stays_unexplained_is_asked_with_what_would_be_done() -> None:
    policy, _ = covered(by_model=True)
    found = await answer_of(policy, task("open the gate with varnish", problem="again"))
    assert isinstance(found, Declined) and found.question is not None
    assert "“varnish”" in found.text and "open the gate?" in found.text
    agreed = await answer_of(policy, task("open the gate with varnish", problem="again", answers={found.question.id: "yes"}))
    assert agreed == Decided(calls=CALLS)
    refused = await answer_of(policy, task("open the gate with varnish", problem="again", answers={found.question.id: "no"}))
    assert isinstance(refused, Declined) and refused.question is None


async def test_a_word_is_asked_about_with_its_ending() -> None:
    policy, _ = covered(by_model=True)
    found = await answer_of(policy, task("門を静かに開けて", problem="again"))
    assert isinstance(found, Declined) and "「静かに」" in found.text


async def test_a_yes_to_something_else_is_no_yes() -> None:
    policy, _ = covered(by_model=True)
    found = await answer_of(policy, task("open the gate with varnish", problem="again", answers={"confirm/0000": "yes"}))
    assert isinstance(found, Declined)


@pytest.mark.parametrize("text", ["open the gate unless it rains", "雨なら門を開けて"])
async def test_a_condition_that_is_passed_over_is_refused_without_a_question(text: str) -> None:
    policy, _ = covered(by_model=True)
    found = await answer_of(policy, task(text, problem="again"))
    assert isinstance(found, Declined) and found.question is None


async def test_a_clause_about_which_nothing_was_done_is_named() -> None:
    policy, _ = covered()
    said = task("open the gate and sharpen the knives")
    assert await answer_of(policy, said) == Decided(calls=CALLS)
    outcome = policy.report(said, [])
    assert outcome.status is OutcomeStatus.PARTLY
    assert outcome.text == "The gate is open. I wasn't sure about “sharpen the knives”, so I left that out."


async def test_calls_that_a_model_makes_itself_are_checked_like_those_that_it_chooses() -> None:
    policy, _ = covered(by_model=True)
    half, whole = await policy.decide(task("open the gate until midnight")), await policy.decide(task("open the gate"))
    assert isinstance(half, Undecided) and isinstance(whole, Undecided) and half.check is not None and whole.check is not None
    with pytest.raises(TryAgain, match="until"):
        half.check(CALLS)
    whole.check(CALLS)


@pytest.mark.parametrize("text", ["please do it", "sorry, that", "お願い"])
async def test_what_a_model_guessed_where_no_word_asks_for_it_is_not_suggested(text: str) -> None:
    policy, _ = covered(by_model=True)
    with pytest.raises(TryAgain, match="no word that was said asks for"):
        await answer_of(policy, task(text))
    found = await answer_of(policy, task(text, problem="again"))
    assert isinstance(found, Declined) and found.question is None and "gate" not in found.text


class KeyExplainer(GateExplainer):
    """Knows which words name the gate, and says so of a thing that is not there."""

    async def explain(self, task: Task) -> Explain:
        evidence = self._evidence(task)
        names = tuple(s for s in evidence.spans if task.request[s.start : s.end] in ("gate", "門"))
        reading = Reading(evidence=replace(evidence, names=names), description="open the gate", unfound=lambda said: f"No {said} here.")
        return lambda calls: reading


@pytest.mark.parametrize(("text", "said"), [("open the hatch", "No hatch here."), ("小屋を開けて", "No 小屋 here.")])
async def test_of_what_a_model_guessed_for_a_thing_that_is_not_there_it_is_said_that_it_is_not(text: str, said: str) -> None:
    policy = CoveredPolicy(GatePolicy(by_model=True), KeyExplainer())
    found = await answer_of(policy, task(text, problem="again"))
    assert isinstance(found, Declined) and found.question is None and found.text == said


async def test_a_guess_that_leaves_more_than_one_word_is_no_question() -> None:
    policy = CoveredPolicy(GatePolicy(by_model=True), KeyExplainer())
    found = await answer_of(policy, task("open the gate with purple varnish", problem="again"))
    assert isinstance(found, Declined) and found.question is None and "varnish" in found.text
