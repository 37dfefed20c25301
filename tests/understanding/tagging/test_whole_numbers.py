"""No border of a slot cuts a number in two."""

import pytest

from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span
from yamori.understanding.tagging.whole_numbers import with_whole_numbers
from yamori.understanding.vocabulary import vocabulary


def mended(text: str, language: str = "en", **slots: str) -> dict[str, str]:
    normal = normal_form(text)
    found = tuple(
        Slot(name=SlotName(name), text=words, span=Span(normal.text.index(words), normal.text.index(words) + len(words)))
        for name, words in slots.items()
    )
    frame = Frame(intent=IntentName.SET, span=Span(0, len(normal.text)), slots=found)
    (whole,) = with_whole_numbers([frame], normal, vocabulary(language))
    return {slot.name.value: slot.text for slot in whole.slots}


def test_a_value_takes_the_whole_number_and_what_was_taken_back_ends_before_it() -> None:
    text = "set the kiln to nine hundred, no, sorry, one thousand"
    assert mended(text, retracted="nine hundred, no, sorry, one", value="thousand") == {
        "retracted": "nine hundred, no, sorry",
        "value": "one thousand",
    }


@pytest.mark.parametrize(
    ("text", "value"), [("set the kiln to nine hundred", "nine hundred"), ("kiln 3 at forty", "forty"), ("set the kiln to hot", "hot")]
)
def test_what_is_whole_stays_as_it_is(text: str, value: str) -> None:
    assert mended(text, device="kiln", value=value) == {"device": "kiln", "value": value}


@pytest.mark.parametrize(
    ("text", "cut", "whole"), [("朝6時に起こして", "朝6", "朝6時"), ("火曜日に入れて", "火曜", "火曜日"), ("明日お願い", "明日", "明日")]
)
def test_a_number_takes_what_it_counts(text: str, cut: str, whole: str) -> None:
    assert mended(text, "ja", when=cut) == {"when": whole}


def test_what_a_number_counts_stays_with_it_where_another_slot_begins_there() -> None:
    text = "茶会は18時じゃなくて19時からだった"
    assert mended(text, language="ja", title="茶会", retracted="18", new_when="時", when="19時") == {
        "title": "茶会",
        "retracted": "18時",
        "when": "19時",
    }
