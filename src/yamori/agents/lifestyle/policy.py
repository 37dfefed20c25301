"""How the Life-Style agent decides: a question goes to the papers, and what they hold is answered with its sources."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall
from yamori.agentkit.finding import FoundValue
from yamori.agentkit.phrasing import quoted, series
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Strength, Task, ToolRun
from yamori.agents.lifestyle.answering import Answering
from yamori.agents.lifestyle.belonging import Belonging
from yamori.agents.lifestyle.rules.asking import Asking, asking
from yamori.agents.lifestyle.rules.belonging import of_the_household
from yamori.agents.lifestyle.rules.claims import claimed, near
from yamori.agents.lifestyle.rules.dishes import Suits
from yamori.agents.lifestyle.rules.following import complete
from yamori.agents.lifestyle.rules.recipes import is_of_food
from yamori.agents.lifestyle.rules.report import report_text
from yamori.agents.lifestyle.starting import Starting
from yamori.agents.lifestyle.store import Hit, Papers
from yamori.agents.lifestyle.suiting import Suiting
from yamori.agents.lifestyle.texts import TEXTS
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.llm.port import Prompt
from yamori.understanding.eating.constraints import constraints_of, constraints_said, wants_food
from yamori.understanding.eating.limits import limits_of

SHOWN = 3
"""Passages shown before the answer."""


def _checkable(constraints: Sequence[str]) -> tuple[list[str], dict[str, Sequence[str]]]:
    """Those that code can check a dish against, and the others, each with the names of all that can be checked."""
    known: list[str] = []
    unknown: dict[str, Sequence[str]] = {}
    for text in constraints:
        try:
            constraints_of([text])
        except InvalidRequest as error:
            unknown[text] = error.nearest
        else:
            known.append(text)
    return known, unknown


def _unchecked(unknown: Mapping[str, Sequence[str]], language: Language) -> str:
    """What nobody can check must not seem checked."""
    known = series((c.called(language) for c in constraints_of(next(iter(unknown.values())))), language)
    return TEXTS.said(language, "unchecked", foods=series((quoted(u, language) for u in unknown), language), known=known)


class LifestylePolicy:
    """Fulfils `agentkit.agent.Policy` over one household's papers."""

    def __init__(self, papers: Papers, answering: Answering, starting: Starting) -> None:
        self._papers = papers
        self._belonging = Belonging(papers.encoder)
        self._suiting = Suiting(papers.encoder)
        self._answering = answering
        self._starting = starting

    async def prefix(self) -> Prompt:
        return self._answering.prefix

    async def prepare(self) -> None:
        await self._starting.done()

    async def claim(self, task: Task) -> Claim:
        said = asking(task.request)
        if await self._asks_for_dishes(task.request):
            return Claim(strength=Strength.OWNING, why="asks which dishes in the papers somebody may eat")
        if said is Asking.NOTHING:
            return Claim(strength=Strength.NONE, why="it asks nothing that papers could say")
        question = _question(task)
        reading = await self._starting.reading()  # before it is looked for: what is read meanwhile may have come too late
        claim = claimed(said, await self._searched(said, question), reading=reading)
        if question == task.request or claim.strength in (Strength.NONE, Strength.WEAK):
            return claim
        alone = claimed(said, await self._searched(said, task.request))
        if alone.strength in (Strength.NONE, Strength.WEAK):  # whatever was spoken of last may be meant
            return Claim(strength=Strength.WEAK, why="could go on from the question before")
        return alone

    async def _asks_for_dishes(self, request: str) -> bool:
        """Whether it asks which dishes somebody may eat, and papers of the household's name some."""
        return await self._suiting.asks(request) is not None and any(map(is_of_food, of_the_household(await self._papers.search(request))))

    async def _searched(self, said: Asking, question: str) -> Sequence[Hit]:
        """What could answer it: of a library nothing, where only the household's own papers can."""
        hits = await self._papers.search(question)
        return of_the_household(hits) if said is Asking.OUTRIGHT or await self._belonging.is_its_own(question) else hits

    async def decide(self, task: Task) -> Decision:
        question = _question(task)
        match asking(task.request):
            case Asking.NOTHING if not near(await self._papers.search(question)):  # some write words alone, and no question
                return Declined(text=TEXTS.said(task.language, "unrelated"), certain=False)
            case Asking.TOPICS:
                return Decided(calls=(ToolCall(tool="list_topics", arguments={}),))
            case Asking.PAPERS:
                return Decided(calls=(ToolCall(tool="list_papers", arguments={}),))
        known, unknown = _checkable(task.constraints)
        if unknown and wants_food(question):
            return Declined(text=_unchecked(unknown, task.language))
        arguments: dict[str, Value] = {"question": question}
        if known:
            arguments["constraints"] = list(known)
        if (limits_of(task.facts) or known) and (suits := await self._suiting.asks(task.request)) is not None:
            return Decided(calls=(ToolCall(tool="judge_dishes", arguments={**arguments, "only_unfit": suits is Suits.UNFIT}),))
        answer = ToolCall(tool="answer_question", arguments=arguments)
        if known or limits_of(task.facts) or constraints_said(question):
            return Decided(calls=(answer,))  # what was found is not checked before that
        # What was found is answered at once; a model may look at it for ten seconds more.
        return Decided(calls=(ToolCall(tool="search_papers", arguments={"query": question, "limit": SHOWN}), answer))

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        """Nothing of the papers is ever held for an approval."""
        raise InvalidRequest(f"the Life-Style agent holds nothing for an approval, {approval!r} neither", where="answers")

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        answers = [cast(Mapping[str, Any], r.result) for r in runs if r.ok and r.tool == "answer_question"]
        found = all(a["found"] for a in answers) and all(r.ok for r in runs)
        return Outcome(
            status=OutcomeStatus.DONE if all(r.ok for r in runs) else OutcomeStatus.FAILED,
            text=report_text(runs, task.language),
            runs=tuple(runs),
            found=tuple(value for a in answers for value in _found(a)),
            focus={"question": answers[-1]["question"]} if answers else task.focus,
            proven=found,
            found_nothing=bool(answers) and not any(a["found"] for a in answers),
            final=True,  # the same question finds the same passages
            model_calls=sum(int(a["model_calls"]) for a in answers),
        )


def _found(answer: Mapping[str, Any]) -> tuple[FoundValue, ...]:
    """What the first source says; nothing where it is not known to answer the question."""
    if not answer["found"]:
        return ()
    said = " ".join(s["text"] for s in answer["sentences"] if s["source"] == 1)
    return (FoundValue(text=said, source=str(answer["sources"][0]["title"])),) if said else ()


def _question(task: Task) -> str:
    before = task.focus.get("question")
    return complete(task.request, before if isinstance(before, str) else "")
