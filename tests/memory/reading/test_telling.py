"""What a sentence tells, by its words alone."""

from dataclasses import dataclass
from datetime import datetime

import pytest

from yamori.memory.reading.grammar import grammar_of
from yamori.memory.reading.meaning import wanted_of
from yamori.memory.reading.naming import alias_in
from yamori.memory.reading.statements import kept_in
from yamori.memory.reading.wanted import Correct, Known
from yamori.memory.statement import Statement, Topic
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

NAMES = ("Ines", "ゆい")
NOW = datetime.fromisoformat("2026-05-01T19:00:00+09:00")


@dataclass(frozen=True, kw_only=True)
class Told:
    id: str
    statement: Statement


def told(text: str) -> Statement | None:
    return grammar_of(text).told(text, NAMES)


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


@pytest.mark.parametrize(
    ("said", "value", "until"),
    [
        ("I'm off sugar till the tenth of June", "sugar", "2026-06-11"),
        ("Just for today I'm not drinking tea", "tea", "2026-05-02"),
        ("今月いっぱいコーヒーは控えることにしたの", "コーヒー", "2026-06-01"),
    ],
)
def test_what_somebody_does_without_for_a_time_ends_with_it(said: str, value: str, until: str) -> None:
    kept = kept_in((), utterance_of(said, NOW), Known())
    assert kept is not None
    (found,) = kept.statements
    assert (found.topic, found.value) == (Topic.AVOID, value)
    assert found.until is not None and found.until.date().isoformat() == until
    assert found.words in said


@pytest.mark.parametrize("said", ["I'm off work till the tenth of June", "I'm off to the shops till noon", "The heating is off till June"])
def test_who_is_away_avoids_nothing(said: str) -> None:
    kept = kept_in((), utterance_of(said, NOW), Known())
    assert kept is None or all(found.topic is not Topic.AVOID for found in kept.statements)


@pytest.mark.parametrize(
    ("said", "thing", "name"),
    [
        ("In our flat the hall mirror is called the portal", "Hall mirror", "portal"),
        ("Doris is what I call the hall mirror", "Hall mirror", "doris"),
        ("The hall mirror is what we call Doris", "Hall mirror", "doris"),
        ("うちでは鏡のことを「池」って呼んどる", "鏡", "池"),
    ],
)
def test_a_name_stands_on_either_side_of_what_says_so(said: str, thing: str, name: str) -> None:
    found = alias_in(said, Known(things=("Hall mirror", "鏡")))
    assert found is not None and (found.key, found.value) == (thing, name)


@pytest.mark.parametrize(
    ("told_before", "said", "value"),
    [
        ("the fan on 4 after a bath", "No, sorry, I meant 3", "the fan on 3 after a bath"),
        ("25", "ごめん、23度だった", "23"),
        ("May 3rd", "No, the 15th", "May 15th"),
    ],
)
def test_what_is_told_again_takes_the_place_of_what_was_wrong(told_before: str, said: str, value: str) -> None:
    fact = Told(id="1", statement=Statement(topic=Topic.LIKE, words=f"I like {told_before}", value=told_before))
    wanted = wanted_of((), utterance_of(said, NOW), Known(facts=(fact,), focus={"fact": "1"}))
    assert isinstance(wanted, Correct) and wanted.value == value


@pytest.mark.parametrize(
    "said", ["覚えとって。縫い物のときは明かりを6000ケルビンにするのがいい", "覚えといて。縫い物には青い明かりのほうがいい"]
)
def test_a_statement_is_kept_that_is_asked_to_be_whatever_a_reader_takes_it_for(said: str) -> None:
    utterance = utterance_of(said, NOW)
    frame = Frame(intent=IntentName.SET, odds=0.98, span=Span(0, len(utterance.normal.text)), slots=())
    kept = kept_in((frame,), utterance, Known())
    assert kept is not None and kept.asked and kept.statements[0].value in said
