"""A number chooses among what was offered, unless it may be a part of it."""

import pytest

from yamori.orchestrator.numbered import numbered

SHEDS = ("Tool shed", "Bicycle shed", "Hen house")


@pytest.mark.parametrize("said", ["2", "２", "the second one", "number 2, please", "two", "2番で", "二番目"])
def test_the_second_of_three(said: str) -> None:
    assert numbered(said, SHEDS) == "Bicycle shed"


@pytest.mark.parametrize("said", ["4", "0", "the one", "hen house", "2 of them", "not the second"])
def test_no_number_of_these(said: str) -> None:
    assert numbered(said, SHEDS) is None


@pytest.mark.parametrize(("said", "options"), [("2", ("Pump 1", "Pump 2")), ("7", ("7:00", "19:00")), ("1", ("1", "2"))])
def test_a_number_of_a_name_or_a_time_is_none_of_a_place(said: str, options: tuple[str, ...]) -> None:
    assert numbered(said, options) is None
