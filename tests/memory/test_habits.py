"""What is proposed of what somebody asks for day after day."""

from datetime import datetime, timedelta

import pytest

from yamori.memory.habits import Habit, Occurrence, daily, habits_of

NOW = datetime.fromisoformat("2026-11-27T20:00:00+09:00")


def done(
    *days: int, hour: int = 7, minute: int = 2, person: str = "aiko", action: str = "coffee on", words: str = "coffee please"
) -> list[Occurrence]:
    """So many days ago each."""
    at = NOW.replace(hour=hour, minute=minute)
    return [Occurrence(person=person, action=action, words=words, at=at - timedelta(days=day)) for day in days]


def test_what_was_done_on_four_of_seven_days_in_the_same_part_of_the_day_is_proposed_once() -> None:
    (habit,) = habits_of("aiko", [*done(0, 1, 2), *done(4, minute=12)], now=NOW)
    assert (habit.days, habit.time, habit.words) == (4, "7:00", "coffee please")


@pytest.mark.parametrize(
    "occurrences",
    [
        done(0, 1, 2),
        done(0, 0, 0, 0),
        done(1, 3, 8, 9),
        [*done(0, 1), *done(2, 3, hour=19)],
        [*done(0, 1), *done(2, 3, person="kenji")],
        [*done(0, 1), *done(2, 3, action="coffee off")],
    ],
    ids=["three days", "one day", "too long ago", "at other times", "by somebody else", "something else"],
)
def test_nothing_else_is(occurrences: list[Occurrence]) -> None:
    assert habits_of("aiko", occurrences, now=NOW) == ()


def test_what_was_decided_on_is_not_proposed_again() -> None:
    seen = done(0, 1, 2, 3)
    (habit,) = habits_of("aiko", seen, now=NOW)
    assert habits_of("aiko", seen, now=NOW, decided={habit.id}) == ()
    assert habits_of("aiko", done(0, 1, 2, 3, minute=25, words="coffee!"), now=NOW, decided={habit.id}) == ()


def test_one_sentence_that_does_several_things_is_proposed_once() -> None:
    seen = [*done(0, 1, 2, 3, action="one off", words="all off"), *done(0, 1, 2, 3, action="two off", words="all off")]
    assert len(habits_of("aiko", seen, now=NOW)) == 1


@pytest.mark.parametrize(
    ("words", "asks"), [("coffee please.", "every day at 7:05 coffee please"), ("コーヒーをいれて", "毎日7時5分にコーヒーをいれて")]
)
def test_it_is_asked_for_in_the_words_of_the_person(words: str, asks: str) -> None:
    assert daily(Habit(id="h", person="aiko", words=words, minute=425, days=4)) == asks
