"""The moments that are waited for, soonest first: of each trigger at most one."""

import heapq
from collections.abc import Sequence
from datetime import UTC, datetime

from yamori.automations.rules.watching import Place


class Agenda:
    def __init__(self) -> None:
        self._moments: dict[Place, datetime] = {}
        self._heap: list[tuple[datetime, Place]] = []
        """Also moments that do not count any more; those are passed over."""

    def put(self, place: Place, moment: datetime | None) -> None:
        """Wait for this moment at this place, and for no other; None for none."""
        if moment is None:
            self._moments.pop(place, None)
        elif self._moments.get(place) != moment:
            self._moments[place] = moment.astimezone(UTC)
            heapq.heappush(self._heap, (self._moments[place], place))
            if len(self._heap) > 64 + 4 * len(self._moments):
                self._heap = [(moment, place) for place, moment in self._moments.items()]
                heapq.heapify(self._heap)

    def first(self) -> tuple[datetime, Place] | None:
        """At the same moment what has the lower number comes first."""
        while self._heap and self._moments.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0] if self._heap else None

    def take(self, upto: datetime) -> Sequence[tuple[datetime, Place]]:
        """Everything that has come by then, in order; it is not waited for any more."""
        taken = []
        while (first := self.first()) is not None and first[0] <= upto:
            heapq.heappop(self._heap)
            del self._moments[first[1]]
            taken.append(first)
        return taken

    def in_order(self) -> Sequence[tuple[datetime, Place]]:
        return sorted((moment, place) for place, moment in self._moments.items())
