"""A question about the past beside a remark, a topic or a question that adds nothing: still about the past."""

from datetime import datetime

from yamori.agents.iot.rules.past.alone import asking_alone
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.utterance import Utterance, utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


def frame(utterance: Utterance, words: str, intent: IntentName, device: str = "", *, odds: float = 0.9) -> Frame:
    text = utterance.normal.text
    span = utterance.normal.span_of(start := text.index(words), start + len(words))
    at = text.index(device) if device else 0
    slots = (Slot(name=SlotName.DEVICE, text=device, span=utterance.normal.span_of(at, at + len(device))),) if device else ()
    return Frame(intent=intent, span=span, odds=odds, slots=slots)


def test_a_remark_before_it_asks_for_nothing() -> None:
    said = utterance_of("she must have gone out. when was the back door last open?", NOW)
    remark = frame(said, "she must have gone out", IntentName.GET)
    asked = frame(said, "when was the back door last open", IntentName.GET, "back door")
    assert asking_alone((remark, asked), said) == (asked,)


def test_an_unsure_topic_says_what_it_is_about() -> None:
    said = utterance_of("洗濯機さ、何時に終わった?", NOW)
    topic = frame(said, "洗濯機", IntentName.START, "洗濯機", odds=0.4)
    (found,) = asking_alone((topic, frame(said, "何時に終わった", IntentName.GET)), said)
    assert [slot.text for slot in found.slots] == ["洗濯機"] and found.span.start == topic.span.start


def test_what_is_surely_wanted_beside_it_stays() -> None:
    said = utterance_of("start the washer. when was the back door last open?", NOW)
    frames = (
        frame(said, "start the washer", IntentName.START, "washer"),
        frame(said, "when was the back door last open", IntentName.GET, "back door"),
    )
    assert asking_alone(frames, said) == frames
