"""The function-calling loop of every agent: decide, run, report from the execution log (paper 3.3.3 and 3.5.3).

The endpoints call `carry_out`; it calls the agent's policy, a model only where the policy is undecided, and the tools.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from yamori.agentkit.agent import Agent, Decided, Declined, ToolCall, Undecided
from yamori.agentkit.apart import apart
from yamori.agentkit.journal import Journal
from yamori.agentkit.legible import is_legible, unread_text
from yamori.agentkit.task import (
    AgentEvent,
    Approval,
    Claim,
    Finished,
    Outcome,
    OutcomeStatus,
    Question,
    Strength,
    Task,
    ToolCalled,
    ToolReturned,
    ToolRun,
)
from yamori.agentkit.tool import Call
from yamori.domain.answer import Other, Pin, read_answer
from yamori.domain.errors import AskThePerson, HouseSilent, Misconfigured, TryAgain, YamoriError
from yamori.domain.language import Language
from yamori.llm.answers import Garbage
from yamori.llm.port import Models

TRIES = 2
"""How often a model may decide: once, and once more with what was wrong."""

TOOL_LIMIT = 60.0
"""Seconds that one tool may take."""


async def claim_of(agent: Agent, task: Task) -> Claim:
    """Whether the request is this agent's own. A text that is no sentence is only where it is dictated to it."""
    if is_legible(task.request):
        return await agent.policy.claim(task)
    if _dictated(agent, task) is not None:
        return Claim(strength=Strength.WHOLE, why="is dictated")
    return Claim(strength=Strength.NONE, why="is too long to read")


def _dictated(agent: Agent, task: Task) -> Decided | None:
    return agent.dictated(task) if agent.dictated is not None else None


async def carry_out(agent: Agent, task: Task, *, models: Models, journal: Journal) -> AsyncGenerator[AgentEvent, None]:
    """Do the task once, whatever happens in between; the last event is `Finished`."""
    async with journal.alone(agent.card.name, task.key), aclosing(_carried_out(agent, task, models, journal)) as events:
        async for event in events:
            yield event


async def _carried_out(agent: Agent, task: Task, models: Models, journal: Journal) -> AsyncGenerator[AgentEvent, None]:
    name = agent.card.name
    known = journal.outcome(name, task.key)
    if known is not None and not (task.answers and known.status in (OutcomeStatus.HELD, OutcomeStatus.ASKING)):
        yield Finished(agent=name, outcome=known)
        return
    if known is not None and known.status is OutcomeStatus.HELD:
        settled = await _settled(agent, task, known)
        journal.finished(name, task.key, settled)
        yield Finished(agent=name, outcome=settled)
        return
    async with aclosing(_attempted(agent, task, models, journal)) as events:
        async for event in events:
            if isinstance(event, Finished):
                journal.finished(name, task.key, event.outcome)
            yield event


async def _attempted(agent: Agent, task: Task, models: Models, journal: Journal) -> AsyncGenerator[AgentEvent, None]:
    """Decide, run what was decided, and once more if nothing of it was possible."""
    name = agent.card.name
    # An answered question or a corrected mistake is a new decision, with a key of its own.
    keys = [f"{task.key}/{attempt}{'+' if task.answers else ''}" for attempt in range(TRIES)]
    # After a kill it goes on with the last decision that was written down; an earlier try that came to none is not made again.
    begun = max((n for n, key in enumerate(keys) if journal.decision(name, key) is not None), default=0)
    outcome: Outcome | None = None
    calls_to_models = 0
    problem = task.problem
    for attempt in range(begun, TRIES):
        key = keys[attempt]
        calls = journal.decision(name, key)
        if calls is None:
            decided, asked = await _decide(agent, replace(task, problem=problem), models, last=attempt == TRIES - 1)
            calls_to_models += asked
            if isinstance(decided, TryAgain):
                problem = str(decided)
                continue
            if isinstance(decided, Declined):
                status = OutcomeStatus.ASKING if decided.question else OutcomeStatus.FAILED
                outcome = Outcome(status=status, text=decided.text, question=decided.question, focus=task.focus, final=decided.certain)
                break
            calls = decided.calls
            journal.decided(name, key, calls)
        runs: list[ToolRun] = []
        for number, call in enumerate(calls):
            yield ToolCalled(agent=name, tool=call.tool, arguments=call.arguments)
            run = await _run(agent, call, Call(key=f"{key}/{number}", task=task))
            runs.append(run)
            yield ToolReturned(agent=name, run=run)
        rejected = [run.problem for run in runs if run.problem and not run.ok]
        if rejected and len(rejected) == len(runs) and not any(run.receipts for run in runs) and attempt < TRIES - 1:
            problem = "; ".join(rejected)
            continue
        outcome = await apart(agent.policy.report, task, runs)
        break
    if outcome is None:
        outcome = Outcome(status=OutcomeStatus.FAILED, text=_not_understood(task.language), focus=task.focus)
    yield Finished(agent=name, outcome=replace(outcome, model_calls=calls_to_models))


async def _decide(agent: Agent, task: Task, models: Models, *, last: bool) -> tuple[Decided | Declined | TryAgain, int]:
    """What to do, and how many models were asked."""
    asked = 0
    if not is_legible(task.request):
        return _dictated(agent, task) or Declined(text=unread_text(task.request, task.language)), asked
    try:
        decision = await agent.policy.decide(task)
        if not isinstance(decision, Undecided):
            return decision, asked
        asked = 1
        try:
            answer = await models.ask(agent.role, decision.prompt, turn=task.turn, stronger=task.problem is not None, model=task.model)
        except Garbage as garbage:  # it answered, but nothing that fits: nobody is to read its JSON
            raise TryAgain(garbage.complaint) from garbage
        except YamoriError as silent:
            return Declined(text=_silent(task.language, str(silent), model=True)), asked
        return decision.read(answer.data), asked
    except TryAgain as wrong:
        return (Declined(text=_not_understood(task.language), certain=False) if last else wrong), asked
    except (HouseSilent, Misconfigured) as silent:
        return Declined(text=_silent(task.language, str(silent), model=False)), asked


async def _run(agent: Agent, call: ToolCall, circumstances: Call) -> ToolRun:
    try:
        async with asyncio.timeout(TOOL_LIMIT):
            result = await agent.tools.run(call.tool, call.arguments, call=circumstances)
    except YamoriError as error:
        return ToolRun(tool=call.tool, arguments=call.arguments, ok=False, problem=str(error))
    except TimeoutError:
        return ToolRun(tool=call.tool, arguments=call.arguments, ok=False, problem=f"no reply within {TOOL_LIMIT:.0f} s")
    return ToolRun(
        tool=call.tool, arguments=call.arguments, ok=True, result=result.value, receipts=result.receipts, approvals=result.approvals
    )


async def _settled(agent: Agent, task: Task, held: Outcome) -> Outcome:
    """The outcome once the person has answered what it held; what the answer was not enough for stays held."""
    settled: dict[str, ToolRun] = {}
    question: Question | None = None
    for approval in held.approvals:
        if approval.id not in task.answers:
            continue
        answer = read_answer(task.answers[approval.id])
        try:
            if isinstance(answer, Other) or (isinstance(answer, Pin) and not approval.pin):
                raise AskThePerson(_not_answered(task.language, approval))
            settled[approval.id] = await agent.policy.settle(approval.id, answer, task)
        except AskThePerson as missing:
            question = Question(id=approval.id, text=str(missing))
    proofs = {receipt.id: receipt for run in settled.values() for receipt in run.receipts}
    runs = []
    for run in held.runs:
        approvals = tuple(a for a in run.approvals if a.id not in settled)
        runs.append(replace(run, receipts=tuple(proofs.get(r.id, r) for r in run.receipts), approvals=approvals))
    outcome = agent.policy.report(task, runs)
    waiting = tuple(a for a in held.approvals if a.id not in settled)
    if waiting:
        text = question.text if question else outcome.text
        return replace(outcome, status=OutcomeStatus.HELD, text=text, approvals=waiting, question=question, proven=False)
    return replace(outcome, final=True)  # the person has decided: to try again would be to ask again


def _not_answered(language: Language, approval: Approval) -> str:
    """What is asked when neither a yes nor a no was said."""
    if language is Language.JAPANESE:
        how = "暗証番号だけを入力するか、「いいえ」と" if approval.pin else "「はい」か「いいえ」で"
        return f"まだ実行していません：{approval.shows}。{how}お答えください。"
    how = "the PIN alone, or no" if approval.pin else "yes or no"
    return f"I have not done that yet: {approval.shows}. Please answer with {how}."


def _silent(language: Language, why: str, *, model: bool) -> str:
    if language is Language.JAPANESE:
        who = "この内容にはモデルが必要ですが、応答がありません" if model else "応答がありません"
        return f"{who}。何も変更していません。（詳細: {why}）"
    who = "That needs the model, which did not answer" if model else "There was no answer"
    return f"{who} ({why}). I changed nothing."


def _not_understood(language: Language) -> str:
    if language is Language.JAPANESE:
        return "すみません、何をすればよいか分かりませんでした。別の言い方でお願いします。"
    return "I could not work out what to do there. Could you say it another way?"
