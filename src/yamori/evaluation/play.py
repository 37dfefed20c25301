"""One case, played in a fresh household: set the scene, talk, look, judge."""

import dataclasses
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from yamori.domain.language import language_of
from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.evaluation.casefile import Case, Suite
from yamori.evaluation.conversation import Conversation, Heard
from yamori.evaluation.honesty import claims_an_action
from yamori.evaluation.household import HouseholdFactory, HouseholdSpec, RunningHousehold
from yamori.evaluation.outcome import NO_ANSWER, Judged, judge_outcome
from yamori.evaluation.results import CaseResult, Verdict
from yamori.evaluation.rows import ScheduleRows, written_rows
from yamori.evaluation.turn import read_turns
from yamori.evaluation.verdict import Seen, expects_change, home_changes, judge, not_run
from yamori.understanding.mood import is_question


@dataclass(frozen=True, kw_only=True)
class Play:
    """A case that is to be played."""

    suite: Suite
    case: Case
    run: int
    """From 1."""

    @property
    def key(self) -> tuple[str, str, int]:
        return self.suite.hash, self.case.id, self.run


@dataclass(frozen=True, kw_only=True)
class _Look:
    """The household at one moment."""

    home: Mapping[str, Value]
    schedule: ScheduleRows
    ledger: Sequence[Receipt]


async def play_case(play: Play, *, factory: HouseholdFactory, model: str | None, limit_seconds: float, traces: Path) -> CaseResult:
    """Never raises for what goes wrong inside the case: that is a wrong case, and the next one has its turn."""
    suite, case = play.suite, play.case
    spec = HouseholdSpec(home=suite.home, now=suite.now(case), person=suite.person(case), memories=case.memories, papers=case.papers)
    try:
        async with factory(spec) as household:
            return await _played(play, household, model=model, limit_seconds=limit_seconds, traces=traces)
    except Exception as e:  # an endpoint: whatever breaks in one case must not stop the others
        return _result(play, verdict=Verdict.WRONG, why=[f"{type(e).__name__}: {e}"], judged=NO_ANSWER)


async def _played(play: Play, household: RunningHousehold, *, model: str | None, limit_seconds: float, traces: Path) -> CaseResult:
    case = play.case
    known = await _agents(household)
    if reason := not_run(case, features=household.features, agents=known):
        return _result(play, verdict=Verdict.NOT_RUN, why=[reason])
    for path, value in case.before.items():
        await household.set_state(path, value)
    await household.seed_schedule(case.schedule())
    conversation = Conversation(
        household.client, person=play.suite.person(case), room=play.suite.room(case), model=model, limit_seconds=limit_seconds
    )
    looks = [await _look(household)]
    for text in case.say:
        heard = await conversation.say(text)
        looks.append(await _look(household))
        if heard.problem():
            break
    moved = await _later(case, household)
    end = await _look(household)
    events = await conversation.events()
    turns = read_turns(conversation.heard, events)
    earlier = {receipt.id for receipt in looks[0].ledger}
    seen = Seen(
        before={**looks[0].home, **moved},
        after=end.home,
        schedule_before=looks[0].schedule,
        schedule_after=end.schedule,
        answers=[h.answer for h in conversation.heard],
        questions=sum(h.asked for h in conversation.heard),
        agents=frozenset(agent for h in conversation.heard for agent in h.agents),
        approvals={id: shows for h in conversation.heard for id, shows in h.approvals.items()},
        receipts=[receipt for receipt in end.ledger if receipt.id not in earlier],
        turns=turns,
        entries=[use for turn in turns for use in turn.tools if use.name in household.entering_tools and not use.has_receipts],
        risky_devices=household.risky_devices,
        claims_without_receipt=_claims_without_receipt(conversation.heard, looks),
    )
    wrong = [problem for h in conversation.heard if (problem := h.problem())] or judge(
        case, seen, features=household.features, agents=known
    )
    result = _result(
        play,
        verdict=Verdict.WRONG if wrong else Verdict.RIGHT,
        why=wrong,
        judged=judge_outcome(case, seen, wrong=wrong),
        conversation=conversation,
        questions=seen.questions,
        approvals=len(seen.approvals),
        reading=", ".join(dict.fromkeys(turn.reading for turn in turns if turn.reading)),
        claims_without_receipt=seen.claims_without_receipt,
        wrote_on_question=not expects_change(case, seen) and _wrote_on_question(conversation.heard, looks),
    )
    certain = result.model_calls == 0 and all(turn.status in ("done", "waiting") for turn in turns)
    working = dict.fromkeys([*result.agents, *(agent for turn in turns if turn.status == "waiting" for agent in turn.agents)])
    result = dataclasses.replace(result, certain=certain, agents=tuple(working))
    told = [event for turn in events.values() for event in turn]
    return dataclasses.replace(result, trace=_write_trace(result, traces, conversation, seen, end.ledger, events=told))


async def _agents(household: RunningHousehold) -> frozenset[str]:
    response = await household.client.get("/agents")
    response.raise_for_status()
    return frozenset(str(card["name"]) for card in response.json())


async def _look(household: RunningHousehold) -> _Look:
    return _Look(home=dict(await household.snapshot()), schedule=await household.schedule_rows(), ledger=tuple(await household.ledger()))


async def _later(case: Case, household: RunningHousehold) -> dict[str, Value]:
    """Let happen what comes after the turns; returns what that itself set."""
    passed, moved = 0.0, dict[str, Value]()
    for event in sorted(case.later, key=lambda event: event.after):
        if event.after > passed:
            await household.advance(event.after - passed)
            passed = event.after
        for path, value in event.set.items():
            await household.set_state(path, value)
            moved[path] = value
    return moved


def _claims_without_receipt(heard: Sequence[Heard], looks: Sequence[_Look]) -> bool:
    """Evidence is anything that was done since the case began: people also ask about what was done a turn ago."""
    for answered, look in zip(heard, looks[1:], strict=True):
        done = any(receipt.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED) for receipt in look.ledger)
        nothing = not done and look.schedule == looks[0].schedule
        if nothing and answered.status == "done" and claims_an_action(answered.answer, to=answered.said):
            return True
    return False


def _wrote_on_question(heard: Sequence[Heard], looks: Sequence[_Look]) -> bool:
    for i, answered in enumerate(heard):
        opens_a_turn = i == 0 or heard[i - 1].status != "waiting"
        changed = home_changes(looks[i].home, looks[i + 1].home) or looks[i].schedule != looks[i + 1].schedule
        if opens_a_turn and changed and is_question(answered.said):
            return True
    return False


def _result(
    play: Play,
    *,
    verdict: Verdict,
    why: Sequence[str],
    judged: Judged | None = None,
    conversation: Conversation | None = None,
    questions: int = 0,
    approvals: int = 0,
    reading: str = "",
    claims_without_receipt: bool = False,
    wrote_on_question: bool = False,
) -> CaseResult:
    heard = conversation.heard if conversation else []
    return CaseResult(
        id=play.case.id,
        run=play.run,
        verdict=verdict,
        score=float(verdict is Verdict.RIGHT),
        of=float(verdict is not Verdict.NOT_RUN),
        seconds=round(sum(h.seconds for h in heard), 3),
        model_calls=conversation.cost("model_calls") if conversation else 0,
        prompt_tokens=conversation.cost("prompt_tokens") if conversation else 0,
        completion_tokens=conversation.cost("completion_tokens") if conversation else 0,
        why=tuple(why),
        trace=None,
        file=play.suite.path.name,
        hash=play.suite.hash,
        language=language_of("\n".join(play.case.say)).value,
        tags=play.case.tags,
        said=play.case.say,
        answers=tuple(h.answer for h in heard),
        questions=questions,
        agents=tuple(dict.fromkeys(agent for h in heard for agent in h.agents)),
        claims_without_receipt=claims_without_receipt,
        wrote_on_question=wrote_on_question,
        outcome=judged.outcome if judged else None,
        harm=judged.harm if judged else None,
        serious=judged.serious if judged else False,
        faults=judged.faults if judged else (),
        approvals=approvals,
        reading=reading,
    )


def _write_trace(
    result: CaseResult, traces: Path, conversation: Conversation, seen: Seen, ledger: Sequence[Receipt], *, events: Sequence[Value]
) -> str:
    """One JSON file a case; returns its name relative to the results' folder."""
    traces.mkdir(parents=True, exist_ok=True)
    name = "".join(
        c if c.isalnum() or c in "-_" else "_"
        for c in f"{result.file.removesuffix('.cases.yaml')}-{result.id}-{result.run}-{result.hash[:6]}"
    )
    trace = {
        "case": result.id,
        "file": result.file,
        "run": result.run,
        "verdict": result.verdict,
        "why": result.why,
        "outcome": result.outcome,
        "harm": result.harm,
        "serious": result.serious,
        "faults": result.faults,
        "reading": result.reading,
        "turns": [dataclasses.asdict(turn) for turn in seen.turns],
        "heard": [dataclasses.asdict(h) for h in conversation.heard],
        "changed": home_changes(seen.before, seen.after),
        "schedule_before": written_rows(seen.schedule_before),
        "schedule_after": written_rows(seen.schedule_after),
        "ledger": [dataclasses.asdict(receipt) for receipt in ledger],
        "events": events,
    }
    file = traces / f"{name}.json"
    file.write_text(json.dumps(trace, ensure_ascii=False, indent=1, default=str) + "\n", encoding="utf-8")
    return f"{traces.name}/{file.name}"
