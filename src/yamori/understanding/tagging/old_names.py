"""What is renamed: of two texts of a change (`call the choir rehearsal singing`) the first is the name that there is.

The trained reader calls this; pure.
"""

from dataclasses import replace

from yamori.understanding.frame import Frame, IntentName, SlotName


def with_old_name(frame: Frame) -> Frame:
    """The frame of a change with its first text as the title of what is changed, where it has two texts and no title."""
    texts = sorted((slot for slot in frame.slots if slot.name is SlotName.TEXT), key=lambda slot: slot.span)
    if frame.intent is not IntentName.CHANGE or len(texts) != 2 or any(slot.name is SlotName.TITLE for slot in frame.slots):
        return frame
    old = replace(texts[0], name=SlotName.TITLE)
    return replace(frame, slots=tuple(old if slot is texts[0] else slot for slot in frame.slots))
