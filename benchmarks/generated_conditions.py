"""Measures conditions that a model wrote, in their sandbox: one evaluation, a killed worker, a round of many of which some loop for ever.

    PYTHONPATH=src:. python benchmarks/generated_conditions.py [--evaluations 2000] [--conditions 500] [--looping 25]

Prints one JSON object; milliseconds unless a name says otherwise.
"""

import argparse
import asyncio
import json
import os
import signal
import statistics
import time

from tests.automations.generated.attacks import attack
from tests.automations.generated.homes import HOME, HONEST, condition, snapshot
from tests.automations.generated.test_sandbox import children

from yamori.automations.generated.checking import checked
from yamori.automations.generated.evaluator import Evaluator
from yamori.automations.generated.sandbox import Sandbox
from yamori.automations.generated.verdict import Decided, Disabled, Failed


def milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 2)


async def one(sandbox: Sandbox, evaluations: int) -> dict[str, float]:
    took = []
    for _ in range(evaluations):
        start = time.perf_counter()
        if await sandbox.evaluate(HONEST, snapshot()) != Decided(holds=True):
            raise RuntimeError("an honest condition was not answered")
        took.append(time.perf_counter() - start)
    took.sort()
    return {
        "median": milliseconds(statistics.median(took)),
        "p99": milliseconds(took[int(0.99 * len(took))]),
        "worst": milliseconds(took[-1]),
    }


async def after_kills(sandbox: Sandbox, kills: int) -> dict[str, float]:
    took = []
    for _ in range(kills):
        for process in children():
            os.kill(process, signal.SIGKILL)
        start = time.perf_counter()
        await sandbox.evaluate(HONEST, snapshot())
        took.append(time.perf_counter() - start)
    return {"median": milliseconds(statistics.median(took)), "worst": milliseconds(max(took))}


async def rounds(sandbox: Sandbox, *, conditions: int, looping: int) -> list[dict[str, float]]:
    """All at once, as a change of one reading would ask them; after the third round those that loop are off."""
    evaluator = Evaluator(sandbox)
    forever = condition(attack("while True:\n    pass"))
    every = [forever if number < looping else HONEST for number in range(conditions)]
    told = []
    for _ in range(4):
        start = time.perf_counter()
        answers = await asyncio.gather(
            *(evaluator.evaluate(str(number), each, approved=each.digest, snapshot=snapshot()) for number, each in enumerate(every))
        )
        told.append(
            {
                "seconds": round(time.perf_counter() - start, 3),
                "right": sum(answer == Decided(holds=True) for answer in answers),
                "failed": sum(isinstance(answer, Failed) for answer in answers),
                "off": sum(isinstance(answer, Disabled) for answer in answers),
            }
        )
    return told


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evaluations", type=int, default=2000)
    parser.add_argument("--conditions", type=int, default=500)
    parser.add_argument("--looping", type=int, default=25)
    given = parser.parse_args()
    sandbox = Sandbox()
    try:
        start = time.perf_counter()
        await sandbox.evaluate(HONEST, snapshot())
        first = milliseconds(time.perf_counter() - start)
        start = time.perf_counter()
        await checked(HONEST, home=HOME, snapshot=snapshot(), sandbox=sandbox)
        report = {
            "first_with_start": first,
            "check_when_made": milliseconds(time.perf_counter() - start),
            "one": await one(sandbox, given.evaluations),
            "after_a_kill": await after_kills(sandbox, 20),
            "rounds": await rounds(sandbox, conditions=given.conditions, looping=given.looping),
        }
    finally:
        await sandbox.close()
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    asyncio.run(main())
