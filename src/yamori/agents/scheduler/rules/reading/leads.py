"""How long before something one wants to be told of it, in either language."""

from datetime import datetime

from yamori.agents.scheduler.rules.reading.english import leads as english
from yamori.agents.scheduler.rules.reading.japanese import leads as japanese
from yamori.agents.scheduler.rules.reading.reminder_intents import Lead


def lead_of(words: str, now: datetime) -> Lead | None:
    """The length that words such as `the evening before` and 2日前の18時 come to; None for what is none."""
    return english.lead_of(words, now) or japanese.lead_of(words, now)
