"""Values that are told to be otherwise, and what is told, forgotten and asked in words that no list has."""

from dataclasses import dataclass
from datetime import datetime

import pytest

from yamori.memory.reading.meaning import wanted_of
from yamori.memory.reading.wanted import Ask, Correct, Forget, Keep, Known, Wanted
from yamori.memory.statement import Statement, Topic
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-05-01T18:00:00+02:00")
NAMES = ("Ines", "Ravi", "なお", "ナオ")


@dataclass(frozen=True)
class Told:
    id: str
    statement: Statement


def told(words: str, **of: object) -> Told:
    value = str(of.pop("value", words))
    return Told(words, Statement(topic=of.pop("topic", Topic.OTHER), words=words, value=value, **of))  # type: ignore[arg-type]


def wanted(
    said: str, *facts: str, intent: IntentName = IntentName.REMEMBER, odds: float = 0.95, marked: str = "", why: str = ""
) -> Wanted | None:
    utterance = utterance_of(said, NOW)
    slots = [(SlotName.TEXT, marked), (SlotName.REASON, why)]
    found = tuple(
        Slot(name=name, text=text, span=Span(at, at + len(text)), odds=0.9)
        for name, text in slots
        if text and (at := utterance.normal.text.find(text.lower())) >= 0
    )
    asking = () if not marked else (Span(utterance.normal.text.find(marked.lower()) + len(marked), len(utterance.normal.text)),)
    frame = Frame(intent=intent, span=Span(0, len(utterance.normal.text)), slots=found, odds=odds, asking=asking)
    return wanted_of((frame,), utterance, Known(names=NAMES, facts=tuple(told(fact) for fact in facts)))


@pytest.mark.parametrize(
    ("said", "fact", "value"),
    [
        ("Ravi's hat size is 58, I said 57 but I measured again", "Ravi's hat size is 57", "Ravi's hat size is 58"),
        ("Ravis nap is at 1:30 now not 1", "Ravi's nap is at 1:00 pm", "Ravi's nap is at 1:30 pm"),
        ("Ravi wears a 31 in gloves now", "Ravi takes a size 30 in gloves", "Ravi takes a size 31 in gloves"),
        ("Ravi's blazer isn't navy, it's grey", "Ravi's blazer is navy", "Ravi's blazer is grey"),
        ("ナオの帽子のサイズ、54って言ったけど55だった", "なおの帽子のサイズは54", "なおの帽子のサイズは55"),
        ("ナオのお茶は緑茶じゃなくて麦茶に変わりました", "ナオのお茶は緑茶", "ナオのお茶は麦茶"),
    ],
)
def test_a_value_that_is_told_to_be_otherwise_takes_the_old_ones_place(said: str, fact: str, value: str) -> None:
    assert wanted(said, fact) == Correct(fact=fact, value=value)


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Ines's hat size is 58, not 57", "Ravi's hat size is 57"),
        ("Ravi is 9 now", "Ravi's nap is at 1:00 pm"),
        ("I have 3 meetings now, not 4", "my locker is number 12"),
    ],
)
def test_a_fact_of_somebody_or_something_else_is_not_corrected(said: str, fact: str) -> None:
    assert not isinstance(wanted(said, fact), Correct)


def test_an_order_that_names_two_values_corrects_nothing() -> None:
    assert wanted("move the nap to 2 not 1", "Ravi's nap is at 1:00 pm", intent=IntentName.MOVE) is None


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("my hat size is 56 and Ravi's is 58, remember that", ["my hat size is 56", "Ravi's hat size is 58"]),
        ("Ines can't have nuts and Ravi hates olives", ["Ines can't have nuts", "Ravi hates olives"]),
        ("Ravi's birthday is on May 3rd and he wants a kite", ["Ravi's birthday is on May 3rd", "Ravi wants a kite"]),
        ("わたしの帽子は56で、ナオのは54だよ", ["わたしの帽子は56", "ナオの帽子は54"]),
        ("おばあちゃんは柔らかいパンが好きで、ナオは牛乳がだめ", ["おばあちゃんは柔らかいパンが好き", "ナオは牛乳がだめ"]),
    ],
)
def test_two_things_told_in_one_breath_are_both_kept(said: str, words: list[str]) -> None:
    found = wanted(said, marked=said.removesuffix(", remember that"))
    assert isinstance(found, Keep) and [s.words for s in found.statements] == words and not found.rest


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("the shed code is 5521, save that", "the shed code is 5521"),
        ("could you remember that the sweep's called Otto?", "the sweep's called Otto"),
        ("物置の合鍵、下駄箱の上に置いたので覚えておいてもらえますか", "物置の合鍵、下駄箱の上に置いた"),
        ("ナオの身長は130センチなの。覚えといてくれる？", "ナオの身長は130センチ"),
    ],
)
def test_what_asks_to_remember_politely_is_no_question_and_no_part_of_it(said: str, words: str) -> None:
    found = wanted(said, marked=words)
    assert isinstance(found, Keep) and found.asked and [s.words for s in found.statements] == [words]


def test_a_topic_is_forgotten_for_whatever_reason() -> None:
    facts = ("ナオへの贈り物は万年筆にする", "ナオの誕生日は3月9日")
    said = "ナオの贈り物の万年筆の話、聞かれたら困るので忘れてください"
    found = wanted(said, *facts, intent=IntentName.FORGET, marked="ナオの贈り物の万年筆の話", why="聞かれたら困るので")
    assert isinstance(found, Forget) and found.facts == facts[:1] and not found.beside
    other = wanted("ナオの万年筆の贈り物の話は忘れて", facts[1], intent=IntentName.FORGET, marked="ナオの万年筆の贈り物の話")
    assert isinstance(other, Forget) and not other.facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("The sink's blocked. What was that plumber's number?", ("the plumber for the sink is Otto, his number's 555 010",)),
        ("物置の合鍵どこに置いたっけ、急いでるの", ("物置の合鍵は下駄箱の上に置いた",)),
    ],
)
def test_a_question_that_no_list_has_is_answered_from_what_speaks_of_it(said: str, facts: tuple[str, ...]) -> None:
    beside = ("Ravi hates olives", "ナオは牛乳がだめ")
    assert wanted(said, *facts, *beside, intent=IntentName.RECALL, odds=0.6) == Ask(facts=facts)


def test_what_is_looked_for_is_told_where_just_that_was_told() -> None:
    fact = "the plumber is Mr Ito"
    assert wanted("Who is the plumber?", fact, intent=IntentName.FIND) == Ask(facts=(fact,))
    assert wanted("When does the plumber come?", fact, intent=IntentName.FIND) is None
    assert wanted("Who is the plumber?", fact, intent=IntentName.ASK) == Ask(facts=(fact,))
    assert wanted("Who is the plumber?", fact, intent=IntentName.GET) is None


def test_a_question_that_a_reader_takes_for_one_of_the_home_is_not_answered_from_what_was_told() -> None:
    assert wanted("is the porch lamp on?", "I like the porch lamp at 30", intent=IntentName.GET) is None
    assert wanted("Put the lamp on the way I like it, would you?", "I like the lamp at 30", intent=IntentName.SET) is None
