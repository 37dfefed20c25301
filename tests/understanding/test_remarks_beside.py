"""What is told before a request is its reason, where the turn as a whole was not surely read."""

from datetime import UTC, datetime

import pytest

from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.marked import marked
from yamori.understanding.remarks_beside import SURE, without_remarks
from yamori.understanding.utterance import Utterance, utterance_of

NOW = datetime(2026, 11, 25, 9, 0, tzinfo=UTC)


class BookReader:
    """Reads the sentences that it was given, each as its marked line says, with these odds."""

    def __init__(self, *lines: tuple[str, float]) -> None:
        self._known = {
            marked(line).text: tuple(Frame(intent=f.intent, span=f.span, slots=f.slots, odds=odds) for f in marked(line).frames)
            for line, odds in lines
        }

    async def prepare(self) -> None:
        pass

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        return self._known.get(utterance.text, ())


async def frames_of(whole: str, odds: float, alone: str, alone_odds: float = 0.95) -> tuple[Frame, ...]:
    reader = BookReader((whole, odds), (alone, alone_odds))
    utterance = utterance_of(marked(whole).text, NOW)
    return await without_remarks(await reader.read(utterance), utterance, reader)


async def test_a_request_behind_what_is_only_told_is_read_by_itself() -> None:
    whole = "add_item: We're off to [title|the lake]. Put [title|towels] on a [list_name|list]."
    (frame,) = await frames_of(whole, 0.6, "add_item: Put [title|towels] on a [list_name|list].")
    assert frame.text(SlotName.REASON) == "We're off to the lake." and frame.texts(SlotName.TITLE) == ("towels",)
    assert frame.span.start == 0 and [marked(whole).text[s.span.start : s.span.end] for s in frame.slots[1:]] == ["towels", "list"]


async def test_what_is_told_behind_a_request_is_its_reason_to_the_last_word() -> None:
    whole = "set: Make it [value|twenty]. [reason|My throat] gets [reason|sore otherwise]."
    utterance = utterance_of(marked(whole).text, NOW)
    reader = BookReader((whole, 0.95))
    (frame,) = await without_remarks(await reader.read(utterance), utterance, reader)
    assert frame.texts(SlotName.REASON) == ("My throat gets sore otherwise.",) and frame.texts(SlotName.VALUE) == ("twenty",)


async def test_a_request_between_two_remarks_keeps_both_as_reasons() -> None:
    whole = "add_item: The well is dry. Put [title|water] on the list. My sister has none either."
    (frame,) = await frames_of(whole, 0.5, "add_item: Put [title|water] on the list.", 0.75)
    assert frame.texts(SlotName.REASON) == ("The well is dry.", "My sister has none either.")


@pytest.mark.parametrize(
    ("whole", "odds", "alone", "alone_odds"),
    [
        ("turn_on: It's gloomy. Put [device|the lamp] on.", SURE, "turn_on: Put [device|the lamp] on.", 1.0),
        ("turn_on: It's gloomy. Put [device|the lamp] on.", 0.6, "turn_on: Put [device|the lamp] on.", 0.6),
        ("turn_on: Shut the gate. Put [device|the lamp] on.", 0.6, "turn_on: Put [device|the lamp] on.", 1.0),
        ("remind: Tom has judo on Mondays. Remind me at three.", 0.6, "remind: Remind me [when|at three].", 1.0),
    ],
)
async def test_a_sure_whole_an_unsure_request_another_request_and_a_day_leave_it_as_it_is(
    whole: str, odds: float, alone: str, alone_odds: float
) -> None:
    found = await frames_of(whole, odds, alone, alone_odds)
    assert not any(frame.texts(SlotName.REASON) for frame in found)
    assert {frame.intent for frame in found} <= {IntentName.TURN_ON, IntentName.REMIND}
