"""Sentences that want a scene with one value of its own this time: `siesta, but at 30 %`, 昼寝、でも30%で. Pure."""

import re
from collections.abc import Sequence

from yamori.domain.language import Language, language_of
from yamori.scenes.reading.correcting import is_wanted
from yamori.scenes.reading.known import Known
from yamori.scenes.reading.targets import own_target
from yamori.scenes.reading.vocabulary import words_for
from yamori.scenes.reading.wanted import Amount, Run, Unfit
from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_UNITS = {"percent": "%", "degrees": "°C"}
"""Topics of words for what is measured to units of attributes."""


def adjusted_in(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Run | Unfit | None:
    """The scene and the value; of a sentence that asks for more than both, what is too much. None for a sentence of another kind."""
    text = utterance.normal.text
    target = own_target(text, known.scenes)
    if target is None or target.scene is None or not is_wanted(text, target):
        return None
    name = max((n for n in target.scene.all_names if text.casefold().startswith(n.casefold())), key=len, default="")
    called = Span(0, len(name))
    slots = (slot for frame in frames for slot in frame.slots if slot.name is SlotName.VALUE)
    values = [slot for slot in slots if not slot.span.overlaps(called)]  # a reader may take a part of a name for a value
    if len(values) != 1:
        return None
    taken = (called, values[0].span)
    around = (*words_for("around", language_of(text)), *words_for("but", language_of(text)))
    left = [w.text for w in utterance.words if not any(w.span.overlaps(span) for span in taken) and w.text.casefold() not in around]
    amount = amount_in(text[values[0].span.start :], language_of(text))
    if left or amount is None:
        return Unfit(words=text[len(name) :].strip(" ,、。.!"))
    return Run(target=target, value=amount)


def amount_in(text: str, language: Language) -> Amount | None:
    """The number that a text begins with, after a few characters at most, and its unit."""
    number = re.match(r"\D{0,4}?(\d+(?:\.\d+)?)\s*", text)
    if number is None:
        return None
    rest = text[number.end() :].casefold()
    topic = next((t for t in _UNITS if any(word and rest.startswith(word) for word in words_for(t, language))), None)
    return Amount(value=float(number[1]), unit=_UNITS[topic] if topic is not None else "")
