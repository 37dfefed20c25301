"""`python -m tests.chaos --kills 1000 --seed 7`: the long form, which ends with 1 when a promise was broken. `make chaos` calls it."""

import argparse
import random
import shutil
import sys
import tempfile
from pathlib import Path

from tests.chaos.conductor import run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description="Kills house, robots and worker with SIGKILL, and counts")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--folder", type=Path, help="empty; keeps everything (default: a temporary one, kept when something is wrong)")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="yamori-chaos-"))
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{given.kills} kills, seed {given.seed}, in {folder}", flush=True)
    verdict = run(folder, kills=given.kills, seed=given.seed, say=lambda line: print(line, flush=True))
    print(verdict.told())
    if not verdict.wrong and given.folder is None:
        shutil.rmtree(folder)
    sys.exit(1 if verdict.wrong else 0)


if __name__ == "__main__":
    main()
