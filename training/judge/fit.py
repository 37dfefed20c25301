"""Fits the curve that turns the odds of a yes into a chance (`rules/judging.py`), and says at which limits how much is right.

    PYTHONPATH=src python training/judge/fit.py found.jsonl --looks looks.jsonl

The embedded model, as it was trained, looks at every passage of `found.jsonl` that is worth a look (some two seconds each; what stands
in `looks.jsonl` is not looked at again). Give it questions that the model was not trained on. The curve is a logistic regression on the
odds, the score of the search and how far it is ahead; it is tested on questions that it did not learn from.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from yamori.agents.lifestyle.rules.judging import LOOKS, ahead
from yamori.domain.clock import SystemClock
from yamori.llm.model_files import models_folder
from yamori.llm.open import open_models
from yamori.llm.port import Prompt, Role, Trained
from yamori.llm.settings import read_settings
from yamori.understanding.judging.judge import TRAINED, leaning, request, short_request

FOLDS = 8
SHRINK = 0.3
LIMITS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7)


@dataclass(frozen=True, kw_only=True)
class Look:
    """One passage that the model was asked about."""

    id: str
    """Of the question."""
    kind: str
    right: bool
    score: float
    ahead: float
    """Of the best other passage that is worth a look (`rules/judging.py`)."""
    leaning: float
    starter: bool = False
    """An entry of the starter library: it has a curve of its own."""


def kept(file: Path) -> list[Look]:
    return [Look(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


async def look(found: Sequence[dict[str, Any]], file: Path) -> None:
    """Add to the file what it lacks."""
    done = {(one.id, one.score) for one in kept(file)}
    with tempfile.TemporaryDirectory() as folder, file.open("a", encoding="utf-8") as out:
        place = Path(folder)
        async with open_models(read_settings(None), models_dir=models_folder(), data_dir=place, clock=SystemClock("UTC")) as models:
            for line in found:
                if (line["id"], line["score"]) in done:
                    continue
                shown = (line["question"], line["piece"])
                trained = Trained(adapter="judge", prefix=TRAINED, request=short_request(*shown))
                prompt = Prompt(prefix="", request=request(*shown), max_tokens=1, weighed=True, trained=trained)
                odds = leaning(await models.ask(Role.LIFESTYLE, prompt))
                about = {key: line[key] for key in ("id", "kind", "right", "score", "ahead", "starter")}
                out.write(json.dumps(asdict(Look(**about, leaning=odds))) + "\n")
                out.flush()


def fitted(table: Any, right: Any) -> Any:  # Any: numpy's arrays of unknown shape
    """Weights of a logistic regression, by Newton's method."""
    shrink = np.diag([SHRINK] * (table.shape[1] - 1) + [0.0])
    weights = np.zeros(table.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        slope = table.T @ (chance - right) + shrink @ weights
        weights -= np.linalg.solve((table * (chance * (1 - chance) + 1e-6)[:, None]).T @ table + shrink, slope)
    return weights


def report(looks: Sequence[Look]) -> None:
    table = np.array([[look.leaning, look.score, look.ahead, 1.0] for look in looks])
    right = np.array([float(look.right) for look in looks])
    fold = {name: n % FOLDS for n, name in enumerate(sorted({look.id for look in looks}))}
    folds = np.array([fold[look.id] for look in looks])
    chances = np.zeros(len(looks))
    for n in range(FOLDS):
        chances[folds == n] = 1 / (1 + np.exp(-table[folds == n] @ fitted(table[folds != n], right[folds != n])))
    best: dict[str, tuple[float, Look]] = {}
    for one, chance in zip(looks, chances, strict=True):
        if one.id not in best or chance > best[one.id][0]:
            best[one.id] = (float(chance), one)
    kinds = {kind: sum(look.kind == kind for _, look in best.values()) for kind in ("plain", "cross", "none")}
    print(f"{len(looks)} looks; questions {kinds}")
    yes = [c for c, look in zip(chances, looks, strict=True) if look.right]
    for name, no in (("other passages", "answerable"), ("passages of unanswerable questions", "none")):
        others = [c for c, look in zip(chances, looks, strict=True) if not look.right and (look.kind == "none") == (no == "none")]
        area = np.mean([(a > b) + 0.5 * (a == b) for a in yes for b in others]) if yes and others else 0.0
        print(f"told from {name}: area under the curve {area:.3f}")
    for limit in LIMITS:
        answered = {k: sum(c >= limit and one.right and one.kind == k for c, one in best.values()) for k in ("plain", "cross")}
        print(f"limit {limit}: right {answered}, declined {sum(c < limit and one.kind == 'none' for c, one in best.values())}")
    print("leaning, score, ahead, constant:", np.round(fitted(table, right), 3))


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("found", type=Path)
    reading.add_argument("--looks", type=Path, required=True)
    said = reading.parse_args()
    found: dict[str, list[dict[str, Any]]] = {}
    for text in said.found.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if line["worth"] and len(found.setdefault(line["id"], [])) < LOOKS:
            found[line["id"]].append(line)
    for lines in found.values():
        for line in lines:
            others = [other["score"] for other in lines if other is not line]
            line["ahead"] = ahead(line["score"], others, entry=line["starter"])
    asyncio.run(look([line for lines in found.values() for line in lines], said.looks))
    for name, starter in (("papers", False), ("entries of the starter library", True)):
        some = [one for one in kept(said.looks) if one.starter is starter]
        if any(one.right for one in some):
            print(f"{name}:")
            report(some)


if __name__ == "__main__":
    main()
