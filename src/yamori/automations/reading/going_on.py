"""Sentences that go on about what was set up last: being told as well. Pure."""

from collections.abc import Sequence

from yamori.understanding.frame import READING, Frame, SlotName
from yamori.understanding.going_on import around, going_on_words
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind


def also_told(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether somebody only asks to be told as well (`also tell me`, 私にも知らせて)."""
    kinds = {marker.kind for marker in utterance.markers}
    if kinds != {MarkerKind.NOTIFICATION} or utterance.times:
        return False
    if any(f.intent in READING or any(s.name not in (SlotName.PERSON, SlotName.TEXT) for s in f.slots) for f in frames):
        return False
    spans = [marker.span for marker in utterance.markers]
    loose = [word for topic in ("adding", "me", "beside") for word in going_on_words(topic, utterance.language)]
    if not utterance.vocabulary.morphemes:
        return all(word in loose for word in around(utterance, spans).split())
    outside = [word for word in utterance.words if not any(word.span.overlaps(span) for span in spans)]
    return all(word.text in loose or word.base in loose for word in outside)
