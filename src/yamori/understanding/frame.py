"""What a sentence asks for, in a form that no language shows in: frames with slots.

A reader (`understanding.reader`) makes them; the agents resolve their slots to devices, entries and dates. A frame decides nothing and
names nothing of the house.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from yamori.understanding.span import Span


class IntentName(StrEnum):
    """What is asked for, told, or complained about."""

    TURN_ON = "turn_on"
    TURN_OFF = "turn_off"
    OPEN = "open"
    CLOSE = "close"
    LOCK = "lock"
    UNLOCK = "unlock"
    SET = "set"
    INCREASE = "increase"
    DECREASE = "decrease"
    START = "start"
    STOP = "stop"
    PAUSE = "pause"
    RESUME = "resume"
    PLAY = "play"
    OPERATE = "operate"
    GET = "get"
    EXPLAIN = "explain"
    UNDO = "undo"
    NOTIFY = "notify"
    SCENE = "scene"
    SAVE_SCENE = "save_scene"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    TOO_COLD = "too_cold"
    TOO_HOT = "too_hot"
    TOO_LOUD = "too_loud"
    TOO_QUIET = "too_quiet"
    STUFFY = "stuffy"
    TOO_HUMID = "too_humid"
    TOO_DRY = "too_dry"
    UNWELL = "unwell"
    ADD_ENTRY = "add_entry"
    ADD_ITEM = "add_item"
    REMIND = "remind"
    SET_ALARM = "set_alarm"
    SET_TIMER = "set_timer"
    COMPLETE = "complete"
    DELETE = "delete"
    MOVE = "move"
    CHANGE = "change"
    SKIP = "skip"
    LIST = "list"
    FIND = "find"
    FREE_TIME = "free_time"
    WRITE_DIARY = "write_diary"
    READ_DIARY = "read_diary"
    ASK = "ask"
    REMEMBER = "remember"
    FORGET = "forget"
    RECALL = "recall"
    WEB = "web"
    MESSAGE = "message"
    TALK = "talk"
    CONFIRM = "confirm"
    REJECT = "reject"
    IMPOSSIBLE = "impossible"
    TELL = "tell"
    """A message or reminder for somebody who lives in the home: no reader learns it, `understanding.message_frames` makes it of others."""


READING = frozenset(
    (
        IntentName.GET,
        IntentName.EXPLAIN,
        IntentName.LIST,
        IntentName.FIND,
        IntentName.FREE_TIME,
        IntentName.READ_DIARY,
        IntentName.ASK,
        IntentName.RECALL,
    )
)
"""What only asks to be told something."""
DEVICE_COMMANDS = frozenset(
    (
        IntentName.TURN_ON,
        IntentName.TURN_OFF,
        IntentName.OPEN,
        IntentName.CLOSE,
        IntentName.LOCK,
        IntentName.UNLOCK,
        IntentName.SET,
        IntentName.INCREASE,
        IntentName.DECREASE,
        IntentName.START,
        IntentName.STOP,
        IntentName.PAUSE,
        IntentName.RESUME,
        IntentName.OPERATE,
    )
)
"""What is asked of devices alone."""
ASKING = (
    READING
    | DEVICE_COMMANDS
    | {IntentName.PLAY, IntentName.UNDO, IntentName.NOTIFY, IntentName.SCENE, IntentName.SET_ALARM, IntentName.SET_TIMER, IntentName.WEB}
)
"""What asks for an answer or for an act of the house, and so tells it nothing of the person's life."""
COMPLAINTS = frozenset(
    (
        IntentName.TOO_DARK,
        IntentName.TOO_BRIGHT,
        IntentName.TOO_COLD,
        IntentName.TOO_HOT,
        IntentName.TOO_LOUD,
        IntentName.TOO_QUIET,
        IntentName.STUFFY,
        IntentName.TOO_HUMID,
        IntentName.TOO_DRY,
    )
)
"""What bothers somebody who does not say what is to be done."""


class SlotName(StrEnum):
    """What a piece of a frame's text is about."""

    DEVICE = "device"
    ROOM = "room"
    FEATURE = "feature"
    VALUE = "value"
    DELTA = "delta"
    EXCEPT = "except"
    CONTENT = "content"
    TITLE = "title"
    WHEN = "when"
    NEW_WHEN = "new_when"
    DURATION = "duration"
    REPEAT = "repeat"
    LEAD = "lead"
    LIST_NAME = "list_name"
    PERSON = "person"
    TEXT = "text"
    QUERY = "query"
    CONDITION = "condition"
    REASON = "reason"
    RETRACTED = "retracted"


@dataclass(frozen=True, kw_only=True)
class Slot:
    """A piece of the text and what it is about."""

    name: SlotName
    text: str
    span: Span
    odds: float = 1.0
    """The reader's own estimate that name and borders are right, 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One thing that a sentence asks for. Spans are of the utterance's normal form."""

    intent: IntentName
    span: Span
    slots: tuple[Slot, ...] = ()
    odds: float = 1.0
    """The reader's own estimate that the intent is right, 0 to 1, fitted to sentences that it did not learn from."""
    asking: tuple[Span, ...] = ()
    """Words that the reader surely takes for no slot: verbs, fillers and the like, with which it is asked for."""

    def texts(self, name: SlotName) -> tuple[str, ...]:
        """What stands in all slots of a name, in their order."""
        return tuple(s.text for s in self.slots if s.name is name)

    def text(self, name: SlotName) -> str:
        """What stands in the first slot of a name; empty where there is none."""
        return next(iter(self.texts(name)), "")

    def moved(self, by: int) -> "Frame":
        """The same frame of a text in which its own begins so many characters later."""

        def span(of: Span) -> Span:
            return Span(of.start + by, of.end + by)

        slots = tuple(replace(slot, span=span(slot.span)) for slot in self.slots)
        return replace(self, span=span(self.span), slots=slots, asking=tuple(map(span, self.asking)))
