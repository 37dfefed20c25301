"""Fits how surely a passage answers to what the embedded model says of it: `agents/lifestyle/judging.json`.

    PYTHONPATH=src python benchmarks/judge.py cases/papers-birch.questions.yaml --looks looks.jsonl [--every 3] [--write]

For each question the model looks at the best passages and at the right one (some two seconds a look; what stands in `looks.jsonl` is not
looked at again). A logistic regression then learns from the chances of its first word, the score of the search and whether the passage is
in another language. It is tested on questions that it did not learn from (eight folds); what is printed is how many questions are
answered from the right passage, and how many declined that nothing answers, at several limits. Never give it questions that are to
measure with.
"""

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from yamori.agents.lifestyle.finding import Finding
from yamori.agents.lifestyle.intake import STARTER, Incoming, Intake
from yamori.agents.lifestyle.judging import Judging
from yamori.agents.lifestyle.likeness import Likeness
from yamori.agents.lifestyle.rules.topics import DEFAULT
from yamori.agents.lifestyle.rules.words import terms
from yamori.agents.lifestyle.store import Hit, Origin, Papers
from yamori.domain.clock import SystemClock
from yamori.domain.language import language_of
from yamori.embedding.open import open_encoder
from yamori.embedding.use import EmbeddedUse
from yamori.evaluation.papers.library.questionfile import Asking, Question, read_questions
from yamori.llm.open import open_models
from yamori.llm.settings import read_settings
from yamori.llm.shelf import models_folder

MODEL = "embedded:default"
LOOKED_AT = 2
"""Of each question, and the right passage."""
WORDS = 120
"""First words that count: the likeliest over all looks."""
SHRINK = 30.0
"""How much their weights are held back; they are many and the looks few."""
SHRINK_OTHERS = 0.3
LEAST = -14.0
FOLDS = 8
HOLDS = 0.8
"""Share of a quote's terms that a passage must hold: reading may break a word."""
LIMITS = (0.12, 0.18, 0.23, 0.27, 0.31, 0.38, 0.5)


@dataclass(frozen=True, kw_only=True)
class Look:
    """One passage that the model was asked about."""

    id: str
    """Of the question."""
    kind: str
    right: bool
    score: float
    across: bool
    first: Mapping[str, float]
    """Logarithms of the chances of its first word."""


async def looks(asking: Asking, file: Path, done: Collection[str], every: int) -> None:
    """Add those that `file` lacks; the questions that are `done` it has."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        papers = Papers(folder / "papers", EmbeddedUse())
        stack.push_async_callback(papers.close)
        await papers.open()
        intake = Intake(papers, SystemClock("UTC"))
        stack.push_async_callback(intake.close)
        for incoming in (*of_the_household(asking.folder, asking.papers), *starter()):
            async for _ in intake.take(incoming):
                pass
        finding = Finding(papers, stack.enter_context(open_encoder(None)))
        models = await stack.enter_async_context(
            open_models(read_settings(None), models_dir=models_folder(), data_dir=folder, clock=SystemClock("UTC"))
        )
        judging = Judging(models, Likeness(papers.encoder))
        with file.open("a", encoding="utf-8") as out:
            for question in asking.questions[::every]:
                if question.id in done:
                    continue
                for rank, hit in enumerate(await finding.found(question.ask)):
                    if (right := holds(hit, question)) or rank < LOOKED_AT:
                        said = await judging.said(question.ask, hit)
                        look = Look(
                            id=question.id,
                            kind=question.kind,
                            right=right,
                            score=hit.score,
                            across=language_of(hit.passage.text) is not language_of(question.ask),
                            first={word: float(np.log(share)) for word, share in said.tokens[0].chances.items() if share > 0},
                        )
                        out.write(json.dumps(asdict(look), ensure_ascii=False) + "\n")
                out.flush()
                print(question.id, end=" ", flush=True)


def of_the_household(folder: Path, names: Sequence[str]) -> Iterator[Incoming]:
    for name in names:
        topic, below, rest = name.partition("/")
        yield Incoming(path=folder / name, topic=topic if below else DEFAULT, name=rest if below else name, origin=Origin.FOLDER)


def starter() -> Iterator[Incoming]:
    for file in sorted(STARTER.glob("*/*.jsonl")):
        yield Incoming(path=file, topic=file.parent.name, name=file.name, origin=Origin.STARTER)


def holds(hit: Hit, question: Question) -> bool:
    """Whether this is a passage that answers."""
    known = set(terms(hit.passage.searched(hit.paper.title)))
    for evidence in question.evidence:
        wanted = set(terms(evidence.quote))
        if evidence.paper in (hit.paper.name, f"{hit.paper.topic}/{hit.paper.name}") and len(wanted & known) >= HOLDS * len(wanted):
            return True
    return False


def kept(file: Path) -> list[Look]:
    return [Look(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def columns(found: Sequence[Look], words: Sequence[str]) -> Any:  # Any: numpy's arrays of unknown shape
    """A row a look: the words' logarithms, the score, across, and 1."""
    rows = [[*(max(look.first.get(w, LEAST), LEAST) for w in words), look.score, float(look.across), 1.0] for look in found]
    return np.array(rows)


def fitted(table: Any, right: Any, words: int) -> Any:
    """Weights of a logistic regression, by Newton's method; the words' are of the standardised columns."""
    shrink = np.diag([SHRINK] * words + [SHRINK_OTHERS] * 2 + [0.0])
    weights = np.zeros(table.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        slope = table.T @ (chance - right) + shrink @ weights
        curvature = (table * (chance * (1 - chance) + 1e-6)[:, None]).T @ table + shrink
        weights -= np.linalg.solve(curvature, slope)
    return weights


def fit(found: Sequence[Look]) -> dict[str, Any]:
    """The curve, once it was tested on what it did not learn from."""
    counted = Counter(word for look in found for word in look.first)
    words = list(dict.fromkeys(("Yes", "No", *(w for w, _ in counted.most_common(WORDS)))))
    table, right = columns(found, words), np.array([float(look.right) for look in found])
    middle, spread = table[:, : len(words)].mean(0), table[:, : len(words)].std(0) + 1e-6
    table[:, : len(words)] = (table[:, : len(words)] - middle) / spread
    fold = {name: n % FOLDS for n, name in enumerate(sorted({look.id for look in found}))}
    folds = np.array([fold[look.id] for look in found])
    chances = np.zeros(len(found))
    for n in range(FOLDS):
        learned = fitted(table[folds != n], right[folds != n], len(words))
        chances[folds == n] = 1 / (1 + np.exp(-table[folds == n] @ learned))
    report(found, chances)
    weights = fitted(table, right, len(words))
    told = weights[: len(words)] / spread
    return {
        "model": MODEL,
        "words": {word: round(float(w), 5) for word, w in zip(words, told, strict=True)},
        "score": round(float(weights[-3]), 4),
        "across": round(float(weights[-2]), 4),
        "constant": round(float(weights[-1] - told @ middle), 4),
    }


def report(found: Sequence[Look], chances: Any) -> None:
    best: dict[str, tuple[float, Look]] = {}
    for look, chance in zip(found, chances, strict=True):
        if look.id not in best or chance > best[look.id][0]:
            best[look.id] = (chance, look)
    seen = {kind: sum(look.kind == kind for _, look in best.values()) for kind in ("plain", "cross", "none")}
    there = {kind: len({look.id for look in found if look.right and look.kind == kind}) for kind in ("plain", "cross")}
    print(f"\n{len(found)} looks at {len(best)} questions, {seen}; the right passage was among those looked at: {there}")
    for limit in LIMITS:
        answered = {
            kind: int(sum(c >= limit and look.right and look.kind == kind for c, look in best.values())) for kind in ("plain", "cross")
        }
        declined = sum(c < limit and look.kind == "none" for c, look in best.values())
        print(f"limit {limit}: right {answered}, declined {declined}")


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("questions", type=Path)
    reading.add_argument("--looks", type=Path, required=True)
    reading.add_argument("--every", type=int, default=1, help="every so manieth question")
    reading.add_argument("--no-more", action="store_true", help="fit what stands in the file")
    reading.add_argument("--write", action="store_true", help="write agents/lifestyle/judging.json")
    said = reading.parse_args()
    if not said.no_more:
        done = {look.id for look in kept(said.looks)} if said.looks.exists() else set()
        asyncio.run(looks(read_questions(said.questions), said.looks, done, said.every))
    curve = fit(kept(said.looks))
    if said.write:
        target = Path(__file__).parents[1] / "src" / "yamori" / "agents" / "lifestyle" / "judging.json"
        target.write_text(json.dumps(curve, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
