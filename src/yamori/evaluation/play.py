"""One case, played in a fresh household: set the scene, let happen what happens, look, judge."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from yamori.domain.language import language_of
from yamori.evaluation.case import Case
from yamori.evaluation.casefile import Suite
from yamori.evaluation.checks import Traits, read_checks, wrote_on_question
from yamori.evaluation.conversation import Heard
from yamori.evaluation.course import Unmade, follow, set_scene
from yamori.evaluation.household import HouseholdFactory, HouseholdSpec, RunningHousehold
from yamori.evaluation.outcome import NO_ANSWER, Judged, judge_outcome, worst
from yamori.evaluation.results import CaseResult, Harm, Outcome, Verdict
from yamori.evaluation.talk import Talk
from yamori.evaluation.trace import Found, write_trace
from yamori.evaluation.verdict import expects_change, judge, not_run


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


async def play_case(play: Play, *, factory: HouseholdFactory, model: str | None, limit_seconds: float, traces: Path) -> CaseResult:
    """Never raises for what goes wrong inside the case: that is a wrong case, and the next one has its turn."""
    suite, case = play.suite, play.case
    person = suite.person(case)
    memories = tuple(memory.seed(person) for memory in case.memories)
    spec = HouseholdSpec(
        home=suite.home,
        now=suite.now(case),
        person=person,
        memories=memories,
        papers=case.papers,
        weather=tuple(day.day() for day in case.weather),
        network=case.network,
    )
    try:
        async with factory(spec) as household:
            return await _played(play, household, model=model, limit_seconds=limit_seconds, traces=traces)
    except Exception as e:  # an endpoint: whatever breaks in one case must not stop the others
        return _result(play, verdict=Verdict.WRONG, why=[f"{type(e).__name__}: {e}"], judged=NO_ANSWER)


async def _played(play: Play, household: RunningHousehold, *, model: str | None, limit_seconds: float, traces: Path) -> CaseResult:
    case, suite = play.case, play.suite
    features, agents = household.features, await _agents(household)
    if reason := not_run(case, person=suite.person(case), features=features, agents=agents):
        return _result(play, verdict=Verdict.NOT_RUN, why=[reason])
    before, talk = (Talk(household.client, model=model, limit_seconds=limit_seconds) for _ in range(2))
    if unmade := await set_scene(suite, case, household, before):
        return _unmade(play, unmade)
    begin, passed = await follow(suite, case, household, talk)
    kept = Traits(risky_devices=household.risky_devices, entering_tools=household.entering_tools)
    checks = read_checks(case, begin, passed, kept)
    wrongs = [list(check.problems) or judge(check.blocks, check.seen, features=features, agents=agents) for check in checks]
    why = [f"steps[{check.step}]: {miss}" for check, wrong in zip(checks, wrongs, strict=True) for miss in wrong if check.step is not None]
    why = list(dict.fromkeys((*why, *wrongs[-1])))
    judged = worst([judge_outcome(check.blocks, check.seen, wrong=wrong) for check, wrong in zip(checks, wrongs, strict=True)])
    whole = checks[-1].seen
    scene = begin.with_set({path: value for one in passed for path, value in one.step.set.items()})
    result = _result(
        play,
        verdict=Verdict.WRONG if why else Verdict.RIGHT,
        why=why,
        judged=judged,
        heard=talk.heard,
        cost={key: talk.cost(key) for key in ("model_calls", "prompt_tokens", "completion_tokens")},
        questions=whole.questions,
        approvals=len(whole.approvals),
        reading=", ".join(dict.fromkeys(turn.reading for turn in whole.turns if turn.reading)),
        claims_without_receipt=whole.claims_without_receipt,
        wrote_on_question=wrote_on_question(passed) and not any(expects_change(check.blocks, scene) for check in checks),
    )
    certain = result.model_calls == 0 and all(turn.status in ("done", "waiting") for turn in whole.turns)
    working = dict.fromkeys([*result.agents, *(agent for turn in whole.turns if turn.status == "waiting" for agent in turn.agents)])
    result = dataclasses.replace(result, certain=certain, agents=tuple(working))
    return dataclasses.replace(result, trace=write_trace(result, traces, Found(begin=begin, passed=passed, whole=whole)))


async def _agents(household: RunningHousehold) -> frozenset[str]:
    response = await household.client.get("/agents")
    response.raise_for_status()
    return frozenset(str(card["name"]) for card in response.json())


def _unmade(play: Play, unmade: Unmade) -> CaseResult:
    """The case cannot be played as it was meant: what the household says of it tells whether that is honest."""
    why = f"automations[{unmade.number}]: nothing came of it; the answer: {unmade.answer}"
    if unmade.turn.status == "silent":
        judged = NO_ANSWER
    elif unmade.turn.says_undone:
        judged = Judged(outcome=Outcome.HONEST)
    else:
        judged = Judged(outcome=Outcome.HARMFUL, harm=Harm.DROPPED, faults=(why,))
    return _result(play, verdict=Verdict.WRONG, why=[why], judged=judged)


def _result(
    play: Play,
    *,
    verdict: Verdict,
    why: Sequence[str],
    judged: Judged | None = None,
    heard: Sequence[Heard] = (),
    cost: Mapping[str, int] | None = None,
    questions: int = 0,
    approvals: int = 0,
    reading: str = "",
    claims_without_receipt: bool = False,
    wrote_on_question: bool = False,
) -> CaseResult:
    cost = cost or {}
    return CaseResult(
        id=play.case.id,
        run=play.run,
        verdict=verdict,
        score=float(verdict is Verdict.RIGHT),
        of=float(verdict is not Verdict.NOT_RUN),
        seconds=round(sum(h.seconds for h in heard), 3),
        model_calls=cost.get("model_calls", 0),
        prompt_tokens=cost.get("prompt_tokens", 0),
        completion_tokens=cost.get("completion_tokens", 0),
        why=tuple(why),
        trace=None,
        file=play.suite.path.name,
        hash=play.suite.hash,
        language=language_of("\n".join((*play.case.automations, *play.case.texts()))).value,
        tags=play.case.tags,
        said=play.case.texts(),
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
