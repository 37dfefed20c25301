"""The short form of `make year`: two weeks with real kills, and the same course of things for the same seed."""

from datetime import date
from pathlib import Path

import pytest
from tests.chaos.year.conductor import run
from tests.chaos.year.script import BEGIN, NIGHTS, ZONE, events, kills
from tests.lengths import length


@pytest.mark.slow
def test_two_weeks_with_kills_break_no_promise(tmp_path: Path) -> None:
    kills_in_all = length(5, 10)
    verdict = run(tmp_path, count=kills_in_all, days=14, seed=3, say=lambda line: None)
    assert verdict.wrong == []
    assert verdict.figures["killed"] == kills_in_all and verdict.figures["moments due"] > 100


def test_the_year_holds_what_it_has_to() -> None:
    planned, happens = kills(7, 366, 300), events(7, 366)
    assert len(planned) == 300 and planned == kills(7, 366, 300) and happens == events(7, 366)
    assert all(any(at.date() == night for at in planned) for night in NIGHTS)
    offsets = {BEGIN.replace(month=month).utcoffset() for month in (1, 7)}
    assert len(offsets) == 2 and date(BEGIN.year, 2, 29) in NIGHTS and str(ZONE) == "Europe/Berlin"
    assert {event.seconds for event in happens if event.kind == "sleep"} == {7200}
    shifts = [event.seconds for event in happens if event.kind == "shift"]
    assert min(shifts) < 0 < max(shifts) and 0 in shifts
