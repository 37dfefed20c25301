"""How the Memory agent decides: by code over the frames of the house's reader, beside what is known. No model is asked."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.agent import Decided, Decision, ToolCall
from yamori.agentkit.failures import problem_text
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Question, Strength, Task, ToolRun
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.gear import Gear, Served
from yamori.domain.home import Person
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.llm.port import Prompt
from yamori.memory.reading.meaning import SURE, wanted_of
from yamori.memory.reading.wanted import Ask, AskSaid, Correct, Forget, Keep, Known, Pause, Share, Wanted
from yamori.memory.statement import Statement
from yamori.memory.tools import ANSWER, ANSWERS, MemoryTools
from yamori.memory.wording import joined, refusal, text
from yamori.understanding.covered import with_left_out
from yamori.understanding.frame import ASKING
from yamori.understanding.mood import is_question
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import utterance_of

_SOON_S = 15.0
"""Seconds that a claim waits for a reader that is still being loaded; one that is loaded takes milliseconds."""

_MOST_LEFT_OUT = 100
"""Tasks that wait for their report at the same time."""

_TELLING = frozenset(("recall_facts", "what_was_said"))
"""Tools that answer a question, and change nothing."""


class MemoryPolicy:
    """Fulfils `agentkit.agent.Policy` over the agent's tools."""

    def __init__(self, tools: MemoryTools, reader: Reader, people: Sequence[Person]) -> None:
        self._tools, self._reader = tools, reader
        self._names = tuple(name for person in people for name in (person.name, person.id, *person.aliases))
        self._left_out: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        """By task: what a sentence asks for beside what is kept, until it is reported on."""

    async def prefix(self) -> Prompt:
        return Prompt(prefix="", request="")  # no model is asked

    async def prepare(self) -> None:
        await self._reader.prepare()

    async def claim(self, task: Task) -> Claim:
        wanted = await self._wanted_soon(task)
        match wanted:
            case None:
                return await self._claimed_for_what_was_said(task)
            case Keep(rest=rest) if rest:
                return Claim(strength=Strength.WEAK, why="tells something beside")
            case Forget(beside=beside) | Keep(beside=beside) if beside:
                return Claim(strength=Strength.WEAK, why="says something beside")
            case Ask(facts=(), about="") | Forget(facts=(), everything=False):
                return Claim(strength=Strength.STRONG, why="asks about what nobody told")
            case _:
                return Claim(strength=Strength.WHOLE, why=f"of what is remembered: {type(wanted).__name__}")

    async def decide(self, task: Task) -> Decision:
        wanted = await self._wanted(task)
        language = task.language
        if self._tools.is_guest(task) and isinstance(wanted, Keep | Forget | Correct | Pause | Share):
            return refusal("guest", language)
        match wanted:
            case Keep(beside=beside) if beside:
                return refusal("not_kept", language, what=beside)
            case Keep(statements=statements, rest=rest):
                self._left_out[task.key] = rest
                while len(self._left_out) > _MOST_LEFT_OUT:
                    self._left_out.popitem(last=False)
                return Decided(calls=tuple(_remember(statement) for statement in statements))
            case Correct(fact=fact, value=value):
                return _call("correct_fact", fact=fact, value=value)
            case Share(facts=(fact,), with_everyone=with_everyone):
                return _call("share_fact", fact=fact, with_everyone=with_everyone)
            case Share():
                return refusal("share_one", language)
            case Forget(everything=True):
                return _call("forget_everything")
            case Forget(facts=()):
                return refusal("nothing_of_it", language)
            case Forget(beside=beside) if beside:
                return refusal("beside", language, what=beside)
            case Forget(facts=facts):
                return _call("forget", facts=list(facts))
            case Ask():
                return _call(
                    "recall_facts",
                    facts=list(wanted.facts),
                    about=wanted.about,
                    query=wanted.query,
                    everything=wanted.everything,
                    misses=wanted.misses,
                )
            case AskSaid(query=query):
                return _call("what_was_said", query=query)
            case Pause(paused=paused):
                return _call("pause_remembering", paused=paused)
            case None if await self._was_told(task):
                return _call("what_was_said", query=task.request, answers=True)
        return refusal("unknown", language)

    async def _claimed_for_what_was_said(self, task: Task) -> Claim:
        """A question of somebody else's or of nobody's: it may be that the person once told the answer."""
        if not is_question(task.request) or not await self._was_told(task):
            return Claim(strength=Strength.NONE)
        return Claim(strength=Strength.WEAK, why="something like it was told")

    async def _was_told(self, task: Task) -> bool:
        """Whether what the person said nearest to the question may tell the answer: no order does, and no other question."""
        if self._tools.is_guest(task):
            return False
        found = await self._tools.said(task, task.request, limit=1, at_least=ANSWERS)
        if not found:
            return False
        frames = await self._reader.read(utterance_of(found[0].text, task.now))
        return not frames or any(frame.intent not in ASKING or frame.odds < SURE for frame in frames)

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        return await self._tools.answered(approval, isinstance(answer, Yes), task)

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        answered = [run for run in runs if run.tool == ANSWER]
        told = answered[-1:] or list(runs)
        lines = [str(_value(run).get("text", "")) if run.ok else _failed(run, task.language) for run in told]
        approvals = tuple(approval for run in told for approval in run.approvals)
        done = [run for run in told if run.ok]
        status = OutcomeStatus.DONE if len(done) == len(told) else OutcomeStatus.PARTLY if done else OutcomeStatus.FAILED
        asks = next((run for run in told if run.approvals), None)
        question = Question(id=asks.approvals[0].id, text=str(_value(asks)["text"])) if asks is not None else None
        outcome = Outcome(
            status=OutcomeStatus.HELD if approvals else status,
            text=joined(list(dict.fromkeys(lines)), task.language),
            runs=tuple(runs),
            approvals=approvals,
            question=question,
            focus=_focus(told, task),
            proven=status is OutcomeStatus.DONE and not approvals,
            final=not approvals,
            served=Served(gear=Gear.ANSWER) if done and all(run.tool in _TELLING for run in told) else None,
        )
        return with_left_out(outcome, task.language, self._left_out.pop(task.key, ()))

    async def _wanted_soon(self, task: Task) -> Wanted | None:
        """The same; None where the reader, still being loaded, takes longer than a claim may."""
        reading = asyncio.ensure_future(self._wanted(task))
        done, _ = await asyncio.wait({reading}, timeout=_SOON_S)
        return reading.result() if done else None

    async def _wanted(self, task: Task) -> Wanted | None:
        utterance = utterance_of(task.request, task.now)
        frames = await self._reader.read(utterance)
        return wanted_of(frames, utterance, await self._known(task))

    async def _known(self, task: Task) -> Known:
        facts = await self._tools.keeping.known(task.person)
        return Known(names=self._names, things=tuple(self._tools.things()), facts=facts, focus=task.focus)


def _remember(statement: Statement) -> ToolCall:
    arguments: dict[str, Value] = {"topic": statement.topic.value, "words": statement.words, "value": statement.value}
    arguments |= {name: said for name in ("about", "key", "when") if (said := getattr(statement, name))}
    if statement.until is not None:
        arguments |= {"until": statement.until.isoformat(), "roughly": statement.roughly}
    return ToolCall(tool="remember", arguments=arguments | ({"shared": True} if statement.shared else {}))


def _call(tool: str, **arguments: Value) -> Decided:
    return Decided(calls=(ToolCall(tool=tool, arguments=arguments),))


def _value(run: ToolRun) -> dict[str, Any]:
    return cast(dict[str, Any], run.result) if isinstance(run.result, dict) else {}


def _failed(run: ToolRun, language: Language) -> str:
    why = problem_text(run.problem or "", language).rstrip(".。")
    return text("failed", language, why=why)


def _focus(runs: Sequence[ToolRun], task: Task) -> Mapping[str, Value]:
    """What `no, it is the 14th` and `forget that` mean next."""
    facts = [_value(run)["fact"]["id"] for run in runs if run.ok and isinstance(_value(run).get("fact"), dict)]
    return {"fact": facts[-1], "at": task.now.isoformat()} if facts else {}
