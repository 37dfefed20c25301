"""Proves the embedded model on five commands: fetch it (resumed, and kept between runs), run the cases, all must be right."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
YAMORI = TOP / ".venv" / "bin" / "yamori"
CASES = TOP / "cases" / "five.cases.yaml"
TRIES = 3
ASKED = 3
"""Of the five: the trained reader may read one by itself, which was left to the model when they were chosen."""


def fetch() -> None:
    """A fetch goes on where the last one stopped, so a lost connection costs a retry and no more."""
    for attempt in range(1, TRIES + 1):
        if subprocess.run([YAMORI, "models", "fetch", "default"], check=False).returncode == 0:
            return
        print(f"fetch {attempt} of {TRIES} failed", file=sys.stderr)
    sys.exit("the embedded model could not be fetched")


def main() -> None:
    fetch()
    with tempfile.TemporaryDirectory() as out:
        done = subprocess.run([YAMORI, "eval", "cases", CASES, "--out", out], check=False)
        results = Path(out) / "results.json"
        if not results.exists():
            sys.exit(f"the evaluation ended with {done.returncode} and wrote no results")
        cases = json.loads(results.read_text(encoding="utf-8"))["cases"]
    for case in cases:
        print(
            f"{case['verdict']:>8}  {case['id']}  {case['seconds']:.1f} s, {case['model_calls']} model calls  {' '.join(case['why'] or [])}"
        )
    right = sum(case["verdict"] == "right" for case in cases)
    asked = sum(case["verdict"] == "right" and case["model_calls"] > 0 for case in cases)
    print(f"embedded model: {right} of {len(cases)} commands right, {asked} of them with the model asked")
    sys.exit(0 if right == len(cases) == 5 and asked >= ASKED else 1)


if __name__ == "__main__":
    main()
