"""What a sentence of either language wants of the diary."""

from dataclasses import replace

from yamori.agents.scheduler.rules.reading.clause import Clause
from yamori.agents.scheduler.rules.reading.diary_intents import DiaryAction, DiaryIntent
from yamori.agents.scheduler.rules.reading.languages import reader_of
from yamori.domain.when import When, resolve


def diary_intent(clause: Clause) -> DiaryIntent | None:
    """In either language. What the diary holds is past: `on the 15th` is the last one."""
    found: DiaryIntent | None = reader_of(clause.text).diary_intent(clause)
    if found is None or found.date is None or found.date <= clause.now.date() or found.action is DiaryAction.APPEND:
        return found
    before = past_reading(clause)
    return replace(found, date=before.date, end=before.end_date) if before.date is not None else found


def past_reading(clause: Clause) -> When:
    return resolve(f"was: {clause.text}だった。", clause.now)  # words of either language that turn the reading to the past
