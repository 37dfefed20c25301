"""Trains the reader: `python train_reader.py --out adapter.npz CORPUS`. One core and some hundred minutes an adapter (README.md).

The corpus is read anew before each epoch, so that files that are added while it trains are learned from too.
"""

import argparse
import math
import random
import time
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from augment import Mixer
from corpus import sentences
from torch import nn
from torch.nn import functional

from yamori.understanding.marked import MarkedSentence
from yamori.understanding.normal_form import normal_form
from yamori.understanding.tagging.encoder import MATRICES, VECTORS
from yamori.understanding.tagging.labels import INTENTS, LABELS, OUTSIDE, begins, goes_on, is_beginning, slot_of
from yamori.understanding.tagging.pieces import pieces_of
from yamori.understanding.tagging.weights import Weights, shipped_weights

IGNORED = -100
BATCH = 32


@dataclass(frozen=True)
class Example:
    """One sentence as numbers: pieces, the label of each, and where each frame begins, with its intent."""

    numbers: tuple[int, ...]
    labels: tuple[int, ...]
    starts: tuple[int, ...]
    intents: tuple[int, ...]


def example(sentence: MarkedSentence, weights: Weights) -> Example:
    normal = normal_form(sentence.text)
    pieces = pieces_of(normal.text, weights)
    labels = [OUTSIDE] * len(pieces.numbers)
    starts: list[int] = []
    intents: list[int] = []
    for frame in sentence.frames:
        first = normal.span_of(*frame.span).start
        starts.append(0 if not starts else next((n for n, s in enumerate(pieces.spans) if s.end > first), len(labels) - 1))
        intents.append(INTENTS.index(frame.intent))
        for slot in frame.slots:
            span = normal.span_of(*slot.span)
            inside = [
                n
                for n, s in enumerate(pieces.spans)
                if (min(s.end, span.end) - max(s.start, span.start)) * 2 > s.end - s.start
                or (s.start == s.end and span.start < s.start < span.end)
            ]
            for n in inside:
                labels[n] = goes_on(slot.name) if n > inside[0] else begins(slot.name)
    return Example(pieces.numbers, tuple(labels), tuple(starts), tuple(intents))


class LowRank(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    """A fixed matrix and a learned change of it."""

    def __init__(self, matrix: np.ndarray, bias: np.ndarray, rank: int) -> None:
        super().__init__()
        self.register_buffer("matrix", torch.tensor(matrix))
        self.bias = nn.Parameter(torch.tensor(bias))
        self.down = nn.Parameter(torch.randn(rank, matrix.shape[1]) / matrix.shape[1] ** 0.5)
        self.up = nn.Parameter(torch.zeros(matrix.shape[0], rank))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.linear(x, self.matrix, self.bias) + functional.linear(functional.linear(x, self.down), self.up)


class Layer(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    def __init__(self, weights: Weights, n: int, rank: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = weights.heads, dropout
        h = weights.hidden
        self.parts = nn.ModuleDict(
            {m: LowRank(weights.matrix(f"l{n}.{m}.w", 4 * h if m == "fo" else h), weights.vector(f"l{n}.{m}.b"), rank) for m in MATRICES}
        )
        self.norms = nn.ParameterDict(
            {v.replace(".", "_"): nn.Parameter(torch.tensor(weights.vector(f"l{n}.{v}"))) for v in VECTORS if "ln" in v}
        )
        self.epsilon = weights.epsilon

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        size = x.shape[:2]
        q, k, v = (self.parts[m](x).view(*size, self.heads, -1).transpose(1, 2) for m in ("q", "k", "v"))
        mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :])
        x = self.norm(x + self.drop(self.parts["ao"](mixed.transpose(1, 2).reshape(*size, -1))), "aln")
        inner = functional.gelu(self.parts["fi"](x), approximate="tanh")
        return self.norm(x + self.drop(self.parts["fo"](inner)), "oln")

    def drop(self, x: torch.Tensor) -> torch.Tensor:
        return functional.dropout(x, self.dropout, self.training)

    def norm(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return functional.layer_norm(x, x.shape[-1:], self.norms[f"{name}_w"], self.norms[f"{name}_b"], max(self.epsilon, 1e-12))


class Tagger(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    def __init__(self, weights: Weights, rank: int, dropout: float) -> None:
        super().__init__()
        self.weights, self.dropout = weights, dropout
        self.table: dict[int, torch.Tensor] = {}
        self.register_buffer("position", torch.tensor(weights.matrix("emb.pos", weights.hidden)))
        self.register_buffer("segment", torch.tensor(weights.vector("emb.type")[: weights.hidden]))
        self.register_buffer("norm_w", torch.tensor(weights.vector("emb.ln.w")))
        self.register_buffer("norm_b", torch.tensor(weights.vector("emb.ln.b")))
        self.layers = nn.ModuleList(Layer(weights, n, rank, dropout) for n in range(weights.layers))
        self.slots = nn.Linear(weights.hidden, LABELS)
        self.starts = nn.Linear(weights.hidden, 1)
        self.intents = nn.Linear(2 * weights.hidden, len(INTENTS))

    def embedded(self, number: int) -> torch.Tensor:
        if number not in self.table:
            self.table[number] = torch.tensor(self.weights.embeddings(np.array([number]))[0])
        return self.table[number]

    def forward(self, batch: Sequence[Example]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits of slots (n, length, labels), starts (n, length) and intents (frames, intents), without the marks at both ends."""
        rows = [[self.weights.first, *e.numbers, self.weights.last] for e in batch]
        longest = max(map(len, rows))
        x = torch.zeros(len(rows), longest, self.weights.hidden)
        mask = torch.zeros(len(rows), longest, dtype=torch.bool)
        for n, row in enumerate(rows):
            x[n, : len(row)] = torch.stack([self.embedded(i) for i in row])
            mask[n, : len(row)] = True
        x = x + self.position[:longest] + self.segment
        x = functional.layer_norm(x, x.shape[-1:], self.norm_w, self.norm_b, 1e-12)
        x = functional.dropout(x, self.dropout, self.training)
        for layer in self.layers:
            x = layer(x, mask)
        pooled = []
        for n, e in enumerate(batch):
            ends = (*e.starts[1:], len(e.numbers))
            whole = x[n, : len(rows[n])].mean(0)
            pooled += [torch.cat([x[n, 1 + s : 1 + max(t, s + 1)].mean(0), whole]) for s, t in zip(e.starts, ends, strict=True)]
        return self.slots(x[:, 1:-1]), self.starts(x[:, 1:-1])[..., 0], self.intents(torch.stack(pooled))


def loss_of(model: Tagger, batch: Sequence[Example]) -> torch.Tensor:
    slots, starts, intents = model(batch)
    labels = torch.full(slots.shape[:2], IGNORED)
    begun = torch.zeros(slots.shape[:2])
    there = torch.zeros(slots.shape[:2])
    for n, e in enumerate(batch):
        labels[n, : len(e.labels)] = torch.tensor(e.labels)
        begun[n, list(e.starts[1:])] = 1.0
        there[n, 1 : len(e.labels)] = 1.0
    of_slots = functional.cross_entropy(slots.transpose(1, 2), labels, ignore_index=IGNORED)
    of_starts = (functional.binary_cross_entropy_with_logits(starts, begun, reduction="none") * there).sum() / there.sum().clamp(min=1)
    gold = torch.tensor([i for e in batch for i in e.intents])
    return of_slots + of_starts + functional.cross_entropy(intents, gold, label_smoothing=0.05)


def chunks(labels: Sequence[int]) -> set[tuple[int, int, str]]:
    """(first, after last, slot) of every slot."""
    found, start = set(), None
    for n in range(len(labels) + 1):
        label = labels[n] if n < len(labels) else OUTSIDE
        ends = start is not None and (label == OUTSIDE or is_beginning(label) or slot_of(label) is not slot_of(labels[start]))
        if ends and start is not None:
            found.add((start, n, slot_of(labels[start]) or ""))
            start = None
        if label != OUTSIDE and start is None:
            start = n
    return found


@torch.no_grad()  # type: ignore[untyped-decorator]  # as above
def measure(model: Tagger, examples: Sequence[Example], say: bool = False) -> dict[str, float]:
    """Shares that are right: intents, slots (F1), cuts (F1), whole sentences; and the temperature that fits the odds best."""
    model.eval()
    right: Counter[str] = Counter()
    confused: Counter[str] = Counter()
    logits, gold = [], []
    for at in range(0, len(examples), BATCH):
        batch = examples[at : at + BATCH]
        slots, starts, intents = model(batch)
        logits.append(intents)
        frame = 0
        for n, e in enumerate(batch):
            want, got = chunks(e.labels), chunks(slots[n, : len(e.labels)].argmax(-1).tolist())
            right["slots hit"] += len(want & got)
            right["slots want"] += len(want)
            right["slots got"] += len(got)
            cuts = {i for i in range(1, len(e.labels)) if starts[n, i] > 0}
            right["cuts hit"] += len(cuts & set(e.starts[1:]))
            right["cuts want"] += len(e.starts) - 1
            right["cuts got"] += len(cuts)
            whole = want == got and cuts == set(e.starts[1:])
            for intent in e.intents:
                gold.append(intent)
                guess = int(intents[frame].argmax())
                right["intents"] += guess == intent
                if guess != intent:
                    confused[f"{INTENTS[intent].value}->{INTENTS[guess].value}"] += 1
                whole = whole and guess == intent
                frame += 1
            right["whole"] += whole
    scores, target = torch.cat(logits), torch.tensor(gold)
    temperature = min((t / 10 for t in range(4, 31)), key=lambda t: float(functional.cross_entropy(scores / t, target)))
    if say:
        odds, guesses = functional.softmax(scores / temperature, -1).max(-1)
        for limit in (0.5, 0.7, 0.8, 0.9, 0.95):
            sure = odds >= limit
            print(f"  odds >= {limit}: {float(sure.float().mean()):.3f}, right {float((guesses == target)[sure].float().mean()):.3f}")
        print("  confused:", dict(confused.most_common(25)))
    model.train()
    f1 = {k: 2 * right[f"{k} hit"] / max(right[f"{k} want"] + right[f"{k} got"], 1) for k in ("slots", "cuts")}
    return {"intents": right["intents"] / len(gold), **f1, "whole": right["whole"] / len(examples), "temperature": temperature}


def save(model: Tagger, path: Path, temperature: float) -> None:
    held: dict[str, np.ndarray] = {"temperature": np.array([temperature], dtype=np.float32)}
    for n, layer in enumerate(model.layers):
        for name, part in layer.parts.items():
            held[f"l{n}.{name}.up"] = part.up.detach().numpy().astype(np.float16)
            held[f"l{n}.{name}.down"] = part.down.detach().numpy().astype(np.float16)
            held[f"l{n}.{name}.b"] = part.bias.detach().numpy().astype(np.float16)
        for name, vector in layer.norms.items():
            held[f"l{n}.{name.replace('_', '.')}"] = vector.detach().numpy().astype(np.float16)
    for name in ("slots", "starts", "intents"):
        head = getattr(model, name)
        held[f"{name}.w"] = head.weight.detach().numpy().astype(np.float16)
        held[f"{name}.b"] = head.bias.detach().numpy().astype(np.float16)
    np.savez_compressed(path, allow_pickle=False, **held)


def load(model: Tagger, path: Path) -> None:
    """Go on from what `save` wrote."""
    with np.load(path) as held, torch.no_grad():
        for n, layer in enumerate(model.layers):
            for name, part in layer.parts.items():
                part.up.copy_(torch.tensor(held[f"l{n}.{name}.up"]))
                part.down.copy_(torch.tensor(held[f"l{n}.{name}.down"]))
                part.bias.copy_(torch.tensor(held[f"l{n}.{name}.b"]))
            for name, vector in layer.norms.items():
                vector.copy_(torch.tensor(held[f"l{n}.{name.replace('_', '.')}"]))
        for name in ("slots", "starts", "intents"):
            head = getattr(model, name)
            head.weight.copy_(torch.tensor(held[f"{name}.w"]))
            head.bias.copy_(torch.tensor(held[f"{name}.b"]))


def is_held(sentence: MarkedSentence, share: float) -> bool:
    """Whether a sentence of the corpus is only measured with: by its text, so that it stays so when files are added."""
    return zlib.crc32(sentence.text.encode()) % 1000 < share * 1000


def rate_at(part: float) -> float:
    """The share of the highest learning rate when this part of the time is over: it rises for a twentieth, then falls as a cosine."""
    return part / 0.05 if part < 0.05 else 0.5 * (1 + math.cos(math.pi * min((part - 0.05) / 0.95, 1.0)))


def train_epoch(
    model: Tagger, optimizer: torch.optim.Optimizer, examples: Sequence[Example], part: Callable[[], float], rate: float
) -> tuple[float, bool]:
    """One pass through the examples, as far as the time goes: the mean loss, and whether time is left."""
    batches = [examples[at : at + BATCH] for at in range(0, len(examples) - BATCH + 1, BATCH)]
    total, done = 0.0, 0
    for batch in random.sample(batches, len(batches)):
        if part() >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = rate * rate_at(part())
        loss = loss_of(model, batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total, done = total + float(loss.detach()), done + 1
    return total / max(done, 1), part() < 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, help="the folder of marked sentences")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--held-out", nargs="*", type=Path, default=[], help="files only to measure with")
    parser.add_argument("--share", type=float, default=0.04, help="of the corpus that is only measured with")
    parser.add_argument("--start", type=Path, help="an adapter to go on from")
    parser.add_argument("--minutes", type=float, default=100)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    random.seed(given.seed)
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    weights = shipped_weights()
    model = Tagger(weights, given.rank, given.dropout)
    if given.start:
        load(model, given.start)
    optimizer = torch.optim.AdamW(model.parameters(), lr=given.rate, weight_decay=0.01)
    yardsticks = [s for path in given.held_out for s in sentences(path)]
    tests = {"held-out": [example(s, weights) for s in yardsticks]} if yardsticks else {}
    unseen = {s.text for s in yardsticks}
    started, epoch, goes_on = time.monotonic(), 0, True

    def part() -> float:
        return float((time.monotonic() - started) / (given.minutes * 60))

    while goes_on:
        epoch += 1
        whole = [s for path in sorted(given.corpus.glob("*.txt")) for s in sentences(path) if s.text not in unseen]
        train = [s for s in whole if not is_held(s, given.share)]
        tests["share"] = [example(s, weights) for s in whole if is_held(s, given.share)]
        mixer = Mixer(train)
        varied = [example(mixer.varied(s), weights) for s in random.sample(train, len(train))]
        examples = sorted(varied, key=lambda e: len(e.numbers) + random.random() * 4)
        loss, goes_on = train_epoch(model, optimizer, examples, part, given.rate)
        said = {name: {k: round(v, 3) for k, v in measure(model, t).items()} for name, t in tests.items()} if epoch % 2 == 0 else ""
        print(f"epoch {epoch}: {part():.0%} of the time, {len(train)} sentences, loss {loss:.3f} {said}", flush=True)
        save(model, given.out, 1.0)
    temperature = 1.0
    for name, test in sorted(tests.items(), reverse=True):
        figures = measure(model, test, say=True)
        print(name, {k: round(v, 3) for k, v in figures.items()})
        temperature = figures["temperature"]
    save(model, given.out, temperature)


if __name__ == "__main__":
    main()
