"""What each expression means, said at one moment: the tables beside this file, one reading a line."""

from dataclasses import replace
from datetime import datetime
from itertools import pairwise
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


def written_rule(when: When) -> str:
    """A recurrence in the notation of `recurrences.txt`."""
    rest = replace(when, recurrence=None)
    return f"{when.rrule} from {written(rest)}"


def at_other_clocks() -> list[tuple[datetime, str, str]]:
    found: list[tuple[datetime, str, str]] = []
    now = NOW
    for line in lines_of("clocks.txt"):
        if line.startswith("@"):
            _, moment, zone = line.split()
            now = datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone))
        else:
            said, reading = line.rsplit("|", 1)
            found.append((now, said.strip(), reading.strip()))
    return found


@pytest.mark.parametrize(("said", "reading"), rows_of("english.txt"))
def test_an_english_expression_means_what_people_mean_by_it(said: str, reading: str) -> None:
    assert written(resolve(said, NOW)) == reading


@pytest.mark.parametrize(("said", "reading"), rows_of("japanese.txt"))
def test_a_japanese_expression_means_what_people_mean_by_it(said: str, reading: str) -> None:
    assert written(resolve(said, NOW)) == reading


@pytest.mark.parametrize(("said", "reading"), [*rows_of("english_more.txt"), *rows_of("japanese_more.txt")])
def test_a_rarer_expression_has_its_documented_reading(said: str, reading: str) -> None:
    assert written(resolve(said, NOW)) == reading


@pytest.mark.parametrize(("said", "reading"), rows_of("recurrences.txt"))
def test_what_comes_again_is_a_recurrence_rule_and_its_first_day(said: str, reading: str) -> None:
    assert written_rule(resolve(said, NOW)) == reading


@pytest.mark.parametrize(("now", "said", "reading"), at_other_clocks())
def test_the_same_words_are_right_at_the_edges_of_months_years_and_clock_changes(now: datetime, said: str, reading: str) -> None:
    assert written(resolve(said, now)) == reading


_KEYS = ("FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "COUNT", "UNTIL")


@pytest.mark.parametrize("said", [said for said, _ in rows_of("recurrences.txt")])
def test_the_keys_of_a_rule_stand_in_one_order(said: str) -> None:
    keys = [_KEYS.index(pair.partition("=")[0]) for pair in (resolve(said, NOW).rrule or "").split(";")]
    assert all(a < b for a, b in pairwise(keys))


@pytest.mark.parametrize("text", lines_of("no_dates.txt"))
def test_numbers_and_words_that_are_no_date_are_left_alone(text: str) -> None:
    assert [s.text for s in find_when(text, NOW)] == []


@pytest.mark.parametrize("table", ["english.txt", "japanese.txt"])
def test_each_table_holds_at_least_150_expressions(table: str) -> None:
    assert len(rows_of(table)) >= 150
