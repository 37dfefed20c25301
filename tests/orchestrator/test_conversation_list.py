"""The list of a person's conversations, as the store gives it."""

from datetime import UTC, datetime, timedelta

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
