"""A pass in a process that ends before one of its statements: `python -m tests.memory.killed_pass FILE STATEMENT`."""

import asyncio
import os
import sqlite3
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.memory.fakes import NOW, Proposing, Residents, change

from yamori.domain.values import Value
from yamori.memory import open_memory

LATER = NOW + timedelta(hours=1)
PORRIDGE = change(value="porridge", line=1, quote="porridge for breakfast")
ANSWER: Value = {"changes": [PORRIDGE, change(name="tea", value="mint", line=2, quote="mint tea")]}


class Ending(sqlite3.Connection):
    """Ends the process in place of its last statement."""

    left: int | None = None

    def execute(self, *given: Any) -> sqlite3.Cursor:
        if Ending.left is not None:
            Ending.left -= 1
            if Ending.left == 0:
                os._exit(9)
        return super().execute(*given)


async def main(path: Path, statement: int) -> None:
    connect = sqlite3.connect
    sqlite3.connect = lambda *given, **named: connect(*given, factory=Ending, **named)  # type: ignore[assignment,misc]  # in this process alone
    async with open_memory(path, residents=Residents(), models=Proposing(ANSWER)) as memory:
        Ending.left = statement
        await memory.passes.run("kitchen", "ines", now=LATER)
        Ending.left = None


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
