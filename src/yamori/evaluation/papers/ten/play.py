"""One trial: a fresh household, one question, its answer scored by both rules."""

import json
from dataclasses import dataclass
from pathlib import Path

from yamori.evaluation.papers.answer import told
from yamori.evaluation.papers.heard import AGENT, Heard, ask
from yamori.evaluation.papers.household import OpensPapers
from yamori.evaluation.papers.meaning import Meaning
from yamori.evaluation.papers.ten.tasks import PaperTask
from yamori.evaluation.papers.ten.verdict import Mark, Scored, by_keywords, by_meaning
from yamori.evaluation.results import CaseResult, Verdict
from yamori.evaluation.spent import Spent

SCORE = {Mark.ALL: 1.0, Mark.SOME: 0.5, Mark.NONE: 0.0}


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A question that is to be asked."""

    task: PaperTask
    language: str
    run: int
    """From 1."""
    file: str
    hash: str

    @property
    def id(self) -> str:
        return f"lifestyle-{self.task.task}-{self.language}"


async def play_trial(
    trial: Trial, *, opens: OpensPapers, meaning: Meaning, model: str | None, limit_seconds: float, traces: Path
) -> CaseResult:
    """Never raises for what goes wrong inside: the trial has then failed."""
    question = trial.task.question(trial.language)
    heard, spent = Heard(problem="nothing was asked", seconds=0.0), Spent()
    try:
        async with opens() as household:
            request = {"text": question.ask, "person": household.person, "model": model}
            before = await household.spent()
            heard = await ask(household.client, request, limit_seconds=limit_seconds)
            spent = (await household.spent()).since(before)
    except Exception as error:  # an endpoint: whatever breaks in one trial must not stop the others
        heard = Heard(problem=f"{type(error).__name__}: {error}", seconds=heard.seconds)
    answer = told(heard.outcome)
    words = by_keywords(trial.task, answer, trial.language)
    sense = await by_meaning(trial.task, answer, trial.language, meaning)
    wrong = [heard.problem] if heard.problem else []
    if words.lacks:
        wrong.append(f"{words.mark} by keywords: lacks {', '.join(words.lacks)}")
        wrong.append(f"{sense.mark} by meaning" + (f": lacks {', '.join(sense.lacks)}" if sense.lacks else ""))
    return CaseResult(
        id=trial.id,
        run=trial.run,
        verdict=Verdict.WRONG if wrong else Verdict.RIGHT,
        score=SCORE[words.mark],
        of=1.0,
        seconds=round(heard.seconds, 3),
        model_calls=spent.calls,
        prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens,
        why=tuple(wrong),
        trace=_write_trace(trial, heard, words, sense, traces),
        file=trial.file,
        hash=trial.hash,
        language=trial.language,
        tags=(trial.task.category,),
        said=(question.ask,),
        answers=(heard.text,) if heard.text else (),
        questions=0,
        agents=(AGENT,),
        claims_without_receipt=False,
        wrote_on_question=False,
    )


def _write_trace(trial: Trial, heard: Heard, words: Scored, sense: Scored, traces: Path) -> str:
    """One JSON file a trial, from which the report takes both marks; its name relative to the results' folder."""
    traces.mkdir(parents=True, exist_ok=True)
    file = traces / f"{trial.id}-{trial.run}.json"
    trace = {
        "case": trial.id,
        "said": trial.task.question(trial.language).ask,
        "marks": {"keywords": words.mark, "meaning": sense.mark},
        "lacks": {"keywords": words.lacks, "meaning": sense.lacks},
        "first_seconds": heard.first_seconds,
        "problem": heard.problem,
        "outcome": heard.outcome,
    }
    file.write_text(json.dumps(trace, ensure_ascii=False, indent=1, default=str) + "\n", encoding="utf-8")
    return f"{traces.name}/{file.name}"
