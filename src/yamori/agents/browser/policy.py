"""How the Browser agent decides: by code over the words of the sentence. No model is asked, and no page's text decides anything."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall
from yamori.agentkit.failures import problem_text
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Strength, Task, ToolRun
from yamori.agents.browser.rules.asked import asked_in
from yamori.agents.browser.rules.query import LONGEST
from yamori.agents.browser.wording import TEXTS, quotes_text
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.errors import InvalidRequest
from yamori.llm.port import Prompt
from yamori.understanding.mood import is_question


class BrowserPolicy:
    """Fulfils `agentkit.agent.Policy`."""

    async def prefix(self) -> Prompt:
        return Prompt(prefix="", request="")  # no model is asked

    async def prepare(self) -> None:
        pass

    async def claim(self, task: Task) -> Claim:
        asked = asked_in(task.request, task.now)
        if asked is None:
            return Claim(strength=Strength.NONE)
        strength = Strength.OWNING if asked.is_whole else Strength.STRONG
        return Claim(strength=strength, why="asks for something to be looked up on the web")

    async def decide(self, task: Task) -> Decision:
        asked = asked_in(task.request, task.now)
        if asked is not None and not asked.is_whole:
            return Declined(text=TEXTS.said(task.language, "only_part", what=asked.what))
        if asked is None and not is_question(task.request):
            return Declined(text=TEXTS.said(task.language, "unclear"), certain=False)
        what = asked.what if asked is not None else task.request
        return Decided(calls=(ToolCall(tool="web_search", arguments={"query": what[:LONGEST]}),))

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        raise InvalidRequest("nothing that the Browser agent does waits for an approval", where="approval")

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        done = [run for run in runs if run.ok]
        status = OutcomeStatus.DONE if runs and len(done) == len(runs) else OutcomeStatus.PARTLY if done else OutcomeStatus.FAILED
        text = "\n".join(_line(run, task) for run in runs)
        return Outcome(status=status, text=text, runs=tuple(runs), proven=status is OutcomeStatus.DONE, final=True)


def _line(run: ToolRun, task: Task) -> str:
    if not run.ok:
        return problem_text(run.problem or "", task.language)
    value = cast(Mapping[str, Any], run.result)
    if value["quotes"]:
        return quotes_text(value["quotes"], task.language, today=task.now.date())
    return TEXTS.said(task.language, "nothing", what=value["query"])
