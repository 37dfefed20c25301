"""A table that is a text (CSV): each row with what its columns are called."""

import csv
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from yamori.agents.lifestyle.reading.characters import line, visible
from yamori.agents.lifestyle.reading.events import Content
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.tables import Table
from yamori.agents.lifestyle.reading.whole import text_of, titled
from yamori.agents.lifestyle.rules.passages import Part

_SEPARATORS = ",;\t|"
_SAMPLE = 20_000
_LONGEST_CELL = 50_000


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable`."""
    yield from titled(_parts(visible(text_of(path, name))), kind=Kind.TABLE, name=name)


def _parts(text: str) -> Iterator[Part]:
    csv.field_size_limit(_LONGEST_CELL)
    rows = csv.reader(text.splitlines(), delimiter=_separator(text[:_SAMPLE]))
    found = ([line(cell) for cell in row] for row in rows)
    first = list(islice((row for row in found if any(row)), 2))
    table = Table()
    if len(first) == 2 and _names(first[0]):
        table.headed(first.pop(0))
    for row in first:
        yield from (Part(text=text) for text in table.row(row))
    for row in found:
        yield from (Part(text=text) for text in table.row(row))


def _separator(sample: str) -> str:
    """The one that most of the first rows have as often; Excel writes semicolons where the comma is in numbers."""
    rows = [row for row in sample.split("\n")[:20] if row.strip()]
    return max(_SEPARATORS, key=lambda mark: sum(bool(row.count(mark)) and row.count(mark) == rows[0].count(mark) for row in rows))


def _names(row: list[str]) -> bool:
    """Whether the first row says what the columns are called: each has a name, and none begins with a number."""
    return len(row) > 1 and all(cell and not cell.lstrip("+-€$£¥ ")[:1].isdecimal() for cell in row)
