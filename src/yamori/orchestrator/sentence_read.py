"""What the reader made of a sentence, as an event of the turn: the planner has it shown before the plan."""

from collections.abc import Sequence

from yamori.domain.events import ReadFrame, ReadSlot, SentenceRead
from yamori.understanding.frame import Frame
from yamori.understanding.utterance import Utterance

_DIGITS = 3


def sentence_read(frames: Sequence[Frame], utterance: Utterance) -> SentenceRead:
    """The frames in the person's own words, with the reader's odds of each."""
    return SentenceRead(
        frames=tuple(
            ReadFrame(
                intent=frame.intent.value,
                text=utterance.normal.shown(frame.span).strip(),
                odds=round(frame.odds, _DIGITS),
                slots=tuple(ReadSlot(name=slot.name.value, text=slot.text, odds=round(slot.odds, _DIGITS)) for slot in frame.slots),
            )
            for frame in frames
        )
    )
