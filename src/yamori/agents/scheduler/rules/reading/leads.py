"""How long before something one wants to be reminded of it, in whichever language it is said."""

from datetime import datetime

from yamori.agents.scheduler.rules.reading.languages import READERS
from yamori.agents.scheduler.rules.reading.reminder_intents import Lead


def lead_of(words: str, now: datetime) -> Lead | None:
    """The length that words such as `the evening before` and 2日前の18時 come to; None for what is none."""
    return next((lead for reader in READERS.values() if (lead := reader.lead_of(words, now)) is not None), None)


def spoken_lead_of(words: str, now: datetime) -> Lead | None:
    """The same of words that may still be tied to a verb: 前日に."""
    return next((lead for reader in READERS.values() if (lead := lead_of(reader.bare(words), now)) is not None), None)


def lead_at(words: str, clock: str, now: datetime) -> Lead | None:
    """The same with a time of that day, which stands apart."""
    return next((lead for reader in READERS.values() if (lead := lead_of(reader.with_clock(words, clock), now)) is not None), None)
