"""What only says that something is looked for is no complaint of a room."""

from datetime import UTC, datetime

import pytest

from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.searching import without_searches
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("I've lost my umbrella", IntentName.TALK),
        ("can't find the scissors anywhere", IntentName.TALK),
        ("I can not find the scissors", IntentName.TALK),
        ("傘が見つからない", IntentName.TALK),
        ("爪切り、さがしてるんだけど", IntentName.TALK),
        ("it's too dark to find the scissors", IntentName.TOO_DARK),
        ("I can't see a thing in here", IntentName.TOO_DARK),
        ("真っ暗で傘が見つからない", IntentName.TOO_DARK),
        ("暗いなあ", IntentName.TOO_DARK),
    ],
)
def test_who_has_lost_something_complains_of_nothing(text: str, intent: IntentName) -> None:
    frame = Frame(intent=IntentName.TOO_DARK, span=Span(0, len(text)), odds=0.97)
    (found,) = without_searches((frame,), utterance_of(text, datetime(2026, 3, 4, tzinfo=UTC)))
    assert (found.intent, found.odds) == (intent, 0.97)
