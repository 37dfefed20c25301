"""Asks a whole file of questions in one household. `apps` calls this for `yamori eval lifestyle --questions FILE`."""

import hashlib
from pathlib import Path

from yamori.domain.clock import Clock
from yamori.domain.errors import Misconfigured
from yamori.domain.language import language_of
from yamori.evaluation.ongoing import DEFAULT_LIMIT_SECONDS, Progress, Summary, begin
from yamori.evaluation.papers.household import OpensPapers, Terms
from yamori.evaluation.papers.library.places import Places
from yamori.evaluation.papers.library.play import play_question
from yamori.evaluation.papers.library.questionfile import Asking
from yamori.evaluation.papers.library.report import write_report

SUITE = "lifestyle questions"


async def evaluate_questions(
    asking: Asking,
    *,
    opens: OpensPapers,
    terms: Terms,
    answers: str,
    edition: str,
    language: str | None = None,
    model: str | None = None,
    runs: int = 1,
    out: Path,
    progress: Progress | None = None,
    limit_seconds: float = DEFAULT_LIMIT_SECONDS,
    clock: Clock | None = None,
) -> Summary:
    """Ask every question (of a language) `runs` times in one household that `opens` makes and that has read the papers.

    `terms`: what the agent finds a text by. `answers`: the model that answers where `model` asks for none. `edition` names what else the
    household holds: results from another one are not taken over. What an earlier, killed evaluation in the same `out` found is.
    """
    chosen = [q for q in asking.questions if language is None or language_of(q.ask).value == language]
    if not chosen:
        raise Misconfigured(f"no question is in {language}", where=asking.file, mend="leave --language out")
    hash = hashlib.sha256(f"{asking.hash}\n{edition}".encode()).hexdigest()
    plays = [(question, run) for run in range(1, runs + 1) for question in chosen]
    wanted = [(hash, question.id, run) for question, run in plays]
    ongoing = begin(SUITE, model=model or answers, wanted=wanted, out=out, clock=clock, progress=progress)
    async with opens() as household:
        places, reading = Places(household.client, terms), household.reading
        for question, run in plays:
            if ongoing.is_left((hash, question.id, run)):
                result = await play_question(
                    question,
                    run,
                    asking=asking,
                    hash=hash,
                    household=household,
                    places=places,
                    model=model,
                    limit_seconds=limit_seconds,
                    traces=ongoing.traces,
                )
                ongoing.keep(result)
    return ongoing.end(lambda results, folder: write_report(results, reading, folder))
