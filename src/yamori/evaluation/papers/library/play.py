"""One question to a household that has read the papers: asked, looked up and measured."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx

from yamori.domain.language import language_of
from yamori.evaluation.papers.answer import read_answer
from yamori.evaluation.papers.heard import AGENT, Heard, ask
from yamori.evaluation.papers.household import PapersHousehold
from yamori.evaluation.papers.library.places import Passage, Places, looked_at
from yamori.evaluation.papers.library.questionfile import NONE, Asking, Question
from yamori.evaluation.papers.library.verdict import Measures, measured, misses
from yamori.evaluation.results import CaseResult, Verdict


async def play_question(
    question: Question,
    run: int,
    *,
    asking: Asking,
    hash: str,
    household: PapersHousehold,
    places: Places,
    model: str | None,
    limit_seconds: float,
    traces: Path,
) -> CaseResult:
    """A conversation of its own. What goes wrong at the endpoint is a wrong answer, not an error."""
    before = await household.spent()
    request = {"text": question.ask, "person": household.person, "model": model}
    heard = await ask(household.client, request, limit_seconds=limit_seconds)
    spent = (await household.spent()).since(before)
    answer = read_answer(heard.outcome)
    found: list[Passage] = []
    try:
        looked = answer.looked_at if answer is not None else None
        if question.kind != NONE:
            found = looked_at(looked) if looked is not None else await places.found(question.ask)
        measures = await measured(question, answer, heard.text, found, places)
        wrong = [] if measures.right else [*([heard.problem] if heard.problem else []), *misses(question, measures)]
    except httpx.HTTPError as error:
        nothing = None if question.kind == NONE else False
        measures = Measures(evidence=nothing, source=nothing, place=nothing, facts=nothing, declined=False)
        wrong = [f"{type(error).__name__}: {error}"]
    if heard.problem and not wrong:
        wrong = [heard.problem]  # silence is no way to decline
    return CaseResult(
        id=question.id,
        run=run,
        verdict=Verdict.WRONG if wrong else Verdict.RIGHT,
        score=0.0 if wrong else 1.0,
        of=1.0,
        seconds=round(heard.seconds, 3),
        model_calls=spent.calls,
        prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens,
        why=tuple(wrong),
        trace=_write_trace(question, run, heard, found, measures, traces),
        file=asking.file,
        hash=hash,
        language=language_of(question.ask).value,
        tags=(question.kind,),
        said=(question.ask,),
        answers=(heard.text,) if heard.text else (),
        questions=0,
        agents=(AGENT,),
        claims_without_receipt=False,
        wrote_on_question=False,
    )


def _write_trace(question: Question, run: int, heard: Heard, found: list[Passage], measures: Measures, traces: Path) -> str:
    """One JSON file a question, from which the report takes the measures; its name relative to the results' folder."""
    traces.mkdir(parents=True, exist_ok=True)
    file = traces / f"{question.id}-{run}.json"
    declined = measures.declined and heard.problem is None
    trace: dict[str, Any] = {
        "case": question.id,
        "said": question.ask,
        "measures": {**asdict(measures), "declined": declined, "first_seconds": heard.first_seconds},
        "evidence": [one.model_dump() for one in question.evidence],
        "found": [asdict(passage) for passage in found],
        "problem": heard.problem,
        "outcome": heard.outcome,
    }
    file.write_text(json.dumps(trace, ensure_ascii=False, indent=1, default=str) + "\n", encoding="utf-8")
    return f"{traces.name}/{file.name}"
