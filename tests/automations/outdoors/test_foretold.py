"""Conditions on the weather, read from their words."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from yamori.automations.outdoors.foretold import Foretold, Unfit, foretold
from yamori.automations.weather.holding import About, checked

NOW = datetime(2026, 11, 26, 18, tzinfo=ZoneInfo("Asia/Tokyo"))
"""A Thursday."""


@pytest.mark.parametrize(
    ("words", "about", "value"),
    [
        ("unless it rains", About.RAIN, None),
        ("if there is snow coming", About.SNOW, None),
        ("if it gets colder than minus 3 tonight", About.COLDER, -3.0),
        ("if it gets above thirty degrees tomorrow", About.WARMER, 30.0),
        ("if tomorrow is sunny", About.SUNNY, None),
        ("if it is going to be windy", About.WINDIER, 8.0),
        ("雨が降りそうなら", About.RAIN, None),
        ("明日の最高気温が33度以上なら", About.WARMER, 33.0),
        ("あさって晴れるなら", About.SUNNY, None),
        ("雪が降ったら", About.SNOW, None),
    ],
)
def test_the_words_name_what_is_waited_for(words: str, about: About, value: float | None) -> None:
    found = foretold(words, NOW, home=("Kyoto",))
    assert isinstance(found, Foretold) and (found.about, found.value) == (about, value)
    checked(found.asks())


def test_a_word_that_nothing_explains_is_not_passed_over() -> None:
    assert isinstance(foretold("if the weather is odd tomorrow", NOW, home=()), Unfit)
    assert isinstance(foretold("if it rains frogs tomorrow", NOW, home=()), Unfit)


@pytest.mark.parametrize("words", ["once it stops raining", "when the snow stops", "雨が上がったら", "雪がやんだら"])
def test_the_end_of_rain_is_not_taken_for_rain(words: str) -> None:
    assert isinstance(foretold(words, NOW, home=()), Unfit)


def test_a_day_and_a_part_of_it_are_kept_as_a_date() -> None:
    found = foretold("if it rains on Saturday morning", NOW, home=())
    assert isinstance(found, Foretold)
    assert (found.day, found.start, found.end) == (date(2026, 11, 28), time(6), time(12))
    assert found.asks() == {"about": "rain", "date": "2026-11-28", "start": "06:00", "end": "12:00"}


def test_without_a_day_the_next_hours_are_meant() -> None:
    found = foretold("if rain is expected", NOW, home=())
    assert isinstance(found, Foretold) and found.asks() == {"about": "rain", "hours_ahead": 12}


@pytest.mark.parametrize("words", ["if it doesn't rain tomorrow", "明日雨が降らなければ", "unless it rains tomorrow"])
def test_a_denial_is_kept(words: str) -> None:
    found = foretold(words, NOW, home=())
    assert isinstance(found, Foretold) and found.negated and found.asks()["negated"] is True


@pytest.mark.parametrize("words", ["if it gets hot tomorrow", "明日寒いなら"])
def test_a_temperature_without_a_number_is_asked_for(words: str) -> None:
    found = foretold(words, NOW, home=())
    assert isinstance(found, Unfit) and found.needs_number


@pytest.mark.parametrize("words", ["if the larder is open", "when it gets above 28 in the den", "窓が開いたら", "if the moon is full"])
def test_what_is_said_of_the_home_is_none_of_the_weather(words: str) -> None:
    assert foretold(words, NOW, home=()) is None
