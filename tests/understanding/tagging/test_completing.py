"""Titles hold what is done, and what is renamed has its old name."""

import pytest

from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span
from yamori.understanding.tagging.old_names import with_old_name
from yamori.understanding.tagging.whole_titles import with_whole_titles
from yamori.understanding.vocabulary import vocabulary


def frame_of(text: str, intent: IntentName, *slots: tuple[SlotName, str]) -> Frame:
    normal = normal_form(text)
    found = tuple(
        Slot(name=name, text=words, span=Span(normal.text.index(words), normal.text.index(words) + len(words))) for name, words in slots
    )
    return Frame(intent=intent, span=Span(0, len(normal.text)), slots=found)


@pytest.mark.parametrize(
    ("text", "marked", "title"),
    [
        ("water the ferns on sunday", "the ferns", "water the ferns"),
        ("add the ferns on sunday", "the ferns", "the ferns"),
        ("sunday: the ferns", "the ferns", "the ferns"),
    ],
    ids=["what is done", "what asks for an entry", "another clause"],
)
def test_a_title_holds_what_is_done(text: str, marked: str, title: str) -> None:
    frame = frame_of(text, IntentName.ADD_ENTRY, (SlotName.TITLE, marked))
    (slot,) = with_whole_titles(frame, normal_form(text), vocabulary("en")).slots
    assert slot.text == title


def test_the_title_of_what_is_looked_for_stays() -> None:
    frame = frame_of("water the ferns", IntentName.FIND, (SlotName.TITLE, "the ferns"))
    assert with_whole_titles(frame, normal_form("water the ferns"), vocabulary("en")) == frame


def test_the_first_of_two_texts_of_a_change_is_the_old_name() -> None:
    frame = frame_of("call choir singing", IntentName.CHANGE, (SlotName.TEXT, "choir"), (SlotName.TEXT, "singing"))
    assert [slot.name for slot in with_old_name(frame).slots] == [SlotName.TITLE, SlotName.TEXT]


def test_a_change_that_has_a_title_keeps_its_texts() -> None:
    frame = frame_of("choir: bring tea, bring cake", IntentName.CHANGE, (SlotName.TITLE, "choir"), (SlotName.TEXT, "tea"))
    assert with_old_name(frame) == frame
