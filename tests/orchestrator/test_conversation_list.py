"""The list of a person's conversations, as the store gives it."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from yamori.domain.errors import InvalidRequest
from yamori.orchestrator.conversation_title import Age, age_of, checked_title
from yamori.orchestrator.store import Turn, TurnStore

START = datetime(2026, 3, 2, 8, tzinfo=UTC)


def _store(*spoken: tuple[str, str, str]) -> TurnStore:
    store = TurnStore(None)
    for n, (conversation, person, text) in enumerate(spoken):
        at = START + timedelta(minutes=n)
        store.begin(Turn(id=str(n), conversation=conversation, person=person, room=None, text=text, model=None, at=at))
    return store


def test_the_latest_conversation_comes_first_with_the_words_that_began_it() -> None:
    store = _store(("a", "mia", "Close the blinds"), ("b", "mia", "What is for dinner"), ("a", "mia", "Open them"))
    listed = store.conversations("mia")
    assert [(c.id, c.title, c.last) for c in listed] == [
        ("a", "Close the blinds", START + timedelta(minutes=2)),
        ("b", "What is for dinner", START + timedelta(minutes=1)),
    ]


def test_another_persons_conversations_and_words_are_not_listed_or_found() -> None:
    store = _store(("a", "mia", "Close the blinds"), ("b", "ken", "Book the dentist"))
    assert [c.id for c in store.conversations("mia")] == ["a"]
    assert store.conversations("mia", search="dentist") == []


def test_a_search_takes_signs_of_patterns_as_they_are() -> None:
    store = _store(("a", "mia", "Dim to 50% please"), ("b", "mia", "Dim to 500 please"))
    assert [c.id for c in store.conversations("mia", search="50%")] == ["a"]


def test_a_forgotten_conversation_is_no_longer_listed() -> None:
    store = _store(("a", "mia", "Close the blinds"))
    store.forget(["0"])
    assert store.conversations("mia") == []


def test_a_given_title_stands_in_the_list_is_found_and_goes_with_the_conversation() -> None:
    store = _store(("a", "mia", "Close the blinds"), ("b", "mia", "What is for dinner"))
    store.rename("a", "Bedtime")
    assert [c.title for c in store.conversations("mia")] == ["What is for dinner", "Bedtime"]
    assert [c.id for c in store.conversations("mia", search="bedt")] == ["a"]
    store.forget(["0"])
    assert store.title("a") is None


def test_a_sentence_said_anew_names_the_conversation() -> None:
    store = _store(("a", "mia", "Close the blnids"), ("a", "mia", "Close the blinds"))
    store.replace("0", by="1")
    assert [c.title for c in store.conversations("mia")] == ["Close the blinds"]


def test_what_an_agent_spoke_of_before_a_sentence_comes_back_when_it_is_said_anew() -> None:
    store = _store(("a", "mia", "Dim the lamp"), ("a", "mia", "Open the blinds"), ("a", "mia", "Open the door"))
    store.focus("a", "iot", {"of": "lamp"}, turn="0")
    store.focus("a", "iot", {"of": "blinds"}, turn="1")
    store.focus("a", "scheduler", {"of": "dentist"}, turn="1")
    store.replace("1", by="2")
    assert store.focuses("a") == {"iot": {"of": "lamp"}}


@pytest.mark.parametrize(("hours", "age"), [(0, Age.TODAY), (8, Age.TODAY), (10, Age.WEEK), (24 * 6, Age.WEEK), (24 * 7 + 10, Age.OLDER)])
def test_a_conversation_is_as_old_as_its_day_in_the_home(hours: int, age: Age) -> None:
    now = datetime(2026, 3, 10, 9, tzinfo=timezone(timedelta(hours=9)))
    assert age_of((now - timedelta(hours=hours)).astimezone(UTC), now) is age


@pytest.mark.parametrize("title", ["", " \n ", "x" * 201])
def test_a_title_has_something_in_it_and_an_end(title: str) -> None:
    with pytest.raises(InvalidRequest):
        checked_title(title)


def test_a_title_is_one_line() -> None:
    assert checked_title(" my\n bedtime ") == "my bedtime"
