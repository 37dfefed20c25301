"""Learns the matrix that turns a question's vector towards the passages that answer it (`agents/lifestyle/reranker.py`).

    PYTHONPATH=src:training/judge python training/reranker/learn.py --kept FOLDER cases/papers-birch.questions.yaml …

A linear adapter of the encoder's questions: cosine((I + A) q, p) beside the score of the search, by the rule of `rules/reranking.py`, whose
weights are learned with it and printed. The loss is the logarithm of what a softmax over a question's candidates leaves for those that
answer, and the same over a batch of `training/judge/pairs.jsonl`. Every sixth question, from the fourth on, is left out, and with `--test`
every file in turn. Give it no questions that are to measure with.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from found import at_the_library, holds, papers_of
from torch.nn import functional

from yamori.agents.lifestyle.reranker import ADAPTER
from yamori.agents.lifestyle.rules.reranking import ACROSS, CANDIDATES, READ, SEARCHED, candidates
from yamori.domain.language import language_of
from yamori.embedding.open import open_encoder
from yamori.evaluation.papers.library.questionfile import read_questions

MOST = CANDIDATES + ACROSS
SIZE = 384
STEPS, WARMING, BATCH = 80, 10, 128
RATE, WEIGHTS_RATE, DECAY = 1e-3, 5e-3, 0.2
ACROSS_COUNTS = 4.0
"""What a question at a paper of the other language counts: there are half as many."""
PAIRS_COUNT, PAIRS_SCALE = 0.3, 50.0
HELD_OUT = 6, 3
"""Of so many questions this one, counted from 0, is learned from by nobody."""
TOPS = (1, 4, 5)
PAIRS = Path(__file__).parents[1] / "judge" / "pairs.jsonl"
Batch = dict[str, Any]
"""Tensors by name, a row for a question: `asked` (n, SIZE), `read` (n, MOST, SIZE), `score`, `own`, `entry`, `right`, `there` (n, MOST)."""


async def gathered(file: Path) -> dict[str, np.ndarray[Any, Any]]:
    """The candidates of each question that one of them answers."""
    asking = read_questions(file) if file.suffix == ".yaml" else at_the_library(file)
    rows: dict[str, list[np.ndarray[Any, Any]]] = {}
    async with papers_of(asking.folder, asking.papers) as papers:
        with open_encoder(None) as encoder:
            if encoder is None:
                sys.exit("the encoder is not made for this machine")
            for number, question in enumerate(asking.questions):
                asked = language_of(question.ask)
                hits = candidates(asked, await papers.search(question.ask, limit=SEARCHED))
                texts = [h.passage.searched(h.paper.title) for h in hits]
                right = [holds(h, text, question) for h, text in zip(hits, texts, strict=True)]
                if not any(right):
                    continue
                found = {
                    "read": await encoder.passages([t[:READ] for t in texts]),
                    "score": np.array([h.score for h in hits]),
                    "own": np.array([language_of(h.passage.text) is asked for h in hits]),
                    "entry": np.array([h.passage.question is not None for h in hits]),
                    "right": np.array(right),
                    "there": np.ones(len(hits), bool),
                }
                row = {name: np.pad(values, [(0, MOST - len(hits)), *[(0, 0)] * (values.ndim - 1)]) for name, values in found.items()}
                row["asked"] = (await encoder.questions([question.ask]))[0]
                row["held"] = np.array(number % HELD_OUT[0] == HELD_OUT[1])
                for name, values in row.items():
                    rows.setdefault(name, []).append(values)
    return {name: np.stack(values) for name, values in rows.items()}


async def encoded_pairs() -> dict[str, np.ndarray[Any, Any]]:
    """Every pair that was written for the judge."""
    lines = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    with open_encoder(None) as encoder:
        if encoder is None:
            sys.exit("the encoder is not made for this machine")
        return {
            "read": await encoder.passages([line["piece"][:READ] for line in lines]),
            "asked": await encoder.questions([line["question"] for line in lines]),
            "right": np.array([line["answer"] == "Yes" for line in lines]),
            "piece": np.unique([line["piece"] for line in lines], return_inverse=True)[1],
        }


class Adapter(torch.nn.Module):  # type: ignore[misc]
    """The matrix, and the weights of what is found by it."""

    def __init__(self) -> None:
        super().__init__()
        self.matrix = torch.nn.Parameter(torch.zeros(SIZE, SIZE))
        self.weights = torch.nn.Parameter(torch.tensor([1.5, 3.0, -1.23, -2.325, -0.06]))
        """Own, across, the constants of both, an entry."""
        self.sharpness = torch.nn.Parameter(torch.tensor(2.5))

    def turned(self, asked: Any) -> Any:
        return functional.normalize(asked + asked @ self.matrix, dim=-1)

    def forward(self, some: Batch) -> Any:
        """The score of each candidate."""
        near = torch.einsum("nd,nkd->nk", self.turned(some["asked"]), some["read"])
        own, across, own_constant, across_constant, entry = self.weights
        gain = torch.where(some["own"], own * near + own_constant, across * near + across_constant)
        return (some["score"] + gain + entry * some["entry"]).masked_fill(~some["there"], -1e3)


def learned(known: Batch, pairs: Batch) -> Adapter:
    torch.manual_seed(11)
    adapter = Adapter()
    optimiser = torch.optim.AdamW(
        [{"params": [adapter.matrix], "weight_decay": DECAY}, {"params": [adapter.weights, adapter.sharpness], "weight_decay": 0.0}]
    )
    yes = torch.nonzero(pairs["right"]).squeeze(1)
    no = torch.nonzero(~pairs["right"]).squeeze(1)
    across = (known["right"] & ~known["own"]).any(1)
    counts = 1.0 + (ACROSS_COUNTS - 1.0) * across
    for step in range(STEPS):
        pace = min(1.0, (step + 1) / WARMING) * (1 - step / STEPS)
        for group, rate in zip(optimiser.param_groups, (RATE, WEIGHTS_RATE), strict=True):
            group["lr"] = rate * pace
        chosen = torch.randint(0, len(across), (BATCH,))
        some = {name: values[chosen] for name, values in known.items()}
        score = adapter(some) * adapter.sharpness.exp()
        lost = torch.logsumexp(score, 1) - torch.logsumexp(score.masked_fill(~some["right"], -1e9), 1)
        loss = (lost * counts[chosen]).sum() / counts[chosen].sum()
        of_pairs = [kind[torch.randint(0, len(kind), (BATCH,))] for kind in (yes, no)]
        loss = loss + PAIRS_COUNT * _lost_on_pairs(adapter, pairs, *of_pairs)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return adapter


def _lost_on_pairs(adapter: Adapter, pairs: Batch, yes: Any, no: Any) -> Any:
    """Of each question's own piece among the pieces of the batch."""
    all_of = torch.cat([yes, no])
    alike = adapter.turned(pairs["asked"][yes]) @ pairs["read"][all_of].T * PAIRS_SCALE
    twice = (pairs["piece"][yes][:, None] == pairs["piece"][all_of][None]) & ~torch.eye(len(yes), len(all_of), dtype=torch.bool)
    return functional.cross_entropy(alike.masked_fill(twice, -1e9), torch.arange(len(yes)))


def tops(adapter: Adapter, some: Batch) -> str:
    """How often one that answers is first, among four, among five; within the language and across."""
    with torch.no_grad():
        order = adapter(some).argsort(1, descending=True)
    best = some["right"].gather(1, order).float().argmax(1)
    across = (some["right"] & ~some["own"]).any(1)
    parts = ("plain", ~across), ("across", across)
    return "; ".join(f"{name} {[int((best[chosen] < top).sum()) for top in TOPS]} of {int(chosen.sum())}" for name, chosen in parts)


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("questions", type=Path, nargs="+")
    reading.add_argument("--kept", type=Path, required=True, help="where the vectors are kept: a household takes a minute")
    reading.add_argument("--test", action="store_true", help="leave each file out in turn and say how it is then found")
    reading.add_argument("--out", type=Path, default=ADAPTER)
    said = reading.parse_args()
    said.kept.mkdir(parents=True, exist_ok=True)
    files = {file.name: _tensors(_kept(said.kept / f"{file.name}.npz", lambda file=file: gathered(file))) for file in said.questions}
    pairs = _tensors(_kept(said.kept / "pairs.npz", encoded_pairs))
    if said.test:
        for name, some in files.items():
            print(f"{name}: as found {tops(Adapter(), some)}")
            print(f"{name}: learned  {tops(learned(_together([f for n, f in files.items() if n != name]), pairs), some)}")
    adapter = learned(_together(list(files.values())), pairs)
    own, across, own_constant, across_constant, entry = adapter.weights.tolist()
    usual, usual_across = -own_constant / own, -across_constant / across
    print(f"own: {own:.2f}, usual {usual:.3f}; across: {across:.2f}, usual {usual_across:.3f}; an entry {entry:.2f}")
    np.save(said.out, adapter.matrix.detach().numpy().astype(np.float16))


def _kept(file: Path, make: Any) -> dict[str, np.ndarray[Any, Any]]:
    if not file.exists():
        np.savez(file, **asyncio.run(make()))
    with np.load(file) as made:
        return dict(made)


def _tensors(arrays: dict[str, np.ndarray[Any, Any]]) -> Batch:
    return {name: torch.tensor(values.astype(np.float32) if values.dtype.kind == "f" else values) for name, values in arrays.items()}


def _together(some: Sequence[Batch]) -> Batch:
    """Of several files, without what is held out."""
    return {name: torch.cat([one[name][~one["held"]] for one in some]) for name in some[0]}


if __name__ == "__main__":
    main()
