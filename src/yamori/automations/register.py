"""The automations that there are, in memory: what they are, what they remember, what they look at, when they come next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches

from yamori.automations.agenda import Agenda
from yamori.automations.automation import Automation
from yamori.automations.rules.watching import Watching
from yamori.automations.state import AutomationState, TriggerState
from yamori.domain.errors import NotFound

UNTIL = -1
"""Its place in the agenda where its life ends."""


@dataclass(kw_only=True)
class Entry:
    automation: Automation
    state: AutomationState
    fired: tuple[datetime, ...] = ()
    """In the last minute."""
    unreadable: int = 0
    """How often its generated condition could not be evaluated, in a row."""

    def with_trigger(self, number: int, known: TriggerState) -> AutomationState:
        triggers = self.state.triggers
        return replace(self.state, triggers=(*triggers[:number], known, *triggers[number + 1 :]))


class Register:
    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self.watching = Watching()
        self.agenda = Agenda()

    def put(self, automation: Automation, state: AutomationState) -> Entry:
        """A new one, or one whose automation was changed."""
        known = self._entries.get(automation.id)
        if known is None:
            known = self._entries[automation.id] = Entry(automation=automation, state=state)
        else:
            self._forget(known.automation)
            known.automation = automation
        if automation.enabled:
            self.watching.add(automation)
            self.agenda.put((automation.id, UNTIL), automation.life.until)
        self.set_state(known, state)
        return known

    def set_state(self, entry: Entry, state: AutomationState) -> None:
        entry.state = state
        if entry.automation.enabled:
            for number, known in enumerate(state.triggers):
                self.agenda.put((entry.automation.id, number), known.due or known.deadline)

    def drop(self, id: str) -> None:
        self._forget(self._entries.pop(id).automation)

    def find(self, id: str) -> Entry | None:
        return self._entries.get(id)

    def get(self, id: str) -> Entry:
        """Raises `NotFound` with the nearest ids."""
        if (entry := self._entries.get(id)) is None:
            nearest = tuple(get_close_matches(id, self._entries))
            raise NotFound(f"there is no automation {id[:100]!r}", where="id", nearest=nearest)
        return entry

    def all(self) -> Sequence[Entry]:
        return tuple(self._entries.values())

    def _forget(self, automation: Automation) -> None:
        self.watching.remove(automation)
        for number in range(UNTIL, len(automation.triggers)):
            self.agenda.put((automation.id, number), None)
