"""Which triggers look at a reading, and which automations wait for the end of something: a change wakes only those."""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

from yamori.automations.automation import Automation
from yamori.automations.trigger import Ends, Source, trigger_paths

Place = tuple[str, int]
"""An automation's id, and which of its triggers."""
Subject = TypeVar("Subject", bound=Hashable)


class _Lookup(Generic[Subject]):
    """Insertion-ordered, so that what is woken together is woken in the order in which it was made."""

    def __init__(self) -> None:
        self._places: dict[Subject, dict[Place, None]] = defaultdict(dict)

    def add(self, subject: Subject, place: Place) -> None:
        self._places[subject][place] = None

    def remove(self, subject: Subject, place: Place) -> None:
        if subject in self._places:
            self._places[subject].pop(place, None)
            if not self._places[subject]:
                del self._places[subject]

    def of(self, subject: Subject) -> tuple[Place, ...]:
        return tuple(self._places.get(subject, ()))


class Watching:
    """Of the automations that are on."""

    def __init__(self) -> None:
        self._paths: _Lookup[str] = _Lookup()
        self._ends: _Lookup[tuple[Source, str]] = _Lookup()

    def add(self, automation: Automation) -> None:
        for number, trigger in enumerate(automation.triggers):
            for path in trigger_paths(trigger):
                self._paths.add(path, (automation.id, number))
            if isinstance(trigger, Ends):
                self._ends.add((trigger.source, trigger.id), (automation.id, number))

    def remove(self, automation: Automation) -> None:
        for number, trigger in enumerate(automation.triggers):
            for path in trigger_paths(trigger):
                self._paths.remove(path, (automation.id, number))
            if isinstance(trigger, Ends):
                self._ends.remove((trigger.source, trigger.id), (automation.id, number))

    def looking_at(self, path: str) -> tuple[Place, ...]:
        return self._paths.of(path)

    def waiting_for(self, source: Source, id: str) -> tuple[Place, ...]:
        return self._ends.of((source, id))


def by_automation(places: tuple[Place, ...]) -> Mapping[str, tuple[int, ...]]:
    """The triggers of each automation, in order."""
    found: dict[str, list[int]] = {}
    for id, number in places:
        found.setdefault(id, []).append(number)
    return {id: tuple(numbers) for id, numbers in found.items()}
