"""How long date words take: every line of the test tables, read alone and inside a longer sentence.

PYTHONPATH=src python benchmarks/date_words.py
"""

import statistics
import sys
import time
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from yamori.domain.when import resolve, without_when

TABLES = Path(__file__).parent.parent / "tests" / "domain" / "when"
NOW = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))


def main() -> int:
    lines = [line.rsplit("|", 1)[0].strip() for f in sorted(TABLES.glob("*.txt")) for line in f.read_text("utf-8").splitlines()]
    alone = [line for line in lines if line and not line.startswith(("#", "@"))]
    longer = [
        f"Dim the living room to 30 % and put the dentist on my calendar {line}, please. 居間の明かりも消してください。" for line in alone
    ]
    started = time.perf_counter()
    resolve("tomorrow 明日 1:00", NOW)
    print(f"first sentence of a process (its patterns are compiled): {(time.perf_counter() - started) * 1e3:.0f} ms")
    started = time.perf_counter()
    for sentence in longer:
        resolve(sentence, NOW)
    print(f"every sentence once, all patterns compiled on the way: {time.perf_counter() - started:.2f} s")
    for name, sentences, cut in (
        ("resolve alone", alone, False),
        ("resolve in a longer sentence", longer, False),
        ("resolve and cut in a longer sentence", longer, True),
    ):
        taken = []
        for sentence in sentences:
            tries = []
            for _ in range(3):  # the best of three, so that a pause of the machine does not count
                started = time.perf_counter()
                resolve(sentence, NOW)
                if cut:
                    without_when(sentence, NOW)
                tries.append((time.perf_counter() - started) * 1e3)
            taken.append((min(tries), sentence))
        taken.sort()
        times = [t for t, _ in taken]
        print(
            f"{name}: {len(times)} sentences: median {statistics.median(times):.2f} ms, "
            f"99 % {times[int(len(times) * 0.99)]:.2f} ms, worst {times[-1]:.2f} ms ({taken[-1][1]!r}), "
            f"over 1 ms: {sum(t > 1 for t in times)}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
