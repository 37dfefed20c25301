"""What a search finds for the questions of a file, and which of it answers: `found.jsonl`, what the judge learns from beside `pairs.jsonl`.

    PYTHONPATH=src python training/judge/found.py cases/papers-birch.questions.yaml … --out found.jsonl
    PYTHONPATH=src python training/judge/found.py training/judge/entries.jsonl --out entries-found.jsonl
    PYTHONPATH=src python training/judge/found.py training/judge/entries.jsonl --among cases/papers-birch.questions.yaml --out …

Give it no questions that are to measure with, if the judge is to learn from what it writes.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from yamori.agents.lifestyle.finding import Finding
from yamori.agents.lifestyle.intake import Incoming, Intake
from yamori.agents.lifestyle.likeness import Likeness
from yamori.agents.lifestyle.rules.judging import COLUMNS, worth_a_look
from yamori.agents.lifestyle.rules.quoting import excerpt
from yamori.agents.lifestyle.rules.topics import DEFAULT
from yamori.agents.lifestyle.rules.words import terms
from yamori.agents.lifestyle.starting import starter
from yamori.agents.lifestyle.store import Hit, Origin, Papers
from yamori.domain.clock import SystemClock
from yamori.domain.language import language_of
from yamori.embedding.open import open_encoder
from yamori.embedding.use import EmbeddedUse
from yamori.evaluation.papers.library.questionfile import Asking, Evidence, Facts, Question, read_questions

HOLDS = 0.8
"""Share of a quote's terms that a passage must hold: reading may break a word."""


async def found(file: Path, among: Path | None = None) -> list[dict[str, object]]:
    """A line for every passage that is worth a look, in the order of the looks, and for those that answer wherever they were found.

    Questions at the library can be asked `among` the papers of a household.
    """
    lines: list[dict[str, object]] = []
    asking = read_questions(file) if file.suffix == ".yaml" else at_the_library(file)
    household = read_questions(among) if among is not None else asking
    async with papers_of(household.folder, household.papers) as papers, AsyncExitStack() as stack:
        finding = Finding(papers, stack.enter_context(open_encoder(None)))
        likeness = Likeness(papers.encoder)
        for question in asking.questions:
            hits = await finding.found(question.ask)
            looks = worth_a_look(question.ask, hits)
            worth = {id(h) for h in looks}
            for hit in [*looks, *(h for h in hits if id(h) not in worth)]:
                shown = excerpt(hit.passage, hit.paper.title, await likeness.of(question.ask, hit.passage), columns=COLUMNS)
                right = holds(hit, shown, question)
                if right or id(hit) in worth:
                    lines.append(
                        {
                            "id": question.id,
                            "kind": question.kind,
                            "question": question.ask,
                            "piece": shown,
                            "right": right,
                            "worth": id(hit) in worth,
                            "starter": hit.paper.origin is Origin.STARTER,
                            "score": hit.score,
                            "why": ", ".join((*question.answer.all, *question.answer.any[:1])) if right else "",
                            "across": language_of(hit.passage.text) is not language_of(question.ask),
                        }
                    )
    return lines


def at_the_library(file: Path) -> Asking:
    """Questions at the starter library alone (`entries.jsonl`): the entry that each names answers it, in either language, or none does."""
    entries: dict[str, list[Evidence]] = {}
    for incoming in starter():
        for text in incoming.path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(text)
            place = Evidence(paper=f"{incoming.topic}/{incoming.name}", quote=entry["question"])
            entries.setdefault(entry["id"], []).append(place)
    lines = [json.loads(text) for text in file.read_text(encoding="utf-8").splitlines()]
    questions = tuple(
        Question(
            id=f"{line['id']}-{n}",
            ask=line["question"],
            kind="plain",
            evidence=tuple(entries[line["id"]]),
            answer=Facts(any=(line["why"],) if "why" in line else ()),
        )
        if line["kind"] == "same"
        else Question(id=f"{line['id']}-{n}", ask=line["question"], kind="none")
        for n, line in enumerate(lines)
    )
    return Asking(file=file.name, folder=file.parent, papers=(), questions=questions, hash="")


@asynccontextmanager
async def papers_of(folder: Path, names: Sequence[str]) -> AsyncIterator[Papers]:
    """A household with these papers and the starter library."""
    with tempfile.TemporaryDirectory() as place:
        papers = Papers(Path(place) / "papers", EmbeddedUse())
        await papers.open()
        intake = Intake(papers, SystemClock("UTC"))
        try:
            for incoming in (*of_the_household(folder, names), *starter()):
                async for _ in intake.take(incoming):
                    pass
            yield papers
        finally:
            await intake.close()
            await papers.close()


def of_the_household(folder: Path, names: Sequence[str]) -> Iterator[Incoming]:
    for name in names:
        topic, below, rest = name.partition("/")
        yield Incoming(path=folder / name, topic=topic if below else DEFAULT, name=rest if below else name, origin=Origin.FOLDER)


def holds(hit: Hit, shown: str, question: Question) -> bool:
    """Whether what is shown of this passage answers: of a long one the sentence that does may have been left out."""
    known = set(terms(shown))
    for evidence in question.evidence:
        wanted = set(terms(evidence.quote))
        if evidence.paper in (hit.paper.name, f"{hit.paper.topic}/{hit.paper.name}") and len(wanted & known) >= HOLDS * len(wanted):
            return True
    return False


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("questions", type=Path, nargs="+")
    reading.add_argument("--among", type=Path, help="the household that questions at the library are asked in")
    reading.add_argument("--out", type=Path, required=True)
    said = reading.parse_args()
    with said.out.open("w", encoding="utf-8") as out:
        for file in said.questions:
            for line in asyncio.run(found(file, said.among)):
                out.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
