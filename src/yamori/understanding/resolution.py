"""What an agent makes of frames: calls, the words that they carry out, and the frames that it could not resolve.

Agents fill it with code alone: names to devices and entries, words of time to dates, amounts to arguments. A frame is resolved whole or not
at all: a slot that cannot be honoured (a condition, an unknown device, a moment that the tool does not take) leaves the whole frame.
"""

from dataclasses import dataclass

from yamori.agentkit.agent import ToolCall
from yamori.understanding.frame import Frame, Slot
from yamori.understanding.span import Span


@dataclass(frozen=True, kw_only=True)
class Unresolved:
    """A frame for which nothing can be called."""

    frame: Frame
    slot: Slot | None = None
    """What of it could not be honoured; None where the intent itself is not this agent's."""
    options: tuple[str, ...] = ()
    """What the slot may refer to, as people call it, where it is one of several."""


@dataclass(frozen=True, kw_only=True)
class Resolution:
    calls: tuple[ToolCall, ...] = ()
    """In the order in which they are to be done; all of them come from `resolved`."""
    explained: tuple[Span, ...] = ()
    """Where the slots stand that the calls honour, in the utterance's normal form."""
    resolved: tuple[Frame, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    reason: str = ""
    """Why just this is done, where the person named no remedy: a sentence in their language with `{done}` for what was done."""
    named: frozenset[str] = frozenset()
    """The ids of everything that the frames name, resolved or not; empty where that cannot be told."""
