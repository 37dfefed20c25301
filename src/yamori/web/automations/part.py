"""The part of the page that changes by itself, and what opens in a row: built from the ports, rendered for one reader."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b

from yamori.domain.errors import YamoriError
from yamori.web.automation_port import BackTestSeen, Coming, Did, Kind, Untested
from yamori.web.automations.chart import DAYS, HEIGHT, WIDTH, chart_of
from yamori.web.automations.phrasing import WEEKDAYS, Phrasing
from yamori.web.look import Look, Reader
from yamori.web.ports import Ports
from yamori.web.schedule_port import DueSeen

_SOON = timedelta(hours=24)
_MOST_COMING = 12
_SHOWN_FIRINGS = 6
_WORDED_MOMENTS = 14
"""Of a back-test, in words: the newest."""


@dataclass(frozen=True, kw_only=True)
class Happened:
    """What the last request did, or why it did nothing."""

    did: Did | None = None
    problem: str = ""
    nearest: Sequence[str] = ()


class Parts:
    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look

    def phrasing(self, reader: Reader) -> Phrasing:
        gate = self._ports.gate
        now = self._ports.automations.now()
        return Phrasing(words=self._look.words(reader.language), home=gate.home, capabilities=gate.capabilities, now=now)

    async def seen(self, person: str) -> str:
        """A digest of all that the part shows."""
        now = self._ports.automations.now()
        due = await self._ports.schedule.due(person, now + _SOON)
        known = (await self._ports.automations.seen(person), now.date(), [(d.id, d.due, d.text) for d in due])
        return blake2b(repr(known).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    async def part(self, person: str, reader: Reader, *, opened: str = "", happened: Happened | None = None) -> str:
        """`opened`: the row that stands open, for a page without scripts."""
        seen = await self.seen(person)
        automations = await self._ports.automations.all(person)
        over = [a for a in automations if a.why_off == "over"]
        there = [a for a in automations if a.why_off != "over" and not a.waits]
        phrasing = self.phrasing(reader)
        coming = [c for c in await self._ports.automations.coming(person) if c.at - phrasing.now < _SOON]
        due = await self._ports.schedule.due(person, phrasing.now + _SOON)
        inside = await self.more(person, opened, reader) if any(a.id == opened for a in automations) else ""
        return self._look.render(
            "automations/part.html",
            reader=reader,
            phrasing=phrasing,
            person=person,
            seen=seen,
            token=secrets.token_hex(8),
            waiting=[a for a in automations if a.waits],
            running=sorted([c for c in coming if c.counting], key=lambda c: c.at),
            timers=[d for d in due if d.timer],
            day=self._day(reader, coming, due),
            kinds=[(kind, found) for kind in Kind if (found := [a for a in there if a.kind is kind])],
            over=list(reversed(over)),
            empty=not automations,
            opened=opened if inside else "",
            inside=inside,
            happened=happened or Happened(),
        )

    async def more(self, person: str, id: str, reader: Reader) -> str:
        """What opens in a row: firings, back-test, editing, the form for Home Assistant. Raises `NotFound`."""
        automations, phrasing = self._ports.automations, self.phrasing(reader)
        automation = await automations.automation(person, id)
        try:
            tested = await automations.back_test(id, DAYS)
        except YamoriError:
            tested = Untested.NO_HISTORY  # what could not be read now is shown as none
        times = tested.times if isinstance(tested, BackTestSeen) else ()
        return self._look.render(
            "automations/more.html",
            reader=reader,
            phrasing=phrasing,
            person=person,
            automation=automation,
            token=secrets.token_hex(8),
            weekdays=WEEKDAYS,
            firings=await automations.firings(person, id, limit=_SHOWN_FIRINGS),
            untested=tested.value if isinstance(tested, Untested) else "",
            tested=times,
            since=tested.since if isinstance(tested, BackTestSeen) else None,
            worded=[phrasing.lately(at) for at in times[-_WORDED_MOMENTS:]],
            chart=chart_of(times, phrasing.now),
            width=WIDTH,
            height=HEIGHT,
            homeassistant=await automations.home_assistant(id),
        )

    def _day(self, reader: Reader, coming: Sequence[Coming], due: Sequence[DueSeen]) -> list[tuple[datetime, str, str]]:
        """What comes in the next day and is no timer: moment, words, what it is."""
        words = self._look.words(reader.language)
        rows = [(c.at, c.says, "automation") for c in coming if not c.counting]
        rows += [(d.due, d.text or words("automations.reminder"), "reminder") for d in due if not d.timer]
        return sorted(rows)[:_MOST_COMING]
