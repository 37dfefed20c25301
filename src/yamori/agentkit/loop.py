"""The function-calling loop of every agent: decide, run, report from the execution log (paper 3.3.3 and 3.5.3).

The endpoints call `carry_out`; it calls the agent's policy, a model only where the policy is undecided, and the tools.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace

from yamori.agentkit.agent import Agent, Decided, Declined, ToolCall
from yamori.agentkit.apart import apart
from yamori.agentkit.conversing import has_effect, told_runs
from yamori.agentkit.deciding import CarriedOut, Deciding, dictated, is_begun
from yamori.agentkit.failures import failure_text, log_failure, not_understood
from yamori.agentkit.journal import Journal
from yamori.agentkit.legible import is_legible
from yamori.agentkit.phrasing import sentences
from yamori.agentkit.running import run_calls
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
from yamori.agentkit.texts import EVERYWHERE
from yamori.domain.answer import Other, Pin, read_answer
from yamori.domain.errors import AskThePerson, TryAgain
from yamori.domain.language import Language
from yamori.llm.port import Models

TRIES = 2
"""How often a model may decide: once, and once more with what was wrong."""


async def claim_of(agent: Agent, task: Task) -> Claim:
    """Whether the request is this agent's own. A text that is no sentence is only where it is dictated to it."""
    if is_legible(task.request):
        return await agent.policy.claim(task)
    if dictated(agent, task) is not None:
        return Claim(strength=Strength.WHOLE, why="is dictated")
    return Claim(strength=Strength.NONE, why="is too long to read")


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
    begun = max((n for n, key in enumerate(keys) if is_begun(journal, name, key)), default=0)
    outcome: Outcome | None = None
    reading = ""
    calls_to_models = 0
    problem = task.problem
    turned_down: list[ToolRun] = []
    for attempt in range(begun, TRIES):
        key = keys[attempt]
        calls = journal.decision(name, key)
        if calls is None:
            deciding = Deciding(agent, replace(task, problem=problem), models, journal, key, last=attempt == TRIES - 1)
            async with aclosing(deciding.events()) as events:
                async for event in events:
                    yield event
            calls_to_models += deciding.asked
            reading = _reading(deciding)
            match deciding.decision:
                case TryAgain() as wrong:
                    problem = str(wrong)
                    continue
                case Declined(question=None) if turned_down:  # why it could not be done says more than that nobody knew another way
                    outcome = await apart(agent.policy.report, task, turned_down)
                    break
                case Declined() as declined:
                    outcome = _declined(declined, task)
                    break
                case CarriedOut() as done:
                    outcome = await apart(_conversed, agent, task, done)
                    break
                case Decided(calls=calls):
                    journal.decided(name, key, calls)
        runs: list[ToolRun] = []
        async with aclosing(_run(agent, task, calls, key, runs)) as ran:
            async for event in ran:
                yield event
        rejected = [run.problem for run in runs if run.problem and not run.ok]
        if rejected and len(rejected) == len(runs) and not any(run.receipts for run in runs) and attempt < TRIES - 1:
            problem = "; ".join(rejected)
            turned_down = runs
            continue
        outcome = await apart(agent.policy.report, task, runs)
        break
    if outcome is None:
        outcome = Outcome(status=OutcomeStatus.FAILED, text=not_understood(task.language), focus=task.focus)
    yield Finished(agent=name, outcome=replace(outcome, model_calls=calls_to_models, reading=outcome.reading or reading))


async def _run(
    agent: Agent, task: Task, calls: Sequence[ToolCall], key: str, runs: list[ToolRun]
) -> AsyncGenerator[ToolCalled | ToolReturned, None]:
    """Run the calls, and then those of a dearer way where they did not serve (`Agent.escalate`); each run is added to `runs`."""
    async with aclosing(run_calls(agent, task, calls, key=key)) as ran:
        async for event in ran:
            runs += [event.run] if isinstance(event, ToolReturned) else []
            yield event
    more = agent.escalate(task, runs) if agent.escalate is not None else ()
    async with aclosing(run_calls(agent, task, more, key=f"{key}/on")) as ran:
        async for event in ran:
            runs += [event.run] if isinstance(event, ToolReturned) else []
            yield event


def _reading(deciding: Deciding) -> str:
    """Who read the request, and what they took it for."""
    match deciding.decision:
        case CarriedOut(runs=runs):
            by, tools = "model", [run.tool for run in runs]
        case Decided() as decided:
            by, tools = decided.by, [call.tool for call in decided.calls]
        case Declined() as declined:
            by, tools = declined.by, ["asks" if declined.question else "declines"]
        case TryAgain():
            return ""
    if deciding.asked and by != "model":
        by = f"{by} and model" if by == "reader" else "model"
    return f"{by}: {', '.join(dict.fromkeys(tools))}" if tools else by


def _declined(declined: Declined, task: Task) -> Outcome:
    status = OutcomeStatus.ASKING if declined.question else OutcomeStatus.FAILED
    return Outcome(status=status, text=declined.text, question=declined.question, focus=task.focus, final=declined.certain)


def _conversed(agent: Agent, task: Task, done: CarriedOut) -> Outcome:
    """What a conversation came to. One that only read does not prove that nothing else was asked for; of one that broke off it is said."""
    told = told_runs(agent, done.runs)
    outcome = agent.policy.report(task, told)
    if done.broken:
        status = OutcomeStatus.PARTLY if outcome.status is OutcomeStatus.DONE else outcome.status
        log_failure("conversation broke off", done.broken)
        more = failure_text("broken", task.language)
        return replace(outcome, text=sentences((outcome.text, more), task.language), status=status, proven=False, final=True)
    return replace(outcome, proven=outcome.proven and any(has_effect(agent, run) for run in told))


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
    begun = _begun(agent, held.runs, settled)
    runs += begun
    outcome = agent.policy.report(task, runs)
    waiting = tuple(a for a in (*held.approvals, *(a for run in begun for a in run.approvals)) if a.id not in settled)
    if waiting:
        text = question.text if question else outcome.text
        return replace(outcome, status=OutcomeStatus.HELD, text=text, approvals=waiting, question=question, proven=False)
    return replace(outcome, final=True)  # the person has decided: to try again would be to ask again


def _begun(agent: Agent, held: Sequence[ToolRun], settled: Mapping[str, ToolRun]) -> list[ToolRun]:
    """What an answer set going beyond what was held: runs of none of the agent's tools, which are lines of the log of their own."""
    known = {receipt.id for run in held for receipt in run.receipts}
    return [
        replace(
            run,
            receipts=tuple(r for r in run.receipts if r.id not in known),
            approvals=tuple(a for a in run.approvals if a.id not in settled),
        )
        for run in settled.values()
        if run.tool not in agent.tools.names()
    ]


def _not_answered(language: Language, approval: Approval) -> str:
    """What is asked when neither a yes nor a no was said."""
    return EVERYWHERE.said(language, "not_answered.pin" if approval.pin else "not_answered.approval", shows=approval.shows)
