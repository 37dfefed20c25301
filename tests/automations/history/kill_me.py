"""Writes batch after batch and says which are acknowledged, until somebody kills it."""

import asyncio
import sys
from datetime import timedelta
from pathlib import Path

from tests.automations.history.sayings import NOW, ROOM, entries

from yamori.automations.history import open_history

BATCH = 200


async def main(file: Path) -> None:
    history = await open_history(file)
    for batch in range(100_000):
        first = batch * BATCH
        await history.write(
            entries(ROOM, [(NOW + timedelta(milliseconds=n), n) for n in range(first, first + BATCH)]), now=NOW + timedelta(days=9)
        )
        print(batch, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
