"""What the embedded model costs on this machine: loading, beginnings cold and restored, speed, memory, and that nothing else stands still.

    python benchmarks/embedded_model.py [--model default] [--out results.json]

Needs the model (`yamori models fetch default`) and an otherwise idle machine; takes about two minutes. Prints Markdown.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx

from yamori.domain.values import Value
from yamori.llm.embedded import EmbeddedModel
from yamori.llm.manifest import listed, read_manifest
from yamori.llm.model_files import ModelFiles, models_folder
from yamori.llm.port import Answer, Exchange, Prompt, Role

SCHEMA: dict[str, Value] = {
    "type": "object",
    "properties": {
        "tool": {"type": "string", "enum": ["water", "feed", "weigh", "none"]},
        "animal": {"type": "string"},
        "amount": {"type": "integer", "minimum": 0, "maximum": 100},
    },
    "required": ["tool", "animal", "amount"],
    "additionalProperties": False,
}
EXAMPLES = (
    Exchange(user="Give the tortoise 20 grams", assistant='{"tool":"feed","animal":"tortoise","amount":20}'),
    Exchange(user="How is the weather?", assistant='{"tool":"none","animal":"","amount":0}'),
)
REQUESTS = (
    "Give the parrot 15 grams of seeds",
    "Fill up the water of the horse, 40",
    "亀に10グラムのえさをあげて",
    "Put the old cat on the scales",
)


def prefix(animals: int) -> str:
    """A text of the size of a real prompt's beginning that has nothing to do with a home."""
    lines = (f"- animal {i}: lives in stable {i % 7}, eats {i * 3 % 40} g twice a day, born in {1990 + i % 30}" for i in range(animals))
    return "You look after a farm. Answer with one call.\n" + "\n".join(lines)


def prompt(request: str, text: str) -> Prompt:
    return Prompt(prefix=text, examples=EXAMPLES, request=request, schema=SCHEMA, max_tokens=60)


def resident_mb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024


def largest_mb(folder: Path) -> float:
    return max(state.stat().st_size for state in folder.glob("*.state")) / 1e6


def child() -> int:
    """The process in which llama.cpp runs."""
    pids = [int(pid) for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()]
    return pids[-1]


async def timed(model: EmbeddedModel, asked: Prompt, *, role: Role = Role.IOT) -> tuple[float, Answer]:
    started = time.monotonic()
    answer = await model.answer(asked, role=role)
    return time.monotonic() - started, answer


async def longest_pause(until: "asyncio.Task[None]") -> float:
    """How long the event loop did not get to run, at most, in seconds."""
    worst = 0.0
    while not until.done():
        before = time.monotonic()
        await asyncio.sleep(0.005)
        worst = max(worst, time.monotonic() - before - 0.005)
    return worst


async def measure(file: Path) -> dict[str, float | int | bool]:
    text = prefix(24)
    found: dict[str, float | int | bool] = {}
    roles = (Role.PLANNER, Role.IOT, Role.SCHEDULER)
    with tempfile.TemporaryDirectory() as folder:
        states = Path(folder)

        def opened() -> EmbeddedModel:
            return EmbeddedModel(file, roles=roles, states=states)

        model = opened()
        loading = asyncio.create_task(model.ready())
        found["longest pause of the event loop while it loads, s"] = await longest_pause(loading)
        await loading
        found["loading, s"] = model.progress.seconds
        found["resident after loading, MB"] = resident_mb(child())
        async with httpx.AsyncClient(base_url=str(model.url)) as stranger:
            codes = [(await stranger.post(path, json={})).status_code for path in ("/completion", "/slots/0?action=save", "/tokenize")]
        found["its port refuses whoever has no key"] = codes == [401, 401, 401]

        took, cold = await timed(model, prompt(REQUESTS[0], text))
        found["tokens of the prompt"] = cold.usage.prompt_tokens
        found["first answer, beginning cold, s"] = took
        cached = [await timed(model, prompt(request, text)) for request in REQUESTS[1:]]
        found["answer with a cached beginning, median, s"] = statistics.median(took for took, _ in cached)
        found["tokens of such an answer"] = statistics.median(answer.usage.completion_tokens for _, answer in cached)

        story = Prompt(prefix="Tell stories.", request="Tell a long story about a lighthouse.", max_tokens=120)
        await timed(model, story, role=Role.SPEAKER)
        took, told = await timed(model, story, role=Role.SPEAKER)
        found["generated tokens a second, without a grammar"] = told.usage.completion_tokens / took
        long = Prompt(prefix="Count.", request=prefix(20), max_tokens=1)
        took, counted = await timed(model, long, role=Role.SPEAKER)
        found["prompt tokens a second"] = (counted.usage.prompt_tokens - counted.usage.cached_tokens) / took

        warming = asyncio.create_task(model.warm(Role.PLANNER, Prompt(prefix="Plan. " + text, examples=EXAMPLES, request="")))
        await asyncio.sleep(2)
        found["answer asked for while another beginning is computed, s"] = (await timed(model, prompt(REQUESTS[1], text)))[0]
        await warming
        away = asyncio.create_task(model.answer(Prompt(prefix="Count.", request=prefix(30), max_tokens=400), role=Role.MEMORY))
        await asyncio.sleep(2)
        away.cancel()
        found["answer asked for right after another was cancelled, s"] = (await timed(model, prompt(REQUESTS[2], text)))[0]

        before = [(await timed(model, prompt(request, text)))[1].text for request in REQUESTS]
        found["resident at most, MB"] = resident_mb(child())
        found["saved beginnings, MB each"] = largest_mb(states)
        await model.close()

        again = opened()
        await again.ready()
        found["loading again, s"] = again.progress.seconds
        took, _ = await timed(again, prompt(REQUESTS[0], text))
        found["first answer of a fresh process, beginning restored, s"] = took
        after = [(await timed(again, prompt(request, text), role=Role.MEMORY))[1].text for request in reversed(REQUESTS)]
        found["same answers in another process and order"] = before == after[::-1]
        await again.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="default", help="a name of the manifest, or a GGUF file")
    parser.add_argument("--out", type=Path, help="write the numbers as JSON too")
    chosen = parser.parse_args()
    manifest = read_manifest()
    own = Path(chosen.model)
    file = own if own.suffix == ".gguf" else ModelFiles(models_folder()).place(chosen.model, listed(manifest, chosen.model))
    if not file.is_file():
        sys.exit(f"{file} is not there: yamori models fetch {chosen.model}")
    found = asyncio.run(measure(file))
    print("| measured | value |\n| --- | --- |")
    for what, value in found.items():
        print(f"| {what} | {value if isinstance(value, bool | int) else round(value, 2)} |")
    if chosen.out:
        chosen.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
