"""From the frames of a sentence to tool calls on the schedule, by code alone.

The language has been read when this begins (`understanding.frame`): titles are matched, times and lengths computed, calls built. It never
guesses: a frame of which one slot cannot be honoured leads to no call.
"""

from yamori.agents.scheduler.frames.resolving import resolve

__all__ = ["resolve"]
