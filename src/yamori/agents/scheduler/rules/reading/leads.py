"""How long before something one wants to be reminded of it, in whichever language it is said."""

from datetime import datetime

from yamori.agents.scheduler.rules.reading.languages import READERS
from yamori.agents.scheduler.rules.reading.reminder_intents import Lead


def lead_of(words: str, now: datetime) -> Lead | None:
    """The length that words such as `the evening before` and 2日前の18時 come to; None for what is none."""
    return next((lead for reader in READERS.values() if (lead := reader.lead_of(words, now)) is not None), None)
