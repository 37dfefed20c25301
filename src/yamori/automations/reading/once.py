"""Sentences that call something off for one day alone: `no sprinklers on Friday`, 今回だけなし. Pure; `policy` asks first."""

from datetime import date as Day

from yamori.automations.state import AutomationState
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind

_FOR_ONCE = (MarkerKind.ONCE, MarkerKind.ONLY)


def is_for_once(utterance: Utterance) -> bool:
    """Whether what is called off is so on one day, or the next time, and not for good."""
    return _day(utterance) is not None or any(marker.kind in _FOR_ONCE for marker in utterance.markers)


def skipped_day(utterance: Utterance, state: AutomationState) -> Day | None:
    """The day that is named, or the one on which it comes next; None where it does not come then, or comes before."""
    dues = [known.due.astimezone(utterance.now.tzinfo).date() for known in state.triggers if known.due is not None]
    day = _day(utterance) or min(dues, default=None)
    return day if day in dues else None


def _day(utterance: Utterance) -> Day | None:
    """The only date that is said, where nothing that comes again is."""
    dates = {span.date for span in utterance.times if span.date is not None}
    again = any(span.recurrence is not None for span in utterance.times)
    return dates.pop() if len(dates) == 1 and not again else None
