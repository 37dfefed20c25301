"""A suffix belongs to the name before it, whatever a reader takes it for."""

from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span
from yamori.understanding.tagging.whole_names import with_whole_names
from yamori.understanding.vocabulary import vocabulary


def test_a_suffix_is_the_end_of_the_name_before_it() -> None:
    normal = normal_form("冷蔵庫の温度")
    slots = (
        Slot(name=SlotName.DEVICE, text="冷蔵", span=Span(0, 2)),
        Slot(name=SlotName.ROOM, text="庫", span=Span(2, 3)),
        Slot(name=SlotName.FEATURE, text="温度", span=Span(4, 6)),
    )
    frame = with_whole_names(Frame(intent=IntentName.GET, span=Span(0, 6), slots=slots), normal, vocabulary("ja"))
    assert [(s.name, s.text) for s in frame.slots] == [(SlotName.DEVICE, "冷蔵庫"), (SlotName.FEATURE, "温度")]
