"""A reminder at a moment that nobody named is asked about, and no task without a date."""

from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.scheduler.asking_when import unnamed_moments
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


def reminder(utterance: Utterance, title: str, *, intent: IntentName = IntentName.REMIND) -> Frame:
    at = utterance.normal.text.index(title)
    slot = Slot(name=SlotName.TITLE, text=title, span=Span(at, at + len(title)))
    return Frame(intent=intent, span=Span(0, len(utterance.normal.text)), odds=0.9, slots=(slot,))


def shown(said: str, title: str, *, intent: IntentName = IntentName.REMIND) -> list[str]:
    utterance = utterance_of(said, NOW)
    return [utterance.normal.shown(span) for span in unnamed_moments([reminder(utterance, title, intent=intent)], utterance)]


def test_a_vague_word_is_found_beside_the_title_and_at_its_edge() -> None:
    assert shown("remind me to fetch the parcel sometime", "fetch the parcel") == ["sometime"]
    assert shown("remind me to fetch the parcel later", "fetch the parcel later") == ["later"]
    assert shown("そのうち荷物のことを知らせて", "荷物のこと") == ["そのうち"]


def test_a_word_inside_the_title_is_the_title_s() -> None:
    assert shown("remind me of the see you later party", "the see you later party") == []


@given(st.sampled_from(["at nine", "tomorrow at 10:30", "in two hours", "on Friday at noon"]))
def test_a_moment_that_is_named_is_never_asked_about(moment: str) -> None:
    assert shown(f"remind me to fetch the parcel {moment}", "fetch the parcel") == []


def test_what_is_no_reminder_is_left_alone() -> None:
    assert shown("put fetch the parcel on my list sometime", "fetch the parcel", intent=IntentName.ADD_ENTRY) == []
