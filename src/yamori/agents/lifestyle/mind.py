"""How the Life-Style agent decides: a question goes to the papers, and what they hold is told with its sources."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Strength, Task, ToolRun
from yamori.agents.lifestyle.answering import Answering
from yamori.agents.lifestyle.rules.asking import Asking, asking
from yamori.agents.lifestyle.rules.claims import claimed
from yamori.agents.lifestyle.rules.following import complete
from yamori.agents.lifestyle.rules.report import report_text
from yamori.agents.lifestyle.starting import Starting
from yamori.agents.lifestyle.store import Papers
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.llm.port import Prompt

_UNRELATED = {
    Language.ENGLISH: "That is nothing that I could look up in your papers.",
    Language.JAPANESE: "それは家の書類で調べられることではないようです。",
}


class LifestyleMind:
    """Fulfils `agentkit.agent.Mind` over one household's papers."""

    def __init__(self, papers: Papers, answering: Answering, starting: Starting) -> None:
        self._papers = papers
        self._answering = answering
        self._starting = starting

    async def beginning(self) -> Prompt:
        return self._answering.beginning

    async def prepare(self) -> None:
        await self._starting.done()

    async def claim(self, task: Task) -> Claim:
        said = asking(task.request)
        if said is Asking.NOTHING:
            return Claim(strength=Strength.NONE, why="it asks nothing that papers could say")
        hits = await self._papers.search(_question(task), limit=2)
        return claimed(said, hits)

    async def decide(self, task: Task) -> Decision:
        match asking(task.request):
            case Asking.NOTHING:
                return Declined(text=_UNRELATED[task.language], certain=False)
            case Asking.TOPICS:
                return Decided(calls=(ToolCall(tool="list_topics", arguments={}),))
            case Asking.PAPERS:
                return Decided(calls=(ToolCall(tool="list_papers", arguments={}),))
        return Decided(calls=(ToolCall(tool="answer_question", arguments={"question": _question(task)}),))

    async def settle(self, approval: str, answer: str, task: Task) -> ToolRun:
        """Nothing of the papers is ever held for an approval."""
        raise InvalidRequest(f"the Life-Style agent holds nothing for an approval, {approval!r} neither", where="answers")

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        answers = [cast(Mapping[str, Any], r.result) for r in runs if r.ok and r.tool == "answer_question"]
        found = all(a["found"] for a in answers) and all(r.ok for r in runs)
        return Outcome(
            status=OutcomeStatus.DONE if all(r.ok for r in runs) else OutcomeStatus.FAILED,
            text=report_text(runs, task.language),
            runs=tuple(runs),
            focus={"question": answers[-1]["question"]} if answers else task.focus,
            proven=found,
            final=True,  # the same question finds the same passages
            model_calls=sum(int(a["model_calls"]) for a in answers),
        )


def _question(task: Task) -> str:
    before = task.focus.get("question")
    return complete(task.request, before if isinstance(before, str) else "")
