"""`The usual time`: what was told of the same thing."""

from datetime import datetime

import pytest

from yamori.memory.kept import Kept
from yamori.memory.statement import Statement, Topic
from yamori.memory.using.of_things import told_of_things
from yamori.memory.using.times import with_time

NOW = datetime.fromisoformat("2026-05-01T19:00:00+02:00")


def kept(words: str, *, person: str = "a", by: str = "a", shared: bool = False, topic: Topic = Topic.OTHER) -> Kept:
    statement = Statement(topic=topic, words=words, value=words, shared=shared)
    return Kept(id=words, person=person, by=by, statement=statement, since=NOW, source=words)


@pytest.mark.parametrize(
    ("said", "told", "text"),
    [
        ("Put pottery in on Friday at the usual time", "Pottery begins at half past six in the evening",
         "Put pottery in on Friday at half past six in the evening"),
        ("Add fencing tomorrow, the usual time", "Fencing is at 17:15", "Add fencing tomorrow at 17:15"),
        ("金曜日に陶芸を入れて。いつもの時間でね", "陶芸は夕方6時から", "金曜日夕方6時に陶芸を入れて"),
        ("陶芸を金曜日のいつもの時間に入れて", "陶芸は夕方6時から", "陶芸を金曜日夕方6時に入れて"),
        ("Remind me of the ferry with my usual head start", "Remind me of a ferry 45 minutes ahead",
         "Remind me of the ferry 45 minutes before"),
        ("Put chess in on Friday at the usual time", "Pottery begins at half past six in the evening", None),
        ("Put pottery in on Friday at 5, not the usual time", "Pottery begins at half past six in the evening", None),
        ("Put pottery in on Friday", "Pottery begins at half past six in the evening", None),
    ],
)  # fmt: skip
def test_the_time_that_was_told_stands_in_the_request(said: str, told: str, text: str | None) -> None:
    timed = with_time(said, told_of_things([kept(told)], "a", NOW, said, ()), NOW)
    assert (timed.text if timed is not None else None) == text


def test_what_is_told_of_another_time_of_day_or_of_no_thing_is_left_out() -> None:
    morning, night = kept("In the morning I like the den light at 40"), kept("At night the den light at 5")
    allergy = kept("I'm allergic to kiwi", topic=Topic.ALLERGY)
    found = told_of_things([morning, night, allergy], "a", NOW, "den light as I like it", ())
    assert [each.fact for each in found] == [night]


def test_what_another_person_told_in_private_is_never_used() -> None:
    theirs = kept("The den light at 80", person="b", by="b")
    assert told_of_things([theirs], "a", NOW, "den light as I like it", ()) == ()


def test_whose_it_is_stands_at_its_beginning() -> None:
    found = told_of_things([kept("Bram's boots go on the short programme")], "a", NOW, "boots as usual", ("Bram",))
    assert [each.whose for each in found] == ["bram"]
