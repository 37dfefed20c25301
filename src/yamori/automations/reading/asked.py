"""Questions that state how something is (`everyone is out?`, 蔵は空？), before what hangs on their answer. Pure."""

from collections.abc import Sequence
from datetime import datetime

from yamori.automations.reading.hanging import HANGING
from yamori.understanding.frame import Frame
from yamori.understanding.utterance import Utterance, utterance_of


def is_asked(frames: Sequence[Frame], utterance: Utterance, said: str) -> bool:
    """Whether a part of what was `said` is one question, with more behind it, that waits for nothing itself."""
    text = utterance.text.strip()
    goes_on = said.strip().startswith(text) and len(said.strip()) > len(text)
    return goes_on and text.endswith(("?", "？")) and not any(slot.name in HANGING for frame in frames for slot in frame.slots)


def stated(question: str, now: datetime) -> str:
    """What a question asks without its mark, and with the verb behind a pronoun (`is it foggy?` as `it is foggy`)."""
    utterance = utterance_of(question, now)
    text, words = utterance.normal.text.strip(" ?？"), utterance.vocabulary
    said = text.split(" ")
    turned = not words.morphemes and len(said) > 2 and said[0].lower() in words.inverted and said[1].lower() in words.pronouns
    return " ".join((said[1], said[0].lower(), *said[2:])) if turned else text
