"""What is taken back holds the whole name, so that nothing of it is done."""

import pytest

from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span
from yamori.understanding.tagging.whole_retractions import with_whole_retractions


def mended(text: str, *slots: tuple[SlotName, str]) -> list[tuple[SlotName, str]]:
    normal = normal_form(text)
    found = tuple(
        Slot(name=name, text=words, span=Span(normal.text.index(words), normal.text.index(words) + len(words))) for name, words in slots
    )
    frame = Frame(intent=IntentName.TURN_OFF, span=Span(0, len(normal.text)), slots=found)
    return [(slot.name, slot.text) for slot in with_whole_retractions(frame, normal).slots]


def test_a_name_right_before_what_is_taken_back_is_taken_back_too() -> None:
    found = mended(
        "hall lamp off, no, the attic",
        (SlotName.ROOM, "hall"),
        (SlotName.RETRACTED, "lamp off, no"),
        (SlotName.ROOM, "attic"),
    )
    assert found == [(SlotName.RETRACTED, "hall lamp off, no"), (SlotName.ROOM, "attic")]


@pytest.mark.parametrize(
    "slots",
    [
        [(SlotName.ROOM, "hall"), (SlotName.RETRACTED, "lamp off, no")],
        [(SlotName.ROOM, "hall"), (SlotName.RETRACTED, "no"), (SlotName.ROOM, "attic")],
        [(SlotName.ROOM, "hall"), (SlotName.ROOM, "attic")],
    ],
    ids=["nothing takes its place", "words stand between", "nothing is taken back"],
)
def test_other_names_stay(slots: list[tuple[SlotName, str]]) -> None:
    assert mended("hall lamp off, no, the attic", *slots) == slots
