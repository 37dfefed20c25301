"""What only says why belongs to what is wanted."""

from datetime import UTC, datetime

from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.reasons import with_reasons
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

TEXT = "I'm reading, so turn the lamp off in ten minutes"
UTTERANCE = utterance_of(TEXT, datetime(2026, 3, 4, tzinfo=UTC))
REASON = Slot(name=SlotName.REASON, span=Span(0, 11), text="I'm reading")
OFF = Frame(intent=IntentName.TURN_OFF, span=Span(16, len(TEXT)), odds=0.9)


def test_an_unsure_frame_that_is_only_a_reason_is_one_of_the_next() -> None:
    frames = (Frame(intent=IntentName.TURN_OFF, span=Span(0, 11), odds=0.3, slots=(REASON,)), OFF)
    (frame,) = with_reasons(frames, UTTERANCE)
    assert (frame.span, frame.slots, frame.odds) == (Span(0, len(TEXT)), (REASON,), 0.9)


def test_a_sure_one_and_the_last_one_stay() -> None:
    sure = Frame(intent=IntentName.TURN_OFF, span=Span(0, 11), odds=0.9, slots=(REASON,))
    assert with_reasons((sure, OFF), UTTERANCE) == (sure, OFF)
    unsure = Frame(intent=IntentName.TALK, span=Span(0, 11), odds=0.3, slots=(REASON,))
    assert with_reasons((OFF, unsure), UTTERANCE) == (OFF, unsure)


def test_an_unsure_slot_right_before_a_reason_is_its_beginning() -> None:
    text = "庭に出るので玄関の明かりをつけて"
    utterance = utterance_of(text, datetime(2026, 3, 4, tzinfo=UTC))
    garden = Slot(name=SlotName.TITLE, span=Span(0, 2), text="庭に", odds=0.2)
    going = Slot(name=SlotName.REASON, span=Span(2, 6), text="出るので", odds=0.8)
    light = Slot(name=SlotName.DEVICE, span=Span(9, 12), text="明かり", odds=0.2)
    (frame,) = with_reasons((Frame(intent=IntentName.TURN_ON, span=Span(0, len(text)), odds=0.9, slots=(garden, going, light)),), utterance)
    assert [(slot.name, slot.text) for slot in frame.slots] == [(SlotName.REASON, "庭に出るので"), (SlotName.DEVICE, "明かり")]


def test_a_ritual_that_is_told_as_the_reason_of_an_order_is_not_carried_out_beside_it() -> None:
    for text, ritual in (("we're turning in, so bolt the back door", 16), ("もう寝るから、裏口の鍵をかけて", 7)):
        utterance = utterance_of(text, datetime(2026, 3, 4, tzinfo=UTC))
        told = Frame(intent=IntentName.SCENE, span=Span(0, ritual), odds=0.9)
        order = Frame(intent=IntentName.LOCK, span=Span(ritual, len(text)), odds=0.9)
        (frame,) = with_reasons((told, order), utterance)
        assert (frame.intent, frame.span) == (IntentName.LOCK, Span(0, len(text)))
        assert [slot.name for slot in frame.slots] == [SlotName.REASON]


def test_a_ritual_that_is_asked_for_beside_an_order_stays() -> None:
    for text, ritual in (("film mode, and bolt the back door", 10), ("映画モードにして、裏口の鍵をかけて", 9)):
        utterance = utterance_of(text, datetime(2026, 3, 4, tzinfo=UTC))
        asked = Frame(intent=IntentName.SCENE, span=Span(0, ritual), odds=0.9)
        order = Frame(intent=IntentName.LOCK, span=Span(ritual, len(text)), odds=0.9)
        assert with_reasons((asked, order), utterance) == (asked, order)
