"""Variations of marked sentences, so that names are learned by their place and not by heart: slots change places, sentences are joined."""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.marked import MarkedSentence
from yamori.understanding.span import Span

_EXCHANGED = (
    SlotName.DEVICE,
    SlotName.ROOM,
    SlotName.TITLE,
    SlotName.WHEN,
    SlotName.PERSON,
    SlotName.CONTENT,
    SlotName.LIST_NAME,
    SlotName.REPEAT,
)
_JOINTS = {
    True: (" and ", ", and ", ", ", " and then ", ". ", " also ", "; oh and "),
    False: ("、", "。", "、あと", "。それと", "。あ、", "、それから"),
}


class Mixer:
    """Varies sentences with the slots of others."""

    def __init__(self, sentences: Sequence[MarkedSentence]) -> None:
        self._texts: dict[tuple[SlotName, str, bool], list[str]] = defaultdict(list)
        self._single: dict[bool, list[MarkedSentence]] = defaultdict(list)
        for sentence in sentences:
            if len(sentence.frames) == 1:
                self._single[sentence.text.isascii()].append(sentence)
            for frame in sentence.frames:
                for slot in frame.slots:
                    self._texts[slot.name, _kind(frame, slot.name), slot.text.isascii()].append(slot.text)

    def varied(self, sentence: MarkedSentence) -> MarkedSentence:
        """Another sentence that asks for the like, or the same one."""
        if random.random() < 0.35:
            sentence = self._exchanged(sentence)
        if random.random() < 0.2 and self._single[sentence.text.isascii()]:
            sentence = _joined(sentence, random.choice(self._single[sentence.text.isascii()]))
        if random.random() < 0.25:
            sentence = _edited(sentence, lambda text: re.sub(r"[.,!?、。！？]", lambda m: " " if m[0] in "、。" else "", text))
        if random.random() < 0.08 and sentence.text.isascii():
            sentence = _edited(sentence, _mistyped)
        if random.random() < 0.1 and sentence.text.isascii():
            sentence = _edited(sentence, lambda text: text.replace("'", ""))
        return sentence

    def _exchanged(self, sentence: MarkedSentence) -> MarkedSentence:
        chosen: dict[Span, str] = {}
        for frame in sentence.frames:
            for slot in frame.slots:
                if slot.name in _EXCHANGED and random.random() < 0.6:
                    others = self._texts[slot.name, _kind(frame, slot.name), slot.text.isascii()]
                    chosen[slot.span] = random.choice(others) if others else slot.text
        return _rebuilt(sentence, chosen)


def _kind(frame: Frame, slot: SlotName) -> str:
    """What a slot may be exchanged among: things of one intent, moments of all."""
    return "" if slot in (SlotName.ROOM, SlotName.WHEN, SlotName.PERSON, SlotName.REPEAT) else frame.intent.value


def _rebuilt(sentence: MarkedSentence, texts: dict[Span, str]) -> MarkedSentence:
    """The sentence with other texts in some spans, everything behind them moved."""

    def moved(at: int) -> int:
        return at + sum(len(text) - (span.end - span.start) for span, text in texts.items() if span.end <= at)

    text, last = "", 0
    for span, new in sorted(texts.items()):
        text += sentence.text[last : span.start] + new
        last = span.end
    text += sentence.text[last:]
    frames = []
    for frame in sentence.frames:
        slots = []
        for slot in frame.slots:
            start = moved(slot.span.start)
            new = texts.get(slot.span, slot.text)
            slots.append(replace(slot, text=new, span=Span(start, start + len(new))))
        frames.append(replace(frame, span=Span(moved(frame.span.start), moved(frame.span.end)), slots=tuple(slots)))
    return MarkedSentence(text=text, frames=tuple(frames))


def _joined(first: MarkedSentence, second: MarkedSentence) -> MarkedSentence:
    head = first.text.rstrip(" .!?、。！？")
    joint = random.choice(_JOINTS[first.text.isascii()])
    if random.random() < 0.5:  # two sentences, the first with its own mark
        head, joint = _sentence(first.text)
    begun = len(head) + (0 if joint[:1] in ("", " ") else 1)
    shift = len(head) + len(joint)
    kept = tuple(replace(f, span=Span(f.span.start, min(f.span.end, len(head)))) for f in first.frames)
    if any(s.span.end > len(head) for f in first.frames for s in f.slots):
        return first
    added = tuple(
        replace(
            f,
            span=Span(begun if n == 0 else f.span.start + shift, f.span.end + shift),
            slots=tuple(replace(s, span=Span(s.span.start + shift, s.span.end + shift)) for s in f.slots),
        )
        for n, f in enumerate(second.frames)
    )
    return MarkedSentence(text=head + joint + second.text, frames=(*kept, *added))


def _sentence(text: str) -> tuple[str, str]:
    """A text up to where its sentence ends, and what stands between it and the next one."""
    english = text.isascii()
    head = text.rstrip(" ")
    mark = "" if head[-1:] in ".!?。！？" else random.choice((".", ".", "!") if english else ("。", "。", "！"))
    return head, mark + (" " if english else "")


def _edited(sentence: MarkedSentence, edit: Callable[[str], str]) -> MarkedSentence:
    """The sentence with what stands outside slots edited."""
    borders = sorted(s.span for f in sentence.frames for s in f.slots)
    gaps, last = {}, 0
    for span in (*borders, Span(len(sentence.text), len(sentence.text))):
        if last < span.start:
            gaps[Span(last, span.start)] = edit(sentence.text[last : span.start])
        last = span.end
    cuts = {f.span.start for f in sentence.frames}
    if any(span.start < cut < span.end for span in gaps for cut in cuts):
        return sentence  # a frame begins inside
    return _rebuilt(sentence, gaps)


def _mistyped(text: str) -> str:
    if len(text) < 6:
        return text
    at = random.randrange(1, len(text) - 2)
    if not (text[at].isalpha() and text[at + 1].isalpha()):
        return text
    return text[:at] + (text[at + 1] + text[at] if random.random() < 0.5 else "") + text[at + 2 if random.random() < 0.5 else at + 1 :]
