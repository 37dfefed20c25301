"""A condition on the state of things, as it is asked and as it is reported."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Condition:
    """The parts are in the sentence's language; those of `so` and `not_so` complete what is told."""

    question: str
    """Asks for the state without its negation: `is anybody in the den?`."""
    wanted: bool
    """The answer to `question` under which `actions` are wanted."""
    so: str
    """As it was said: `nobody is in the den`; in Japanese in the plain form, before ので."""
    not_so: str
    """The opposite: `somebody is in the den`."""
    actions: str
    """What is governed, with its `there` replaced by the place."""
    leads: bool
    """It stands before what it governs, so that it is no part of what is to be written down."""
    placed: bool
    """The condition names a place: what is governed is meant there."""
