"""Questions whose answer is told at a moment that stands before them, by their words."""

from datetime import datetime

import pytest

from yamori.understanding.asked_later import asked_later
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-04T19:00:00+09:00")


def read(text: str, intent: IntentName = IntentName.REMIND) -> tuple[Frame, ...]:
    utterance = utterance_of(text, NOW)
    return asked_later([Frame(intent=intent, span=Span(0, len(utterance.normal.text)), odds=0.4)], utterance)


@pytest.mark.parametrize(
    ("text", "moment", "question"),
    [
        ("every Friday at six pm tell me what films are on", "every Friday at six pm", "what films are on"),
        ("tomorrow at nine, tell me how to descale the kettle", "tomorrow at nine", "how to descale the kettle"),
        ("毎朝8時に天気を教えて", "毎朝8時", "天気を"),
        ("毎週金曜の18時に来週の予定を教えて", "毎週金曜の18時", "来週の予定を"),
    ],
)
def test_a_question_with_a_moment_before_it_is_asked_then(text: str, moment: str, question: str) -> None:
    (frame,) = read(text)
    assert frame.intent is IntentName.ASK
    assert (frame.text(SlotName.REPEAT), frame.text(SlotName.QUERY)) == (moment, question)


@pytest.mark.parametrize(
    "text",
    [
        "tell me what films are on at six",
        "every Friday tell me what films are on",
        "every Friday at six tell me",
        "when the gate opens, tell me who is there",
        "明日の予定を教えて",
        "8時に門が開いたら教えて",
        "7時に起こして",
    ],
)
def test_whatever_has_no_such_moment_stays_as_it_was_read(text: str) -> None:
    assert [frame.intent for frame in read(text)] == [IntentName.REMIND]


def test_what_is_to_be_done_is_no_question() -> None:
    assert [f.intent for f in read("every day at six tell me what is on", IntentName.TURN_ON)] == [IntentName.TURN_ON]
