"""Texts longer than a sentence that are plainly dictated: what is to stand in the diary, however long it is.

Only the beginning and the end of the text are read, where the order stands; what lies between is kept as it was said."""

from dataclasses import replace
from datetime import datetime

from yamori.agentkit.agent import Decided
from yamori.agents.scheduler.rules.reading.clause import Clause
from yamori.agents.scheduler.rules.reading.diary_intents import DiaryAction, DiaryIntent
from yamori.agents.scheduler.rules.reading.languages import reader_of
from yamori.agents.scheduler.rules.resolving.diary_calls import call_for

HEAD, TAIL = 90, 40
"""Characters of the beginning and of the end that are read."""

_KEPT = "\uf8ff"
"""Stands for what is not read, as a private character that no rule knows."""
_LINE = "\uf8fe"
"""Stands for the end of a line, which rules do not read across."""


def dictated(text: str, now: datetime) -> Decided | None:
    """The entry of the diary that a long text dictates, or None where it dictates none."""
    said = "".join(c for c in text if not "\ue000" <= c <= _KEPT)
    if len(said) <= HEAD + TAIL:
        return None
    read = (said[:HEAD] + _KEPT + said[-TAIL:]).replace("\n", f" {_LINE}")
    intent: DiaryIntent | None = reader_of(read).diary_intent(Clause(read, (), now))
    if intent is None or intent.action not in (DiaryAction.APPEND, DiaryAction.OVERWRITE) or intent.text.count(_KEPT) != 1:
        return None
    return Decided(calls=(call_for(replace(intent, text=_restored(intent.text, said[HEAD:-TAIL]))),))


def _restored(entry: str, between: str) -> str:
    return entry.replace(_KEPT, between).replace(f" {_LINE}", "\n").replace(_LINE, "").strip(' \n“”"「」')
