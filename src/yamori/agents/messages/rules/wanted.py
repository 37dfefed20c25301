"""What a sentence has somebody told: its messages, as far as a reader's frames say. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from yamori.domain.home import Person
from yamori.understanding.addressees import Addressee, addressees_in
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.message_frames import unexplained
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of

_OWN = frozenset((SlotName.PERSON, SlotName.TEXT))
_WHOLE = Span(0, 1_000_000)


@dataclass(frozen=True, kw_only=True)
class Message:
    """One of them."""

    to: tuple[Addressee, ...]
    text: str
    """In the person's words; empty where they say none."""
    left: str = ""
    """Words of which nothing is made: a moment, a place, whatever else was said."""
    odds: float = 1.0


def messages_in(frames: Sequence[Frame], utterance: Utterance, people: Sequence[Person]) -> tuple[Message, ...]:
    """The messages of a sentence that asks for nothing else; none of any other."""
    found = [_message(frame, utterance, people) for frame in frames if frame.intent is IntentName.TELL]
    whole = [message for message in found if message is not None]
    return tuple(whole) if len(whole) == len(frames) else ()


def message_within(frames: Sequence[Frame], utterance: Utterance, people: Sequence[Person], *, request: str) -> Message | None:
    """The only message of a longer sentence whose words all stand in a part of it, whatever was said around that part; what else stands in
    the part is left."""
    told = [frame for frame in frames if frame.intent is IntentName.TELL]
    if len(told) != 1:
        return None
    message = _message(told[0], utterance, people)
    own = [slot for slot in told[0].slots if slot.name in _OWN]
    if message is None or any(slot.text not in request for slot in own):
        return None
    rest = utterance_of(request, utterance.now)
    spans = [Span(at, at + len(words)) for slot in own if (at := rest.normal.text.find(words := normal_form(slot.text).text)) >= 0]
    left = unexplained(Frame(intent=IntentName.TELL, span=_WHOLE, slots=tuple(_slot(span) for span in spans)), rest)
    return Message(to=message.to, text=message.text, left=", ".join(rest.normal.shown(span) for span in left), odds=message.odds)


def _slot(span: Span) -> Slot:
    return Slot(name=SlotName.TEXT, text="", span=span)


def _message(frame: Frame, utterance: Utterance, people: Sequence[Person]) -> Message | None:
    to = addressees_in(frame.text(SlotName.PERSON), people, utterance.language)
    if to is None:
        return None
    left = [slot.text for slot in frame.slots if slot.name not in _OWN]
    left += [utterance.normal.shown(span) for span in unexplained(frame, utterance)]
    return Message(to=to, text=frame.text(SlotName.TEXT), left=", ".join(left), odds=frame.odds)
