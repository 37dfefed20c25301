"""A reader's questions about a timer or an alarm, which it takes for a device: they are about the schedule.

Called before frames are judged by their odds. What a person calls a timer is what `vocabulary.yaml` says.
"""

from dataclasses import replace

from yamori.agents.scheduler.frames.vocabulary import forms_of, speak_of
from yamori.understanding.frame import Frame, IntentName, SlotName

_SORTS = ("timer", "alarm", "reminder")


def about_the_schedule(frame: Frame) -> Frame:
    """A question that names nothing but timers, alarms or reminders looks for these; any other frame stays as it is."""
    devices = [slot for slot in frame.slots if slot.name is SlotName.DEVICE]
    if frame.intent is not IntentName.GET or not devices or any(slot.name is SlotName.ROOM for slot in frame.slots):
        return frame
    if not all(any(speak_of(forms_of(slot.text), sort) for sort in _SORTS) for slot in devices):
        return frame
    slots = tuple(replace(slot, name=SlotName.TITLE) if slot in devices else slot for slot in frame.slots)
    return replace(frame, intent=IntentName.FIND, slots=slots)
