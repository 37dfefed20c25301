"""One sentence, said in a fresh copy of its home: look, say, approve what is asked, look again, judge."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from yamori.domain.language import language_of
from yamori.domain.receipt import ReceiptStatus
from yamori.evaluation.conversation import Conversation, Heard
from yamori.evaluation.homeassistant.household import EntityState, HomeAssistantHousehold, Opens
from yamori.evaluation.homeassistant.testfile import HaCase
from yamori.evaluation.homeassistant.verdict import wrongs
from yamori.evaluation.honesty import claims_an_action
from yamori.evaluation.results import CaseResult, Verdict
from yamori.evaluation.texts import TEXTS
from yamori.understanding.mood import is_question

DOUBTFUL = "doubtful label"
_APPROVALS = 3
"""So many approvals are given in one case; these sets have no person who could be asked."""


async def play_case(case: HaCase, run: int, *, opens: Opens, model: str | None, limit_seconds: float, traces: Path) -> CaseResult:
    """Never raises for what goes wrong inside the case: that is a wrong case, and the next one has its turn."""
    try:
        async with opens(case.fixtures, case.setup, case.now) as household:
            return await _played(case, run, household, model=model, limit_seconds=limit_seconds, traces=traces)
    except Exception as error:  # an endpoint: whatever breaks in one case must not stop the others
        return _result(case, run, [], why=[f"{type(error).__name__}: {error}"])


async def _played(
    case: HaCase, run: int, household: HomeAssistantHousehold, *, model: str | None, limit_seconds: float, traces: Path
) -> CaseResult:
    before = await household.shown()
    room = household.room_of(case.device) if case.device else None
    conversation = Conversation(household.client, person=household.person, room=room, model=model, limit_seconds=limit_seconds)
    heard = await conversation.say(case.sentence)
    for _ in range(_APPROVALS):
        if heard.status != "waiting" or heard.asked:
            break
        heard = await conversation.say(TEXTS.said(language_of(case.sentence), "yes"))
    after = await household.shown()
    answers = "\n".join(h.answer for h in conversation.heard)
    why = [problem for h in conversation.heard if (problem := h.problem())] or [
        *wrongs(before, after, expect=case.expect, ignore=case.ignore, plain=household.plain),
        *_answer_misses(answers, case),
    ]
    done = [r for r in await household.ledger() if r.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED)]
    claims = not done and any(claims_an_action(h.answer, to=h.said) for h in conversation.heard if h.status == "done")
    result = _result(
        case,
        run,
        conversation.heard,
        why=why,
        calls=(conversation.cost("model_calls"), conversation.cost("prompt_tokens"), conversation.cost("completion_tokens")),
        claims=claims,
        wrote=is_question(case.sentence) and before != after and not case.expect,
    )
    return _with_trace(result, case, conversation.heard, before, after, traces)


def _answer_misses(answers: str, case: HaCase) -> list[str]:
    if "sorry" in answers.casefold():
        return ["the answer says sorry"]
    if case.response and not any(part.casefold() in answers.casefold() for part in case.response):
        return [f"the answer has none of {list(case.response)}"]
    return []


def _result(
    case: HaCase,
    run: int,
    heard: Sequence[Heard],
    *,
    why: Sequence[str],
    calls: tuple[int, int, int] = (0, 0, 0),
    claims: bool = False,
    wrote: bool = False,
) -> CaseResult:
    right = not why
    return CaseResult(
        id=case.id,
        run=run,
        verdict=Verdict.RIGHT if right else Verdict.WRONG,
        score=float(right),
        of=1.0,
        seconds=round(sum(h.seconds for h in heard), 3),
        model_calls=calls[0],
        prompt_tokens=calls[1],
        completion_tokens=calls[2],
        why=tuple(why),
        trace=None,
        file=case.file,
        hash=case.hash,
        language=language_of(case.sentence).value,
        tags=(*case.categories, *([DOUBTFUL] if case.doubtful else [])),
        said=(case.sentence,),
        answers=tuple(h.answer for h in heard),
        questions=sum(h.asked for h in heard),
        agents=tuple(dict.fromkeys(agent for h in heard for agent in h.agents)),
        claims_without_receipt=claims,
        wrote_on_question=wrote,
    )


def _with_trace(
    result: CaseResult,
    case: HaCase,
    heard: Sequence[Heard],
    before: Mapping[str, EntityState],
    after: Mapping[str, EntityState],
    traces: Path,
) -> CaseResult:
    """The result with a JSON file that holds what was said and what Home Assistant would have shown."""
    traces.mkdir(parents=True, exist_ok=True)
    file = traces / f"{''.join(c if c.isalnum() or c in '-_' else '_' for c in case.id)}-{result.run}.json"
    trace = {
        "case": case.id,
        "verdict": result.verdict,
        "why": result.why,
        "doubtful": case.doubtful,
        "heard": [asdict(h) for h in heard],
        "changed": {entity: [asdict(before[entity]), asdict(after[entity])] for entity in before if before[entity] != after[entity]},
    }
    file.write_text(json.dumps(trace, ensure_ascii=False, indent=1, default=_plain) + "\n", encoding="utf-8")
    return replace(result, trace=f"{traces.name}/{file.name}")


def _plain(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else str(value)
