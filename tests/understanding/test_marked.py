"""Marked sentences: what the corpus and the tests write frames with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.understanding.frame import IntentName, SlotName
from yamori.understanding.marked import marked


def test_a_line_is_a_sentence_with_its_frames_and_slots() -> None:
    sentence = marked("turn_off: kill [device|the lamp] [room|in the den] || add_item: and put [title|eggs] on [list_name|the list]")
    assert sentence.text == "kill the lamp in the den and put eggs on the list"
    first, second = sentence.frames
    assert (first.intent, second.intent) == (IntentName.TURN_OFF, IntentName.ADD_ITEM)
    assert first.text(SlotName.ROOM) == "in the den" and second.text(SlotName.TITLE) == "eggs"
    assert sentence.text[slice(*second.span)] == "and put eggs on the list"


def test_japanese_frames_are_joined_without_a_blank() -> None:
    assert marked("turn_on: [device|電気]つけて、 || get: [feature|湿度]は？").text == "電気つけて、湿度は？"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("switch the lamp on", "a frame is"),
        ("enlighten: the lamp", "no intent 'enlighten'"),
        ("turn_on: [thing|the lamp]", "no slot 'thing'"),
        ("turn_on: [device| ]", "the slot 'device' is empty"),
        ("turn_on: [device|the lamp", "a bracket is left over"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(line: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong.replace("'", ".")):
        marked(line)


@given(
    st.lists(
        st.tuples(st.sampled_from(IntentName), st.sampled_from(SlotName), st.text("abc 電気", min_size=1).filter(str.strip)), min_size=1
    )
)
def test_every_slot_stands_where_its_span_says(parts: list[tuple[IntentName, SlotName, str]]) -> None:
    sentence = marked(" || ".join(f"{intent.value}: do [{slot.value}|{text}] now" for intent, slot, text in parts))
    assert [f.intent for f in sentence.frames] == [intent for intent, _, _ in parts]
    assert all(sentence.text[slice(*s.span)] == s.text for f in sentence.frames for s in f.slots)
