"""What of the papers could not be read, looked up without opening the household: nothing is changed, a house that runs is not disturbed."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from yamori.agents.lifestyle.reading import places
from yamori.agents.lifestyle.rules.paper import State
from yamori.agents.lifestyle.store.topic import INDEX


@dataclass(frozen=True, kw_only=True, slots=True)
class Unread:
    """A paper that was not read, or not all of it."""

    topic: str
    name: str
    why: tuple[str, ...]
    """In English, a sentence for each place."""
    whole: bool
    """Nothing of it could be read."""


def unread(folder: Path) -> Iterator[Unread]:
    """Of all topics in `folder`; an index that cannot be read, or is of another program, says nothing."""
    for index in sorted(folder.glob(f"*/{INDEX}")):
        try:
            with closing(sqlite3.connect(f"{index.absolute().as_uri()}?mode=ro", uri=True, timeout=1)) as db:
                rows = db.execute("SELECT name, state, problem, left_out FROM papers ORDER BY name").fetchall()
        except sqlite3.Error:
            continue
        for name, state, problem, left_out in rows:
            why = tuple(f"{places.said(where, 'en')}: {said}" for where, said, _ in json.loads(left_out))
            if state == State.FAILED:
                yield Unread(topic=index.parent.name, name=name, why=(str(problem).partition(": ")[2],), whole=True)
            elif why:
                yield Unread(topic=index.parent.name, name=name, why=why, whole=False)
