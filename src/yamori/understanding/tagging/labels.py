"""The labels that the encoder's pieces and frames get, in the order in which the adapter's rows hold them."""

from yamori.understanding.frame import IntentName, SlotName

INTENTS: tuple[IntentName, ...] = tuple(intent for intent in IntentName if intent is not IntentName.TELL)
OUTSIDE = 0
"""The label of a piece that is in no slot."""


def begins(slot: SlotName) -> int:
    """The label of a slot's first piece."""
    return 1 + 2 * SLOTS.index(slot)


def goes_on(slot: SlotName) -> int:
    """The label of a slot's other pieces."""
    return 2 + 2 * SLOTS.index(slot)


def slot_of(label: int) -> SlotName | None:
    return None if label == OUTSIDE else SLOTS[(label - 1) // 2]


def is_beginning(label: int) -> bool:
    return label != OUTSIDE and label % 2 == 1


SLOTS: tuple[SlotName, ...] = tuple(SlotName)
LABELS = 1 + 2 * len(SLOTS)
