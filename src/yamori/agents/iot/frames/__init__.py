"""What the IoT agent makes of frames: names to devices of this home, and what is asked for to their commands, by code alone.

`resolve` is the only endpoint. It is a pure function: no model, no clock, no gate. No sentence is read here: a reader did that, and the
rules (`agents/iot/rules`) are asked about the words of single slots only.
"""

from yamori.agents.iot.frames.resolver import resolve

__all__ = ["resolve"]
