"""What each expression means, said at one moment: the tables beside this file, one reading a line."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from yamori.domain.when import When, find_when, resolve

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
HERE = Path(__file__).parent


def lines_of(name: str) -> list[str]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def rows_of(name: str) -> list[tuple[str, str]]:
    pairs = (line.rsplit("|", 1) for line in lines_of(name))
    return [(said.strip(), reading.strip()) for said, reading in pairs]


def written(when: When) -> str:
    """The reading in the tables' notation."""
    if when.problem:
        return "impossible"
    pieces: list[str] = []
    if when.date:
        pieces.append(when.date.isoformat() + (f"..{when.end_date.isoformat()}" if when.end_date else ""))
    if when.time:
        pieces.append(f"{when.time:%H:%M}" + (f"-{when.end_time:%H:%M}" if when.end_time else ""))
    if when.part:
        pieces.append(when.part.value)
    if when.duration:
        pieces.append(f"for {when.duration}")
    if when.every:
        pieces.append(f"every {when.interval} {when.every.value}")
        if when.weekdays:
            pieces.append(",".join(str(d) for d in when.weekdays))
    if when.deadline:
        pieces.append("by")
    return " ".join(pieces)


@pytest.mark.parametrize(("said", "reading"), rows_of("english.txt"))
def test_an_english_expression_means_what_people_mean_by_it(said: str, reading: str) -> None:
    assert written(resolve(said, NOW)) == reading


@pytest.mark.parametrize(("said", "reading"), rows_of("japanese.txt"))
def test_a_japanese_expression_means_what_people_mean_by_it(said: str, reading: str) -> None:
    assert written(resolve(said, NOW)) == reading


@pytest.mark.parametrize("text", lines_of("no_dates.txt"))
def test_numbers_and_words_that_are_no_date_are_left_alone(text: str) -> None:
    assert [s.text for s in find_when(text, NOW)] == []


@pytest.mark.parametrize("table", ["english.txt", "japanese.txt"])
def test_each_table_holds_at_least_150_expressions(table: str) -> None:
    assert len(rows_of(table)) >= 150
