"""How the Browser agent decides which gear serves: by code over the words of the sentence. No page's text decides anything here."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall
from yamori.agentkit.failures import problem_text
from yamori.agentkit.task import CHAT_KEY, Claim, Outcome, OutcomeStatus, Strength, Task, ToolRun
from yamori.agents.browser.operating.demand import operates
from yamori.agents.browser.operating.evidence import asks_for_an_act
from yamori.agents.browser.operating.goal import names_address
from yamori.agents.browser.operating.operating import Ending
from yamori.agents.browser.rules.asked import asked_in, found_out, is_for_a_site, is_operation, names_web, wants_to_know
from yamori.agents.browser.rules.framed import asks_the_web, is_web, web_is_asked, what_of
from yamori.agents.browser.rules.query import LONGEST
from yamori.agents.browser.rules.spoken import asks, sentences
from yamori.agents.browser.texts import TEXTS
from yamori.agents.browser.tools import ANSWER, ASK_SITE, FOLLOW_UP, LONGEST_TASK, SEARCH, STEP, WebTools
from yamori.agents.browser.wording import quotes_text
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.gear import Gear, Served
from yamori.domain.plain_text import single_line
from yamori.llm.port import Prompt
from yamori.understanding.frame import Frame
from yamori.understanding.mood import is_question
from yamori.understanding.reader import Reader
from yamori.understanding.splitting import split_clauses
from yamori.understanding.utterance import utterance_of


class BrowserPolicy:
    """Fulfils `agentkit.agent.Policy`."""

    def __init__(self, tools: WebTools, reader: Reader) -> None:
        self._tools, self._reader = tools, reader

    async def prefix(self) -> Prompt:
        return Prompt(prefix="", request="")  # no model is asked

    async def prepare(self) -> None:
        await self._reader.prepare()

    async def claim(self, task: Task) -> Claim:
        frames = await self._frames(task)
        if is_operation(task.request) or operates(task.request, task.now, at_sites=is_web(frames, sure=0.0)):
            # With all that follows: what cannot be done there is said at its end.
            return Claim(strength=Strength.WHOLE, why="asks for something to be done on a website")
        asked = asked_in(task.request, task.now)
        if (asked is not None and asked.is_whole) or (
            names_web(task.request) and (asks_the_web(frames, task.request) or web_is_asked(frames, task.request))
        ):
            return Claim(strength=Strength.WHOLE, why="asks for nothing but something of the web")
        if asked is None:
            return Claim(strength=Strength.NONE)
        return Claim(strength=Strength.STRONG, why="asks for something to be looked up on the web")

    async def decide(self, task: Task) -> Decision:
        if self._tools.running(task.person) is not None and task.key.startswith(CHAT_KEY) and not _is_search(task):
            return Decided(calls=(ToolCall(tool=FOLLOW_UP, arguments={"text": task.request[:LONGEST_TASK]}),))
        asked = asked_in(task.request, task.now)
        for_a_site = is_for_a_site(task.request) and (names_address(task.request) or not _asks_within(task.request))
        by_site = asked is None and (for_a_site or asks_for_an_act(task.request, task.language))
        if is_operation(task.request) or by_site:
            return Decided(calls=(ToolCall(tool="use_website", arguments={"request": task.request[:LONGEST_TASK]}),))
        frames = await self._frames(task)
        if asked is not None and not asked.is_whole and not asks_the_web(frames, task.request):
            return Declined(text=TEXTS.said(task.language, "only_part", what=asked.what))
        said = asked.what if asked is not None and asked.is_whole else None
        what = what_of(frames, task.request, task.now) or said or found_out(task.request, task.now)
        if what is None and (asks_the_web(frames, task.request) or _is_asked(task.request) or is_for_a_site(task.request)):
            what = task.request
        if what is None:
            return Declined(text=TEXTS.said(task.language, "unclear"), certain=False)
        return Decided(calls=(ToolCall(tool=SEARCH, arguments={"query": what[:LONGEST]}),))

    def escalate(self, task: Task, runs: Sequence[ToolRun]) -> tuple[ToolCall, ...]:
        """From the gear *read* to *operate*, where what answers lies behind the form of a page that was read. Fulfils `Agent.escalate`."""
        last = runs[-1] if runs else None
        if self._tools.operating is None or last is None or last.tool != SEARCH or not last.ok:
            return ()
        value = cast(Mapping[str, Any], last.result)
        site = value.get("site")
        return (ToolCall(tool=ASK_SITE, arguments={"question": value["query"], "site": site["url"]}),) if site else ()

    async def _frames(self, task: Task) -> Sequence[Frame]:
        return await self._reader.read(utterance_of(task.request, task.now))

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        return await self._tools.answered(approval, isinstance(answer, Yes), task)

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        operated = [run for run in runs if run.tool in ("use_website", ANSWER)]
        if operated and operated[-1].ok:
            return _operated(operated[-1], runs)
        if runs and runs[-1].tool == FOLLOW_UP and runs[-1].ok:
            noted = cast(Mapping[str, Any], runs[-1].result)
            return Outcome(status=OutcomeStatus.DONE, text=str(noted["text"]), runs=tuple(runs), proven=True, final=True)
        runs = [run for run in runs if run.tool != STEP]
        if runs and runs[-1].tool == ASK_SITE:
            if runs[-1].ok and cast(Mapping[str, Any], runs[-1].result).get("quotes"):
                return _asked_site(runs[-1], task, runs)
            runs = runs[:-1]
        done = [run for run in runs if run.ok]
        status = OutcomeStatus.DONE if runs and len(done) == len(runs) else OutcomeStatus.PARTLY if done else OutcomeStatus.FAILED
        text = "\n".join(_line(run, task) for run in runs)
        searched = [cast(Mapping[str, Any], run.result) for run in done if run.tool == SEARCH]
        nothing = bool(searched) and not any(value["quotes"] for value in searched)
        is_done = status is OutcomeStatus.DONE
        served = Served(gear=Gear.READ, pages=sum(value["pages"] for value in searched)) if searched else None
        return Outcome(status=status, text=text, runs=tuple(runs), proven=is_done, found_nothing=nothing, final=True, served=served)


def _is_asked(request: str) -> bool:
    return is_question(request) or wants_to_know(request) or any(map(asks, sentences(request)))


def _asks_within(request: str) -> bool:
    """Whether a clause wants to know something: reading is tried first, as it is cheaper, and `escalate` goes on to the site if need be."""
    return any(is_question(clause) for clause in split_clauses(request))


def _is_search(task: Task) -> bool:
    asked = asked_in(task.request, task.now)
    return asked is not None and asked.is_whole


def _operated(last: ToolRun, runs: Sequence[ToolRun]) -> Outcome:
    """A task on a website, by what came of it last."""
    value = cast(Mapping[str, Any], last.result)
    did = any(run.ok and run.tool == STEP for run in runs)
    ending = Ending(value["ending"])
    status = OutcomeStatus.DONE if ending is Ending.DONE else OutcomeStatus.PARTLY if did else OutcomeStatus.FAILED
    return Outcome(
        status=OutcomeStatus.HELD if last.approvals else status,
        text=str(value["text"]),
        runs=tuple(runs),
        approvals=last.approvals,
        proven=status is OutcomeStatus.DONE and not last.approvals,
        final=not last.approvals,
        served=Served(gear=Gear.OPERATE),
    )


def _asked_site(asked: ToolRun, task: Task, runs: Sequence[ToolRun]) -> Outcome:
    """What came of a question that was put into the form of a page."""
    value = cast(Mapping[str, Any], asked.result)
    text = "\n".join((str(value["text"]), quotes_text(value, task.language, today=task.now.date())))
    served = Served(gear=Gear.OPERATE, pages=sum(cast(Mapping[str, Any], run.result)["pages"] for run in runs if run.ok))
    return Outcome(status=OutcomeStatus.DONE, text=text, runs=tuple(runs), proven=True, final=True, served=served)


def _line(run: ToolRun, task: Task) -> str:
    if not run.ok:
        return problem_text(run.problem or "", task.language)
    value = cast(Mapping[str, Any], run.result)
    site = value.get("site")
    hint = [TEXTS.said(task.language, "behind_form", title=single_line(site["title"]), url=site["url"])] if site else []
    if value["quotes"]:
        return "\n".join((quotes_text(value, task.language, today=task.now.date()), *hint))
    return "\n".join((TEXTS.said(task.language, "nothing", what=value["query"]), *hint))
