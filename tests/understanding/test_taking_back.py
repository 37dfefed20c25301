"""Sentences that take back, or make longer, what was just set up, and say nothing else."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from yamori.understanding.adding_time import added_time
from yamori.understanding.amending import amended
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.marked import marked
from yamori.understanding.span import Span
from yamori.understanding.taking_back import cancels, refuses, takes_back
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


@pytest.mark.parametrize(
    "text", ["cancel that", "Oh, please cancel it.", "no, scrap that one", "取り消して", "それ、キャンセルで", "やっぱり取り消してください"]
)
def test_what_is_said_of_no_device_takes_back_and_cancels(text: str) -> None:
    utterance = utterance_of(text, NOW)
    assert takes_back(utterance) and cancels(utterance)


@pytest.mark.parametrize("text", ["stop that", "never mind", "take that back", "それ、止めて", "やっぱりやめて", "さっきの、なしで"])
def test_what_may_be_said_of_a_device_takes_back_only_what_was_set_up(text: str) -> None:
    utterance = utterance_of(text, NOW)
    assert takes_back(utterance) and not cancels(utterance)


@pytest.mark.parametrize(
    "text",
    [
        "stop",
        "止めて",
        "cancel the dentist",
        "stop the music",
        "cancel that at nine",
        "don't forget that",
        "can I cancel that?",
        "歯医者を取り消して",
        "音楽を止めて",
        "取り消さないで",
        "undo that",
    ],
)
def test_what_names_something_or_may_be_meant_for_a_device_is_neither(text: str) -> None:
    assert not takes_back(utterance_of(text, NOW))


@pytest.mark.parametrize(
    ("text", "seconds", "named"),
    [
        ("add two minutes", 120, ()),
        ("give it two more minutes", 120, ()),
        ("add another minute to the timer", 60, ()),
        ("add 30 seconds to the egg timer", 30, ("egg",)),
        ("あと2分足して", 120, ()),
        ("タイマーを5分延ばして", 300, ()),
        ("もう3分追加で", 180, ()),
    ],
)
def test_more_time_is_read_with_what_it_is_for(text: str, seconds: int, named: tuple[str, ...]) -> None:
    added = added_time(utterance_of(text, NOW))
    assert added is not None and added.length == timedelta(seconds=seconds) and added.named == named


@pytest.mark.parametrize("text", ["set a timer for two minutes", "two minutes", "add milk", "2分後に教えて", "2分のタイマーをかけて"])
def test_what_sets_something_adds_no_time(text: str) -> None:
    assert added_time(utterance_of(text, NOW)) is None


@pytest.mark.parametrize(
    ("said", "correction", "whole"),
    [
        ("7時に書斎のランプを30%にして", "40%にして", "7時に書斎のランプを40%にして"),
        ("7時に暖房を21度にして", "やっぱり23度で", "7時に暖房を23度にして"),
        ("at seven set the den lamp to 30 %", "make it 40 percent", "at seven set the den lamp to 40 %"),
    ],
)
def test_a_number_with_its_unit_takes_the_place_of_the_one_with_the_same(said: str, correction: str, whole: str) -> None:
    frames = [Frame(intent=IntentName.SET, span=Span(0, len(correction)), slots=(), odds=1.0)]
    assert amended(frames, utterance_of(correction, NOW), said) == whole


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no don't", True),
        ("no, not that", True),
        ("いや、やめて", True),
        ("いや、やっぱりいい", True),
        ("no that's fine", False),
        ("no thanks", False),
        ("no leave it", False),
        ("いや、消さないで", False),
        ("いや、いい", False),
        ("no?", False),
    ],
)
def test_a_sure_refusal_refuses_the_act_only_where_every_word_does(text: str, expected: bool) -> None:
    frames = [Frame(intent=IntentName.REJECT, span=Span(0, len(text)), odds=0.95)]
    assert refuses(frames, utterance_of(text, NOW)) is expected
    assert not refuses([replace(frames[0], odds=0.7)], utterance_of(text, NOW)) or takes_back(utterance_of(text, NOW))


def test_a_number_takes_the_place_of_another_with_its_reason_behind_it() -> None:
    text = "no make it 25, they're 3 big ones"
    reason = Slot(name=SlotName.REASON, text="they're 3 big ones", span=Span(15, len(text)))
    frames = [Frame(intent=IntentName.SET, span=Span(0, len(text)), slots=(reason,), odds=0.9)]
    assert amended(frames, utterance_of(text, NOW), "set a timer for 30 minutes") == "set a timer for 25 minutes"


def test_a_reason_beside_another_number_is_no_part_of_what_is_corrected() -> None:
    sentence = marked("set: no make [retracted|it] [retracted|10], [reason|they're large ones]")
    utterance = utterance_of(sentence.text, NOW)
    assert amended(sentence.frames, utterance, "set a bread timer for 8 minutes") == "set a bread timer for 10 minutes"
