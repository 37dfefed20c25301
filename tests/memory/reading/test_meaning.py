"""What a sentence wants of what is remembered, with frames as a reader makes them."""

from dataclasses import dataclass
from datetime import datetime

import pytest
from tests.unknown_clauses import unknown_clauses

from yamori.memory.reading.meaning import wanted_of
from yamori.memory.reading.wanted import Ask, AskSaid, Correct, Forget, Keep, Known, Pause, Wanted
from yamori.memory.statement import Statement, Topic
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-05-01T18:00:00+02:00")


@dataclass(frozen=True)
class Told:
    id: str
    statement: Statement


FACTS = (
    Told("walnuts", Statement(topic=Topic.ALLERGY, words="I'm allergic to walnuts", value="walnuts")),
    Told("birthday", Statement(topic=Topic.BIRTHDAY, words="my birthday is May 9th", value="May 9th")),
    Told("sister", Statement(topic=Topic.NAME, words="my sister's name is Anne", about="sister", value="Anne")),
)


def wanted(text: str, intent: IntentName = IntentName.TALK, odds: float = 0.6, focus: str = "") -> Wanted | None:
    utterance = utterance_of(text, NOW)
    frames = (Frame(intent=intent, span=Span(0, len(utterance.normal.text)), odds=odds),)
    known = Known(names=("Ines",), things=("Reading lamp", "Heat lamp"), facts=FACTS, focus={"fact": focus} if focus else {})
    return wanted_of(frames, utterance, known)


def test_a_name_for_a_thing_is_told() -> None:
    found = wanted("call the reading lamp the owl")
    assert isinstance(found, Keep) and found.statements[0].key == "Reading lamp" and found.statements[0].value == "owl"
    assert wanted("call the airing cupboard the dragon") is None


@pytest.mark.parametrize(
    "said",
    [
        "we call the reading lamp Gerald, long story",
        "the reading lamp goes by Gerald, by the way",
        "I call the reading lamp Gerald - don't laugh",
        "the reading lamp is called Gerald (my uncle's name)",
    ],
)
def test_a_remark_behind_a_name_is_no_part_of_it(said: str) -> None:
    found = wanted(said, IntentName.REMEMBER, 0.7)
    assert isinstance(found, Keep) and found.statements[0].value == "gerald"


def test_a_sure_reader_keeps_a_statement_from_being_made_of_a_request() -> None:
    assert isinstance(wanted("I like it at 20 degrees", IntentName.SET, 0.55), Keep)
    assert wanted("I like it at 20 degrees", IntentName.SET, 0.95) is None


def test_what_is_asked_for_beside_is_told_apart() -> None:
    found = wanted("I'm allergic to walnuts, what can I bake?", IntentName.ASK, 0.9)
    assert isinstance(found, Keep) and found.rest == ("what can I bake?",)


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("when is my birthday?", ("birthday",)),
        ("what's my sister's name?", ("sister",)),
        ("am I allergic to walnuts?", ("walnuts",)),
        ("who is allergic to walnuts?", ("walnuts",)),
    ],
)
def test_a_question_finds_the_fact_that_answers_it(said: str, facts: tuple[str, ...]) -> None:
    found = wanted(said, IntentName.RECALL, 0.9)
    assert isinstance(found, Ask) and found.facts == facts


def test_what_is_asked_of_oneself_is_not_answered_with_somebody_elses() -> None:
    facts = (Told("size", Statement(topic=Topic.OTHER, words="Ines takes a 34 in gloves", about="Ines", value="a 34 in gloves")),)
    for said, found in (("what gloves do I take, which are mine?", ()), ("what gloves does Ines take?", ("size",))):
        utterance = utterance_of(said, NOW)
        frames = (Frame(intent=IntentName.RECALL, span=Span(0, len(utterance.normal.text)), odds=0.99),)
        asked = wanted_of(frames, utterance, Known(names=("Ines",), facts=facts))
        assert (isinstance(asked, Ask) and asked.facts == found and not asked.query) or found


def test_what_was_not_told_is_said_to_be_missing() -> None:
    found = wanted("am I allergic to figs?", IntentName.RECALL, 0.9)
    assert isinstance(found, Ask) and found.misses


def test_everything_is_forgotten_only_when_just_that_is_said() -> None:
    assert wanted("forget everything") == Forget(everything=True, said="everything")
    assert wanted("forget it") is None
    assert wanted("don't forget the bread") is None
    assert wanted("forget that I'm allergic to walnuts") == Forget(facts=("walnuts",), said="that im allergic to walnuts", told=True)


@pytest.mark.parametrize(
    ("said", "beside"),
    [
        ("forget everything except my birthday", "except my birthday"),
        ("forget that I'm allergic to walnuts unless it is spring", "unless it is spring"),
        ("forget my sister's name until tomorrow", "until tomorrow"),
        ("forget that I'm allergic to walnuts and sweep the attic", "sweep the attic"),
        ("forget about my sister's weird laugh", "weird laugh"),
        ("誕生日以外は全部忘れて", "誕生日以外"),
        ("もし春なら誕生日を忘れて", "もし春なら"),
        ("誕生日を忘れて、行灯をつけて", "行灯をつけて"),
    ],
)
def test_what_forgetting_does_not_carry_out_is_named(said: str, beside: str) -> None:
    found = wanted(said, IntentName.FORGET, 0.9)
    assert isinstance(found, Forget) and found.beside == beside


@pytest.mark.parametrize(
    "said", ["please forget my sister's name", "forget what I told you about walnuts", "誕生日のこと、もう忘れていいよ"]
)
def test_words_that_only_speak_of_what_was_told_hinder_no_forgetting(said: str) -> None:
    found = wanted(said, IntentName.FORGET, 0.9)
    assert isinstance(found, Forget) and found.facts and not found.beside


@pytest.mark.parametrize(
    ("said", "rest"),
    [
        ("I'm allergic to walnuts and sweep the attic stairs", "sweep the attic stairs"),
        ("クルミアレルギーです。行灯をつけて", "行灯をつけて"),
    ],
)
def test_an_order_beside_a_statement_is_no_part_of_it_though_the_reader_marks_nothing(said: str, rest: str) -> None:
    found = wanted(said, IntentName.REMEMBER, 0.9)
    assert isinstance(found, Keep) and found.statements[0].topic is Topic.ALLERGY and found.rest == (rest,)


@pytest.mark.parametrize("said", ["I like it at 20 degrees except in the evening", "I like it at 20 degrees unless the oven is on"])
def test_an_amount_with_an_exception_is_kept_in_words_alone(said: str) -> None:
    found = wanted(said, IntentName.REMEMBER, 0.9)
    assert isinstance(found, Keep) and found.statements == (Statement(topic=Topic.OTHER, words=said, value=said),)


@pytest.mark.parametrize(
    ("said", "beside"),
    [
        ("call the reading lamp the owl, except at night", "except at night"),
        ("call the reading lamp the owl and turn it off", "turn it off"),
        ("remember that the boiler hums and remind me tomorrow", "remind me tomorrow"),
    ],
)
def test_what_would_wrongly_be_kept_as_a_part_of_it_is_named(said: str, beside: str) -> None:
    found = wanted(said, IntentName.REMEMBER, 0.9)
    assert isinstance(found, Keep) and found.beside == beside


def test_a_correction_gives_what_was_told_last_a_value_of_its_kind() -> None:
    assert wanted("no, it's the 14th", focus="birthday") == Correct(fact="birthday", value="May 14th")
    assert wanted("no, I mixed that up, it's the 14th.", focus="birthday") == Correct(fact="birthday", value="May 14th")
    assert wanted("no, the other one", focus="birthday") is None
    assert wanted("no, it's the 14th") is None


def test_a_correction_takes_the_value_that_the_reader_marks_and_not_the_reason_behind_it() -> None:
    said = "oh no, it's the 14th, I always mix up the two"
    utterance = utterance_of(said, NOW)
    at = said.index("the 14th")
    value = Slot(name=SlotName.VALUE, text="the 14th", span=Span(at, at + len("the 14th")))
    frames = (Frame(intent=IntentName.SET, span=Span(0, len(said)), slots=(value,)),)
    assert wanted_of(frames, utterance, Known(facts=FACTS, focus={"fact": "birthday"})) == Correct(fact="birthday", value="May 14th")


@pytest.mark.parametrize(
    ("said", "everything"),
    [
        ("right, what have you got remembered about me", True),
        ("わたしのこと、何か覚えてる？", True),
        ("what have you got remembered about the boiler", False),
        ("給湯器のこと、何か覚えてる？", False),
    ],
)
def test_a_question_with_no_word_of_its_own_asks_for_everything(said: str, everything: bool) -> None:
    found = wanted(said, IntentName.RECALL, 0.95)
    assert isinstance(found, Ask) and found.everything is everything


def test_remembering_is_paused_and_resumed() -> None:
    assert wanted("stop remembering what I say") == Pause(paused=True)
    assert wanted("また覚えていいよ") == Pause(paused=False)
    assert wanted("pause the film", IntentName.PAUSE, 0.9) is None


def test_words_said_before_are_asked_for() -> None:
    assert wanted("what did I say about the boiler?") == AskSaid(query="the boiler")


@pytest.mark.parametrize(
    ("said", "value", "until", "roughly"),
    [
        ("I can't eat cheese this week", "cheese", "2026-05-04", False),
        ("until Sunday I can't have cheese", "cheese", "2026-05-04", False),
        ("I don't eat cheese for the next two days", "cheese", "2026-05-04", False),
        ("I can't eat cheese for the time being", "cheese", "2026-05-09", True),
        ("今週はチーズが食べられない", "チーズ", "2026-05-04", False),
        ("日曜までチーズは食べられないんだ", "チーズ", "2026-05-04", False),
        ("当分チーズは食べられない", "チーズ", "2026-06-01", True),
    ],
)
def test_what_is_so_for_some_time_has_an_end_and_no_word_of_it_in_its_value(said: str, value: str, until: str, roughly: bool) -> None:
    found = wanted(said)
    assert isinstance(found, Keep)
    (told,) = found.statements
    assert (told.topic, told.value, told.roughly) == (Topic.AVOID, value, roughly)
    assert told.until == datetime.fromisoformat(f"{until}T00:00:00+02:00")


@pytest.mark.parametrize(
    "said",
    [
        "I like today's crossword",
        "I like porridge on Sundays",
        "I like it at 20 degrees in the evening",
        "I've been a vegetarian for a while",
        "I'm allergic to figs this week",
        "今週の雑誌が好き",
        "前から当分チーズは食べられない",
    ],
)
def test_what_names_no_end_of_its_own_has_none(said: str) -> None:
    found = wanted(said)
    assert isinstance(found, Keep) and [told.until for told in found.statements] == [None]


def test_two_things_can_have_one_name() -> None:
    kept = wanted("I call the reading lamp and the heat lamp together the twins")
    assert isinstance(kept, Keep) and (kept.statements[0].key, kept.statements[0].value) == ("Reading lamp and Heat lamp", "twins")


def test_what_says_when_may_stand_before_what_is_liked() -> None:
    kept = wanted("After lunch I like the blinds at 30")
    assert isinstance(kept, Keep) and kept.statements[0].words == "After lunch I like the blinds at 30"
    assert wanted("After lunch open the blinds") is None


def test_a_question_is_not_kept_as_a_statement() -> None:
    kept = wanted("弟は何が苦手だったかしら")
    assert not isinstance(kept, Keep)


@pytest.mark.parametrize(
    ("said", "thing"),
    unknown_clauses(
        (
            "forget that I'm allergic to walnuts",
            "forget my birthday",
            "I'm allergic to hazelnuts",
            "remember that I like jazz",
            "call the reading lamp the owl",
        ),
        ("くるみアレルギーなのを忘れて", "ジャズが好きだと覚えておいて"),
    ),
)
@pytest.mark.parametrize("intent", [IntentName.FORGET, IntentName.REMEMBER])
def test_a_clause_that_nothing_explains_is_kept_with_the_words_or_told(said: str, thing: str, intent: IntentName) -> None:
    found = wanted(said, intent, 0.95)
    assert found is None or thing in repr(found)
