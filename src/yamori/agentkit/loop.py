"""The function-calling loop of every agent: decide, run, report from the execution log (paper 3.3.3 and 3.5.3).

The doors call `carry_out`; it calls the agent's mind, a model only where the mind is undecided, and the tools.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from yamori.agentkit.agent import Agent, Decided, Declined, ToolCall, Undecided
from yamori.agentkit.journal import Journal
from yamori.agentkit.task import AgentEvent, Finished, Outcome, OutcomeStatus, Question, Task, ToolCalled, ToolReturned, ToolRun
from yamori.agentkit.tool import Call
from yamori.domain.errors import AskThePerson, HouseSilent, TryAgain
from yamori.domain.language import Language
from yamori.llm.port import Models

TRIES = 2
"""How often a model may decide: once, and once more with what was wrong."""

TOOL_LIMIT = 60.0
"""Seconds that one tool may take."""


async def carry_out(agent: Agent, task: Task, *, models: Models, journal: Journal) -> AsyncIterator[AgentEvent]:
    """Do the task once, whatever happens in between; the last event is `Finished`."""
    name = agent.card.name
    known = journal.outcome(name, task.key)
    if known is not None and known.status is OutcomeStatus.HELD and task.answers:
        known = await _settled(agent, task, known)
    elif known is not None and known.status is OutcomeStatus.ASKING and task.answers:
        known = None
    if known is not None:
        journal.finished(name, task.key, known)
        yield Finished(agent=name, outcome=known)
        return
    outcome: Outcome | None = None
    calls_to_models = 0
    problem = task.problem
    for attempt in range(TRIES):
        # An answered question or a corrected mistake is a new decision, with a key of its own.
        key = f"{task.key}/{attempt}{'+' if task.answers else ''}"
        calls = journal.decision(name, key)
        if calls is None:
            try:
                decided, asked = await _decide(agent, replace(task, problem=problem), models, last=attempt == TRIES - 1)
            except HouseSilent as silent:
                outcome = Outcome(status=OutcomeStatus.FAILED, text=_no_model(task.language, str(silent)), focus=task.focus, final=True)
                break
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
        outcome = agent.mind.report(task, runs)
        break
    if outcome is None:
        outcome = Outcome(status=OutcomeStatus.FAILED, text=_not_understood(task.language), focus=task.focus)
    outcome = replace(outcome, model_calls=calls_to_models)
    journal.finished(name, task.key, outcome)
    yield Finished(agent=name, outcome=outcome)


async def _decide(agent: Agent, task: Task, models: Models, *, last: bool) -> tuple[Decided | Declined | TryAgain, int]:
    """What to do, and how many models were asked."""
    decision = await agent.mind.decide(task)
    if not isinstance(decision, Undecided):
        return decision, 0
    answer = await models.ask(agent.role, decision.prompt, turn=task.turn, stronger=task.problem is not None, model=task.model)
    try:
        return decision.read(answer.data), 1
    except TryAgain as wrong:
        return (Declined(text=_not_understood(task.language), certain=False) if last else wrong), 1


async def _run(agent: Agent, call: ToolCall, circumstances: Call) -> ToolRun:
    try:
        async with asyncio.timeout(TOOL_LIMIT):
            result = await agent.tools.run(call.tool, call.arguments, call=circumstances)
    except (TryAgain, HouseSilent, AskThePerson) as error:
        return ToolRun(tool=call.tool, arguments=call.arguments, ok=False, problem=str(error))
    except TimeoutError:
        return ToolRun(tool=call.tool, arguments=call.arguments, ok=False, problem=f"no reply within {TOOL_LIMIT:.0f} s")
    return ToolRun(
        tool=call.tool, arguments=call.arguments, ok=True, result=result.value, receipts=result.receipts, approvals=result.approvals
    )


async def _settled(agent: Agent, task: Task, held: Outcome) -> Outcome:
    """The outcome once the person has answered what it held; still held when the answer was not enough."""
    settled: dict[str, ToolRun] = {}
    for approval in held.approvals:
        if approval.id not in task.answers:
            continue
        try:
            settled[approval.id] = await agent.mind.settle(approval.id, task.answers[approval.id], task)
        except AskThePerson as missing:
            return replace(held, text=str(missing), question=Question(id=approval.id, text=str(missing)))
    proofs = {receipt.id: receipt for run in settled.values() for receipt in run.receipts}
    runs = []
    for run in held.runs:
        approvals = tuple(a for a in run.approvals if a.id not in settled)
        runs.append(replace(run, receipts=tuple(proofs.get(r.id, r) for r in run.receipts), approvals=approvals))
    return agent.mind.report(task, runs)


def _no_model(language: Language, why: str) -> str:
    if language is Language.JAPANESE:
        return f"この内容にはモデルが必要ですが、応答がありません（{why}）。何も変更していません。"
    return f"That needs the model, which did not answer ({why}). I changed nothing."


def _not_understood(language: Language) -> str:
    if language is Language.JAPANESE:
        return "すみません、何をすればよいか分かりませんでした。別の言い方でお願いします。"
    return "I could not work out what to do there. Could you say it another way?"
