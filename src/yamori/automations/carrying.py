"""Does what a claimed firing is there for: its actions one after another, each under its own key, what came of them written down.

Called by the engine with firings that are in the store already; one automation's firings never overlap.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime

from yamori.automations.action import Action, ActionResult, ActionStatus, Ask, Call, Notify
from yamori.automations.automation import Automation
from yamori.automations.firing import Firing, FiringStatus
from yamori.automations.owner_notices import cut_off_text, held_text, missed_text, silent_text, trouble_text
from yamori.automations.ports import Notices, Performer
from yamori.automations.register import Register
from yamori.automations.rules.lateness import is_too_late
from yamori.automations.store import AutomationStore
from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent, YamoriError
from yamori.domain.keylocks import KeyLocks

PATIENCE = 300.0
"""Seconds for one action."""
RUN = "run"
"""The cause of a firing that a person asked for; who asked sees what came of it."""
_logger = logging.getLogger(__name__)


class Carrying:
    def __init__(self, store: AutomationStore, clock: Clock, register: Register, performer: Performer, notices: Notices) -> None:
        self._store = store
        self._clock = clock
        self._register = register
        self._performer = performer
        self._notices = notices
        self._keys = KeyLocks()

    async def carry_out(
        self, automation: Automation, firing: Firing, then: Callable[[Firing, FiringStatus], Awaitable[None]], *, begun: bool
    ) -> Firing:
        """Do what is left of it; `begun`: it was cut off, perhaps in the middle of an action.

        `then` is awaited when all is done and before that is written, so that what follows is never lost.
        """
        async with self._keys.hold(automation.id):
            firing = in_time(automation, firing, self._clock.now(), begun=begun)
            firing = await self._act_all(automation, firing)
            status = status_of(firing.results)
            firing = replace(firing, ended=self._clock.now())
            await then(firing, status)
            trouble = await self._tell_owner(automation, firing, status)
            firing = replace(firing, status=status)
            entry = self._register.find(automation.id)
            if entry is None:
                await self._store.go_on(firing)
            else:
                if trouble is not None:
                    self._register.set_state(entry, replace(entry.state, failing=trouble))
                await self._store.finish(firing, entry.state)
            return firing

    async def tell(self, person: str, text: str, *, key: str) -> bool:
        try:
            await asyncio.wait_for(self._notices.tell(person, text, key=key), PATIENCE)
        except (TimeoutError, HouseSilent) as error:
            _logger.warning("a notice of an automation could not be delivered: %s", error)
            return False
        return True

    async def _act_all(self, automation: Automation, firing: Firing) -> Firing:
        for number in range(len(firing.results), len(automation.actions)):
            result = await self._act(automation, firing, number)
            firing = replace(firing, results=(*firing.results, result))
            if number + 1 < len(automation.actions):  # the last is written with the end; its key keeps it from being done twice
                await self._store.go_on(firing)
        return firing

    async def _act(self, automation: Automation, firing: Firing, number: int) -> ActionResult:
        action, key = automation.actions[number], firing.action_key(number)
        try:
            async with asyncio.timeout(PATIENCE):
                match action:
                    case Notify():
                        await self._notices.tell(action.person, action.text, key=key)
                        return ActionResult(status=ActionStatus.DONE, text=action.text)
                    case Call() if not action.may_run:
                        return ActionResult(status=ActionStatus.HELD, text=held_text(automation, action))
                    case Call():
                        return await self._performer.perform(action, key=key, automation=automation, firing=firing)
                    case Ask():
                        result = await self._performer.perform(action, key=key, automation=automation, firing=firing)
                        if result.status is ActionStatus.DONE and result.text:
                            await self._notices.tell(action.person, result.text, key=f"{key}/answer")
                        return result
        except TimeoutError:
            return ActionResult(status=ActionStatus.FAILED, text=silent_text(automation.language))
        except YamoriError as error:
            return ActionResult(status=ActionStatus.FAILED, text=error.said(automation.origin))

    async def _tell_owner(self, automation: Automation, firing: Firing, status: FiringStatus) -> bool | None:
        """Whether the automation is in trouble that its owner knows of; None where this firing does not tell."""
        key = f"{firing.key}/told"
        if status is FiringStatus.MISSED:
            await self.tell(automation.owner, firing.text, key=key)
            return None
        if firing.cause.kind == RUN:
            return None
        if status is FiringStatus.DONE:
            return False
        entry = self._register.find(automation.id)
        known = entry is not None and entry.state.failing
        if any(result.status is ActionStatus.CUT_OFF for result in firing.results):  # no trouble of its own: told each time
            await self.tell(automation.owner, trouble_text(automation, firing.results), key=key)
            return known
        if known:
            return True
        return await self.tell(automation.owner, trouble_text(automation, firing.results), key=key)


def status_of(results: Sequence[ActionResult]) -> FiringStatus:
    """Of a firing all of whose actions have ended."""
    found = {result.status for result in results}
    if found & {ActionStatus.FAILED, ActionStatus.CUT_OFF}:
        return FiringStatus.FAILED
    if ActionStatus.HELD in found:
        return FiringStatus.HELD
    return FiringStatus.MISSED if ActionStatus.MISSED in found else FiringStatus.DONE


def in_time(automation: Automation, firing: Firing, now: datetime, *, begun: bool) -> Firing:
    """The firing ready to be done, after a stop of the house or behind an earlier one that took long. Where it is too late nothing more is
    done; if it was `begun` the next action may have happened."""
    left: Sequence[Action] = automation.actions[len(firing.results) :]
    if not left or not is_too_late(automation.actions, firing.due, now):
        return firing
    first = ActionResult(status=ActionStatus.MISSED, text=missed_text(automation, (firing.due,), now))
    if begun:
        first = ActionResult(status=ActionStatus.CUT_OFF, text=cut_off_text(automation, left[0], firing.due, now, rest=left[1:]))
    return replace(firing, results=(*firing.results, first, *(ActionResult(status=ActionStatus.MISSED) for _ in left[1:])))
