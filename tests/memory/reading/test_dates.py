"""Dates that are told again in part."""

import pytest

from yamori.memory.reading.dates import completed_date


@pytest.mark.parametrize(
    ("old", "new", "value"),
    [
        ("May 3rd", "the 15th", "May 15th"),
        ("the 3rd of May", "15", "the 15 of May"),
        ("May 3rd", "June", "June 3rd"),
        ("May 3rd", "June 4th", "June 4th"),
        ("5月3日", "15日", "5月15日"),
        ("5月3日", "6月", "6月3日"),
        ("Anne", "the 15th", "the 15th"),
    ],
)
def test_what_a_correction_leaves_out_stays(old: str, new: str, value: str) -> None:
    assert completed_date(old, new) == value
