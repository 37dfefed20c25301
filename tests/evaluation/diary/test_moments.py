"""The moments at which the tasks are said, and what `last Friday` may mean then."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.evaluation.diary.moments import MOMENTS, given_moment, last_fridays, read_moments


def test_the_papers_day_comes_first_and_ten_further_ones_lie_at_edges_of_years_months_and_clock_changes() -> None:
    paper, *further = read_moments()
    assert paper.at.isoformat() == "2025-12-09T09:00:00+09:00"
    assert len(further) == 10 and len({moment.label for moment in further}) == 10
    assert any((moment.at + timedelta(days=2)).year > moment.at.year for moment in further)
    days_of_other_lengths = [
        moment
        for moment in further
        for offset in range(-4, 3)
        if (moment.at + timedelta(days=offset)).utcoffset() != (moment.at + timedelta(days=offset + 1)).utcoffset()
    ]
    assert len({moment.label for moment in days_of_other_lengths}) == 5
    assert {moment.zone for moment in read_moments(zone="Europe/Paris")} == {"Europe/Paris"}


@pytest.mark.parametrize(
    ("today", "english", "japanese"),
    [
        ("2025-12-08", ["2025-12-05"], ["2025-12-05"]),  # a Monday
        ("2025-12-09", ["2025-12-05"], ["2025-12-05"]),
        ("2025-12-11", ["2025-12-05"], ["2025-12-05"]),
        ("2025-12-12", ["2025-12-05"], ["2025-12-05"]),  # a Friday
        ("2025-12-13", ["2025-12-05", "2025-12-12"], ["2025-12-05"]),
        ("2025-12-14", ["2025-12-05", "2025-12-12"], ["2025-12-05", "2025-12-12"]),
        ("2026-01-01", ["2025-12-26"], ["2025-12-26"]),
    ],
)
def test_last_friday_means_one_day_but_at_weekends(today: str, english: list[str], japanese: list[str]) -> None:
    for language, expected in (("en", english), ("ja", japanese)):
        assert [day.isoformat() for day in last_fridays(date.fromisoformat(today), language)] == expected


def test_a_given_moment_is_read_in_the_homes_zone() -> None:
    assert given_moment("2026-03-29T01:59:00+00:00", zone="Europe/Berlin").at.isoformat() == "2026-03-29T03:59:00+02:00"
    assert given_moment("2026-03-28", zone="Europe/Berlin").at.isoformat() == "2026-03-28T00:00:00+01:00"
    with pytest.raises(InvalidRequest, match="write it as"):
        given_moment("tomorrow", zone="Europe/Berlin")


def test_a_zone_that_does_not_exist_is_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "moments.yaml"
    file.write_text(MOMENTS.read_text(encoding="utf-8").replace("Africa/Cairo", "Africa/Kairo"), encoding="utf-8")
    with pytest.raises(Misconfigured, match="Africa/Kairo"):
        read_moments(file=file)
