"""Trains the embedded model for one decision, "does this piece state the answer?": a LoRA adapter for llama.cpp.

    pip install torch transformers accelerate gguf        # not among Yamori's own packages; 12 GB of memory
    python training/judge/train.py --found found.jsonl --minutes 60 --out src/yamori/llm/adapters/judge-default.gguf

It learns from `pairs.jsonl` and from what `found.py` found. The weights are those of the quantised model itself, so that the adapter
mends what it will stand beside. With `--start` an adapter goes on learning. Two cores with AMX take 0.6 s a pair,
forwards and backwards; with AVX-512's bfloat16 2 s; without, 4 s, and half as long again on AMD's processors unless MKL takes them
for Intel's (README.md).
"""

import argparse
import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gguf
import torch
from torch.nn import functional
from transformers import AutoModelForCausalLM, AutoTokenizer

from yamori.llm.model_files import models_folder
from yamori.understanding.judging.judge import TRAINED, short_request

RANK, ALPHA = 8, 16.0
FIRST_LAYER = 12
"""Of 28: the lower ones read, the upper ones decide; leaving them out saves a third of the time."""
RATE, WARMING, BATCH, LONGEST = 2.5e-4, 30, 8, 400
GGUF_NAMES = {
    "q_proj": "attn_q",
    "k_proj": "attn_k",
    "v_proj": "attn_v",
    "o_proj": "attn_output",
    "gate_proj": "ffn_gate",
    "up_proj": "ffn_up",
    "down_proj": "ffn_down",
}
KEPT = 40
"""Steps after which what was learned so far is written: a machine that stops takes ten minutes with it, and not the hour."""
WHY = 0.5
"""What the reason counts beside the verdict. It is learned behind it and never asked for: what the model would have to say next must
already be there when it says yes or no (Hsieh et al. 2023, Distilling Step-by-Step)."""
TOLD_NOTHING = ("the entry answers it", "the entry says other things about it")
"""Reasons that hold for any pair."""


@dataclass(frozen=True)
class Pair:
    prompt: list[int]
    """Its tokens."""
    answers: bool
    """Whether the piece states the answer."""
    why: list[int]
    """The tokens of the reason; none where nobody wrote one."""

    @property
    def length(self) -> int:
        return len(self.prompt) + len(self.why) + 1


class Adapted(torch.nn.Module):  # type: ignore[misc]
    """A linear layer with its two small matrices (Hu et al. 2021, LoRA, eq. 3)."""

    def __init__(self, layer: Any) -> None:
        super().__init__()
        self.layer = layer
        self.a = torch.nn.Parameter(torch.randn(RANK, layer.in_features) / math.sqrt(layer.in_features))
        self.b = torch.nn.Parameter(torch.zeros(layer.out_features, RANK))

    def forward(self, x: Any) -> Any:
        low = functional.linear(x, self.a.to(x.dtype))
        return self.layer(x) + functional.linear(low, self.b.to(x.dtype)) * (ALPHA / RANK)


def adapted(model: Any) -> dict[str, Adapted]:
    """Put one on every projection of the upper layers; by their names in GGUF."""
    made = {}
    model.requires_grad_(False)
    for number, block in enumerate(model.model.layers):
        for part in (block.self_attn, block.mlp) if number >= FIRST_LAYER else ():
            for name, layer in list(part.named_children()):
                if name in GGUF_NAMES:
                    made[f"blk.{number}.{GGUF_NAMES[name]}.weight"] = Adapted(layer)
                    setattr(part, name, made[f"blk.{number}.{GGUF_NAMES[name]}.weight"])
    return made


def pairs(tokenizer: Any, found: Path | None, chooser: random.Random, *, since: int = 0, again: int = 0) -> list[Pair]:
    """What was written for it from `since` on and `again` of those before; of each question that was searched for, the answers and one to
    three other passages."""
    written = [json.loads(line) for line in (Path(__file__).parent / "pairs.jsonl").read_text(encoding="utf-8").splitlines()]
    told = [line for line in written[:since] if line["why"] not in TOLD_NOTHING]
    lines = [line | {"right": line["answer"] == "Yes"} for line in (*written[since:], *chooser.sample(told, min(again, len(told))))]
    by_question: dict[str, list[dict[str, Any]]] = {}
    for text in found.read_text(encoding="utf-8").splitlines() if found else ():
        line = json.loads(text)
        by_question.setdefault(line["id"], []).append(line)
    for of_one in by_question.values():
        unanswerable = of_one[0]["kind"] == "none"
        # An entry of the starter library may answer a household's question, too, and is not marked.
        wrong = [p for p in of_one if not p["right"] and p["worth"] and (unanswerable or not p["starter"])]
        others = chooser.sample(wrong[1:], min(len(wrong[1:]), 2 if unanswerable else chooser.randint(0, 1)))
        lines += [*[p for p in of_one if p["right"]][:2], *wrong[:1], *others]
    return [pair for pair in (read(tokenizer, line) for line in lines) if pair.length < LONGEST]


def read(tokenizer: Any, line: dict[str, Any]) -> Pair:
    why = "" if line["why"] in TOLD_NOTHING else line["why"]
    return Pair(
        prompt=tokens(tokenizer, line["piece"], line["question"]),
        answers=line["right"],
        why=tokenizer.encode(f": {why}", add_special_tokens=False) if why else [],
    )


def tokens(tokenizer: Any, piece: str, question: str) -> list[int]:
    messages = [{"role": "system", "content": TRAINED}, {"role": "user", "content": short_request(question, piece)}]
    return list(tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=False))


def batches(known: list[Pair], chooser: random.Random) -> Iterator[Sequence[Pair]]:
    """Without an end, each pair once a round, those of like length together."""
    while True:
        chooser.shuffle(known)
        for start in range(0, len(known), BATCH * 6):
            near = sorted(known[start : start + BATCH * 6], key=lambda pair: pair.length)
            parts = [near[i : i + BATCH] for i in range(0, len(near), BATCH)]
            chooser.shuffle(parts)
            yield from parts


def train(
    model: Any,
    made: dict[str, Adapted],
    known: list[Pair],
    words: tuple[int, int],
    *,
    rate: float,
    minutes: float,
    chooser: random.Random,
    out: Path,
) -> None:
    head = model.lm_head.weight.detach().float()
    weights = [p for layer in made.values() for p in (layer.a, layer.b)]
    optimiser = torch.optim.AdamW(weights, lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    begun = time.monotonic()
    for step, batch in enumerate(batches(known, chooser), start=1):
        past = (time.monotonic() - begun) / (60 * minutes)
        if past >= 1:
            return
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, step / WARMING) * max(0.03, 1 - past)
        said = [[words[0] if pair.answers else words[1], *pair.why] for pair in batch]
        padded = torch.zeros(len(batch), max(pair.length for pair in batch), dtype=torch.long)  # what follows changes nothing before it
        rows: list[int] = []
        places: list[int] = []
        for row, (pair, after) in enumerate(zip(batch, said, strict=True)):
            padded[row, : pair.length] = torch.tensor([*pair.prompt, *after])
            rows += [row] * len(after)
            places += range(len(pair.prompt) - 1, pair.length - 1)
        states = model.model(padded, use_cache=False).last_hidden_state[rows, places].float()
        losses = functional.cross_entropy(states @ head.T, torch.tensor([t for after in said for t in after]), reduction="none")
        weights_of = torch.tensor([w for after in said for w in (1.0, *[WHY / max(1, len(after) - 1)] * (len(after) - 1))])
        loss = (losses * weights_of).sum() / len(batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        if step % 10 == 0:
            verdicts = losses.detach()[weights_of == 1.0].mean().item()
            print(f"{step} steps, {past:.0%} of the time, loss {verdicts:.3f} and {loss.item() - verdicts:.3f}", flush=True)
        if step % KEPT == 0:
            write(made, out)


def resume(made: dict[str, Adapted], file: Path) -> None:
    """Begin with the matrices of an adapter that `write` wrote."""
    kept = {tensor.name: torch.tensor(tensor.data).float() for tensor in gguf.GGUFReader(str(file)).tensors}
    for name, layer in made.items():
        layer.a.data = kept[f"{name}.lora_a"].reshape(layer.a.shape)
        layer.b.data = kept[f"{name}.lora_b"].reshape(layer.b.shape)


def write(made: dict[str, Adapted], file: Path) -> None:
    """As llama.cpp reads it."""
    out = gguf.GGUFWriter(str(file), "qwen2")
    out.add_string("general.type", "adapter")
    out.add_string("adapter.type", "lora")
    out.add_float32("adapter.lora.alpha", ALPHA)
    for name, layer in made.items():
        out.add_tensor(f"{name}.lora_a", layer.a.detach().half().numpy())
        out.add_tensor(f"{name}.lora_b", layer.b.detach().half().numpy())
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("--model", type=Path, default=models_folder() / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf")
    reading.add_argument("--found", type=Path)
    reading.add_argument("--since", type=int, default=0, help="leave out this many of the first pairs: an adapter that goes on knows them")
    reading.add_argument("--again", type=int, default=0, help="of those that are left out, learn so many once more, with their reasons")
    reading.add_argument("--start", type=Path, help="an adapter to go on from")
    reading.add_argument("--rate", type=float, default=RATE, help="of learning; less for an adapter that goes on")
    reading.add_argument("--minutes", type=float, default=60.0)
    reading.add_argument("--out", type=Path, required=True)
    said = reading.parse_args()
    chooser = random.Random(11)
    torch.manual_seed(11)
    tokenizer = AutoTokenizer.from_pretrained(said.model.parent, gguf_file=said.model.name)
    model = AutoModelForCausalLM.from_pretrained(said.model.parent, gguf_file=said.model.name, dtype=torch.bfloat16).eval()
    made = adapted(model)
    if said.start is not None:
        resume(made, said.start)
    known = pairs(tokenizer, said.found, chooser, since=said.since, again=said.again)
    yes, no = (tokenizer.encode(word, add_special_tokens=False)[0] for word in ("Yes", "No"))
    print(f"{len(known)} pairs, {sum(pair.answers for pair in known)} of them yes", flush=True)
    train(model, made, known, (yes, no), rate=said.rate, minutes=said.minutes, chooser=chooser, out=said.out)
    write(made, said.out)


if __name__ == "__main__":
    main()
