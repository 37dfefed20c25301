"""What a sentence tells, by its words alone."""

import pytest

from yamori.domain.language import Language, language_of
from yamori.memory.reading.telling import told_in_english
from yamori.memory.reading.telling_japanese import told_in_japanese
from yamori.memory.statement import Statement, Topic

NAMES = ("Ines", "ゆい")


def told(text: str) -> Statement | None:
    return told_in_japanese(text, NAMES) if language_of(text) is Language.JAPANESE else told_in_english(text, NAMES)


@pytest.mark.parametrize(
    ("said", "topic", "about", "key", "value"),
    [
        ("I'm allergic to walnuts", Topic.ALLERGY, "", "", "walnuts"),
        ("Ines can't have shellfish", Topic.AVOID, "Ines", "", "shellfish"),
        ("my little sister's birthday is May 9th", Topic.BIRTHDAY, "little sister", "", "May 9th"),
        ("our dog is called Biscuit", Topic.NAME, "dog", "", "Biscuit"),
        ("my favourite team is Leeds", Topic.FAVOURITE, "", "team", "Leeds"),
        ("I like it at nineteen degrees at night", Topic.SETTING, "", "temperature", "19"),
        ("I really can't stand liquorice", Topic.DISLIKE, "", "", "liquorice"),
        ("くるみアレルギーなんだ", Topic.ALLERGY, "", "", "くるみ"),
        ("ゆいはエビが食べられない", Topic.AVOID, "ゆい", "", "エビ"),
        ("妹の名前はさくらだよ", Topic.NAME, "妹", "", "さくら"),
        ("うちの犬はポチ", Topic.NAME, "犬", "", "ポチ"),
        ("寝るときは十八度くらいが好き", Topic.SETTING, "", "temperature", "18"),
    ],
)
def test_a_sentence_tells_whom_it_is_of_and_what(said: str, topic: Topic, about: str, key: str, value: str) -> None:
    found = told(said)
    assert found is not None
    assert (found.topic, found.about, found.key, found.value) == (topic, about, key, value)


@pytest.mark.parametrize(
    "said",
    [
        "I'd like it at nineteen degrees",
        "I want the lamp on",
        "I like this",
        "my hands are like ice",
        "turn the lamp on",
        "the post has come",
        "暖房をつけてほしい",
        "今日は寒い",
    ],
)
def test_a_wish_and_talk_of_the_moment_tell_nothing(said: str) -> None:
    assert told(said) is None


def test_what_is_told_of_us_is_of_the_household() -> None:
    assert (found := told("we're vegetarians")) is not None and found.shared
    assert (found := told("I'm vegetarian")) is not None and not found.shared


def test_a_value_in_one_situation_leaves_that_of_another() -> None:
    night, always = told("I like it at 18 degrees at night"), told("I like it at 21 degrees")
    assert night is not None and always is not None
    assert night.when == "night" and night.slot != always.slot
