"""`python -m tests.chaos.year --kills 300 --seed 7`: a year of automations with kills, which ends with 1 when a promise was broken.

`make year` calls it. The process is killed for real (SIGKILL), before and after writes and anywhere else; its clock is the year's.
"""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.chaos.year.conductor import run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.year", description="A year of automations with kills")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--days", type=int, default=366)
    parser.add_argument("--folder", type=Path, help="empty; keeps everything (default: a temporary one, kept when something is wrong)")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="yamori-year-"))
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{given.days} days, {given.kills} kills, seed {given.seed}, in {folder}", flush=True)
    begun = time.monotonic()
    verdict = run(folder, count=given.kills, days=given.days, seed=given.seed, say=lambda line: print(line, flush=True))
    print(verdict.told())
    print(f"{time.monotonic() - begun:.0f} s")
    if not verdict.wrong and given.folder is None:
        shutil.rmtree(folder)
    sys.exit(1 if verdict.wrong else 0)


if __name__ == "__main__":
    main()
