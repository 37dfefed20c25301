"""Everyone's calendars on servers: connected, forgotten, and synced by the clock.

A server that is away is asked less and less often; one that does not let us in is not asked again until somebody gives another
password, so that no account is locked by our knocking.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from yamori.agents.scheduler.calendars.secrets import Secret, Secrets
from yamori.agents.scheduler.store import Schedule
from yamori.agents.scheduler.store.bell import heard
from yamori.agents.scheduler.store.calendars import Account
from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured
from yamori.domain.values import Value

if TYPE_CHECKING:
    from yamori.agents.scheduler.calendars.remote import Collection
    from yamori.agents.scheduler.calendars.syncing import Outcome

PERIOD = 900.0
"""Seconds between two syncs of an account to which nothing happened."""
SETTLE = 30.0
"""Seconds in which somebody who changes one thing may change the next."""
LONGEST_SYNC = 600.0
"""Seconds for one sync; what is not done then is done the next time."""
NOT_REACHED = "no calendar could be reached at this address; the log of the house says why"
"""One answer for every failure: how they differ would tell what listens where in the home's network."""
_LONGEST_BACKOFF = 6 * 3600.0
_MOST_NOTES = 50

log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Report:
    """How the last sync of an account went."""

    problem: str = ""
    """Why it did not come to an end; empty where it did."""
    paused: bool = False
    """It is not tried again until somebody gives another password."""
    kept: Mapping[str, Value]
    """As the database and the door have it."""


class Accounts:
    """Connects, forgets and syncs. `run` is the loop; nothing waits for it."""

    def __init__(
        self,
        schedule: Schedule,
        secrets: Secrets,
        *,
        home: str,
        period: float = PERIOD,
        settle: float = SETTLE,
        longest: float = LONGEST_SYNC,
        answer: float = 60.0,
    ) -> None:
        self._schedule = schedule
        self._secrets = secrets
        self._home = home
        self._period = period
        self._settle = settle
        self._longest = longest
        self._answer = answer
        self._busy: dict[int, asyncio.Lock] = {}
        self._due: dict[int, float] = {}
        """When an account is to be synced next, on the monotonic clock."""

    async def add(
        self, *, person: str, name: str, address: str, username: str, secret: Secret, takes_new: bool | None = None, key: str
    ) -> Account:
        """Connect a calendar: its server is asked first. `takes_new` None: only a person's first calendar gets what is made here.

        Raises `InvalidRequest` for what is no address or means several calendars, `Unauthorized`, and `HouseSilent` for all else.
        """
        found = await self._found(address, username, secret)
        mine = await self._schedule.calendars.accounts(person)
        takes = takes_new if takes_new is not None else not any(account.takes_new for account in mine)
        account = await self._schedule.calendars.add(
            person=person,
            name=name or found.name,
            address=found.address,
            username=username,
            takes_new=takes,
            components=found.components,
            key=key,
        )
        self._secrets.keep(account.id, secret)
        self._due[account.id] = 0.0
        return account

    async def _found(self, address: str, username: str, secret: Secret) -> "Collection":
        from yamori.agents.scheduler.calendars.remote import Unreachable, find_calendar

        try:
            return await find_calendar(address, username, secret, seconds=self._answer)
        except Unreachable as wrong:
            log.warning("calendar_not_reached", address=address, why=str(wrong))
            raise HouseSilent(NOT_REACHED) from wrong

    async def remove(self, id: int, person: str) -> Account:
        """Forget an account and its secret; its rows stay here, its events there."""
        async with self._lock(id):
            account = await self._schedule.calendars.remove(id, person)
            self._secrets.forget(id)
            self._due.pop(id, None)
        return account

    async def open_with(self, id: int, person: str, secret: Secret) -> Account:
        """Another password or grant, tried before it is kept."""
        account = await self._schedule.calendars.account(id, person)
        await self._found(account.address, account.username, secret)
        self._secrets.keep(id, secret)
        self._due[id] = 0.0
        return account

    async def sync(self, id: int, person: str, *, deletions: bool = False) -> Report:
        """Sync one account now, whatever its turn. Raises `NotFound`."""
        await self._schedule.calendars.account(id, person)
        async with self._lock(id):
            return await self._synced(await self._schedule.calendars.account(id, person), deletions)

    async def run(self) -> None:
        """Sync every account when its turn comes, and soon after something was changed here. Ends only by being cancelled."""
        while True:
            rung = self._schedule.changes.bell.next()
            try:
                await self._round()
            except Exception:  # the database, say: a loop that ended here would end silently
                log.exception("calendars_not_synced")
            started = time.monotonic()
            await heard(rung, seconds=self._period)
            if rung.is_set():
                await asyncio.sleep(max(0.0, self._settle - (time.monotonic() - started)))
                self._changed_here()

    async def _round(self) -> None:
        """Everyone whose turn it is, at the same time: a server that takes long holds up nobody else's."""
        now = time.monotonic()
        waiting = [
            account
            for account in await self._schedule.calendars.everyones()
            if now >= self._due.get(account.id, 0.0) and not (account.report is not None and account.report.get("paused"))
        ]
        await asyncio.gather(*(self._turn(account) for account in waiting))

    async def _turn(self, account: Account) -> None:
        try:
            async with self._lock(account.id):
                await self._synced(account, False)
        except Exception:  # our own mistake with one calendar must not keep the others from their turn
            log.exception("calendar_not_synced", account=account.id)
            self._due[account.id] = time.monotonic() + self._period

    def _changed_here(self) -> None:
        """What was changed here is to go out: to all but those that are away anyway."""
        self._due = {id: due for id, due in self._due.items() if due - time.monotonic() > self._period}

    async def _synced(self, account: Account, deletions: bool) -> Report:
        report, state, failures = await self._tried(account, deletions)
        self._due[account.id] = time.monotonic() + self._wait(failures)
        await self._schedule.calendars.synced(account.id, sync_token=state, failures=failures, report=report.kept)
        if report.problem:
            log.warning("calendar_not_synced", account=account.id, problem=report.problem, failures=failures)
        return report

    def _wait(self, failures: int) -> float:
        """Seconds until its next turn."""
        return self._period if failures == 0 else min(self._period * 2.0 ** min(failures, 12), max(_LONGEST_BACKOFF, self._period)) + 1e-3

    async def _tried(self, account: Account, deletions: bool) -> tuple[Report, str | None, int]:
        from yamori.agents.scheduler.calendars.remote import Unauthorized, Unreachable, connected
        from yamori.agents.scheduler.calendars.syncing import sync

        now = self._schedule.clock.now().isoformat()
        try:
            secret = self._secrets.of(account.id)
            if secret is None:
                raise Unauthorized("its password is not there any more; give it again")
            async with asyncio.timeout(self._longest), connected(account.address, account.username, secret, seconds=self._answer) as server:
                outcome = await sync(self._schedule, account, server, home=self._home, deletions=deletions)
        except (HouseSilent, TimeoutError, InvalidRequest, Misconfigured) as wrong:
            paused = isinstance(wrong, Unauthorized)
            problem = str(wrong) or "it took too long; the rest is done next time"
            if isinstance(wrong, Unreachable):
                log.warning("calendar_not_reached", account=account.id, why=problem)
                problem = NOT_REACHED
            kept: dict[str, Value] = {"at": now, "problem": problem, "paused": paused}
            return Report(problem=problem, paused=paused, kept=kept), None, account.failures + 1
        return Report(kept={"at": now, "problem": "", "paused": False, **_described(outcome)}), outcome.state, 0

    def _lock(self, id: int) -> asyncio.Lock:
        return self._busy.setdefault(id, asyncio.Lock())


def _described(outcome: "Outcome") -> Mapping[str, Value]:
    notes: list[Value] = [dict(note.view()) for note in outcome.notes[:_MOST_NOTES]]
    return {
        "here": {became.value: count for became, count in outcome.here.items() if became != "unchanged"},
        "there": {became.value: count for became, count in outcome.there.items()},
        "notes": notes,
        "notes_in_all": len(outcome.notes),
    }
