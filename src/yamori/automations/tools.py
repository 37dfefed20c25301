"""The tools of the Automations agent: make, list, switch, remove and run automations. Each acts for the person of its call alone."""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime
from typing import Annotated, Any, Protocol

from pydantic import Field

from yamori.agentkit.task import Approval as Held
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.automations.action import Approval
from yamori.automations.action import Call as DeviceCall
from yamori.automations.approving import needs_approval
from yamori.automations.automation import Automation, Disabled, check_new
from yamori.automations.back_testing import MOST_DAYS, BackTesting, waits_for_readings
from yamori.automations.condition import GeneratedIs
from yamori.automations.document import from_document, to_document
from yamori.automations.engine import Engine
from yamori.automations.firing import Firing
from yamori.automations.home_assistant.form import HomeAssistantForm
from yamori.automations.neighbours import ReadingWords
from yamori.automations.parts import conditions_of
from yamori.automations.rules.causing import causing
from yamori.automations.rules.conflict import contradict, loop
from yamori.automations.rules.pairs import followers, follows, removed_with, without_followers
from yamori.automations.state import AutomationState
from yamori.automations.trigger import Generated
from yamori.domain.access import Access, Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import Forbidden, InvalidRequest
from yamori.domain.language import Language
from yamori.domain.values import Value

APPROVAL = "automation/"
"""How the ids of approvals begin that an automation waits for."""


DAYS = 7
"""So far back an automation is tested where nobody says how far."""
MOST_REMOVED = 100
"""Of automations that were removed so many can be set up again."""
MOST_TIMES = 100
"""Moments of a back-test that are told; the newest."""


class Forms(Protocol):
    """What writes an automation for Home Assistant; `apps` fulfils it."""

    def form(self, automation: Automation, language: Language) -> HomeAssistantForm | None:
        """None where the house has no Home Assistant."""
        ...


class AutomationTools:
    """Over one engine."""

    access = Access(who=Who.FAMILY, scope=Scope.DEVICES, owner=Owner.PERSON)

    def __init__(
        self,
        engine: Engine,
        back_testing: BackTesting | None = None,
        forms: Forms | None = None,
        reading_words: ReadingWords | None = None,
    ) -> None:
        self._engine, self._reading_words = engine, reading_words
        self._back_testing, self._forms = back_testing, forms
        self._removed: OrderedDict[str, tuple[tuple[Automation, AutomationState], ...]] = OrderedDict()
        """By the id of the one that was removed: it, and what went with it, as they were."""

    @tool(effect=Effect.ADD)
    async def add_automation(
        self,
        triggers: list[dict[str, Value]],
        actions: list[dict[str, Value]],
        conditions: list[dict[str, Value]] | None = None,
        life: dict[str, Value] | None = None,
        origin: str = "",
        says: str = "",
        ending: dict[str, Value] | None = None,
        skipped: list[Day] | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """Keep something for later: what sets it off, what must be true then, what is done, how long it goes on. What is risky waits for
        the person's OK to exactly what is shown, and is off until then. `ending`: what takes its actions back `after_seconds`, with its own
        `actions` and `says`; it goes with the automation. `skipped`: days on which it is left out, once each."""
        task = call.task
        document: dict[str, Any] = {
            "version": 1,
            "id": "a" + hashlib.sha256(call.key.encode()).hexdigest()[:12],
            "owner": task.person,
            "triggers": [_unagreed(trigger) for trigger in triggers],
            "conditions": [_unagreed(condition) for condition in conditions or []],
            "actions": [_own(action, task.person) for action in actions],
            "life": life or {},
            "origin": origin or task.said,
            "says": says,
            "language": task.language.value,
            "room": task.room,
            "created": task.now.isoformat(),
        }
        automation = from_document(document)
        follower = from_document(_following(document, ending)) if ending is not None else None
        waits = needs_approval(automation) or (follower is not None and needs_approval(follower))
        if waits:
            automation = replace(automation, enabled=False, disabled_reason=Disabled.BY_PERSON)
        beside = self._at_odds(automation, task.now)
        if follower is not None:  # first: what begins must have its end, wherever this is cut off
            if automation.enabled:
                check_new(automation, task.now)
            await self._engine.add(replace(follower, enabled=automation.enabled, disabled_reason=automation.disabled_reason))
        left_out = AutomationState(triggers=(), skipped_days=tuple(sorted(skipped))) if skipped else None
        made = await self._engine.add(automation, before=left_out)
        shown = " ".join(filter(None, (says or origin, follower.says if follower is not None else ""))).rstrip(".。")
        held = tuple(Held(id=f"{APPROVAL}{made.id}", shows=shown) for _ in range(waits))
        value: dict[str, Value] = {"did": "added", "automation": self._row(made), "beside": beside}
        if waits_for_readings(made) and (tested := await self._tested(made, DAYS, task.now)) is not None:
            value["back_test"] = tested
        return ToolResult(value=value, approvals=held)

    @tool(effect=Effect.READ)
    async def list_automations(self, *, call: Call) -> ToolResult:
        """The person's automations, with when each comes next and when it fired last."""
        return ToolResult(value={"automations": [self._row(a) for a in without_followers(self._own_ones(call))]})

    @tool(effect=Effect.CHANGE)
    async def remove_automation(self, id: str, *, call: Call) -> ToolResult:
        """Remove an automation for good."""
        automation = self._of(id, call)
        row = self._row(automation)
        gone = (automation, *removed_with(automation, self._engine.all()))
        self._removed[id] = tuple((one, self._engine.state(one.id)) for one in gone)
        while len(self._removed) > MOST_REMOVED:
            self._removed.popitem(last=False)
        await self._engine.remove(id)
        beside: list[Value] = [to_document(other) for other, _ in self._removed[id][1:]]
        return ToolResult(value={"did": "removed", "automation": row, **({"with": beside} if beside else {})})

    @tool(effect=Effect.CHANGE)
    async def restore_automation(self, id: str, *, call: Call) -> ToolResult:
        """Set up again, as it was, an automation that was removed since the house started."""
        if not self.can_restore(id, call.task.person):
            raise InvalidRequest("what was removed is not known any more; set it up again", where="id")
        for one, state in reversed(self._removed[id]):  # what takes it back first, as when it was made
            await self._engine.add(one, before=state)
        self._removed.pop(id)
        return ToolResult(value={"did": "restored", "automation": self._row(self._of(id, call))})

    def can_restore(self, id: str, person: str) -> bool:
        """Whether it was this person's and is still known."""
        return id in self._removed and self._removed[id][0][0].owner == person

    @tool(effect=Effect.CHANGE)
    async def switch_automation(self, id: str, enabled: bool, *, call: Call) -> ToolResult:
        """Switch an automation on or off. One that waits for an OK cannot be switched on."""
        automation = self._of(id, call)
        if enabled and needs_approval(automation):
            raise Forbidden("it waits for an OK to what it would do; make it again and approve it", where="id")
        switched = await self._engine.enable(id, enabled)
        return ToolResult(value={"did": "on" if enabled else "off", "automation": self._row(switched)})

    @tool(effect=Effect.CHANGE)
    async def skip_automation(self, id: str, day: Day | None = None, skips: bool = True, *, call: Call) -> ToolResult:
        """Leave an automation out on one day (`2026-12-01`), once, beside the days that are left out already; it goes on as before
        afterwards. With `skips` false it comes on that day after all. No `day`: nothing is left out any more."""
        self._of(id, call)
        skipped = await self._engine.skip(id, day, skips=skips)
        did = "skipped" if day is not None and skips else "unskipped"
        days: dict[str, Value] = {"day": day.isoformat()} if day is not None else {}
        return ToolResult(value={"did": did, "automation": self._row(skipped), **days})

    @tool(effect=Effect.CHANGE)
    async def run_automation(self, id: str, *, call: Call) -> ToolResult:
        """Do now what an automation would do."""
        automation = self._of(id, call)
        firing = await self._engine.run_now(id, key=call.key)
        return ToolResult(value={"did": "run", "automation": self._row(automation), "text": firing.text})

    @tool(effect=Effect.READ)
    async def explain_automation(self, id: str, *, call: Call) -> ToolResult:
        """When and why an automation fired, newest first: the kind of its cause, with the readings that set it off, also in words."""
        automation = self._of(id, call)
        fired: list[Value] = [
            {
                "at": firing.due.isoformat(),
                "status": firing.status.value,
                "cause": firing.cause.kind,
                "readings": dict(firing.cause.readings),
                "because": list(self._said(firing, automation, call.task.language)),
                "text": firing.text,
            }
            for firing in await self._engine.firings(id, limit=10)
        ]
        return ToolResult(value={"automation": self._row(automation), "firings": fired})

    @tool(effect=Effect.READ)
    async def look_at_conditions(self, conditions: list[dict[str, Value]], *, call: Call) -> ToolResult:
        """Whether all of these conditions are true now; `so` is null where that is not known."""
        so = await self._engine.holds(conditions_of(conditions))
        return ToolResult(value={"did": "looked", "so": so})

    @tool(effect=Effect.READ)
    async def back_test_automation(self, id: str, days: Annotated[int, Field(ge=1, le=MOST_DAYS)] = DAYS, *, call: Call) -> ToolResult:
        """When an automation would have fired in the last `days`, by the readings that are kept. `back_test` is null where none are kept of
        what it looks at, or where something else than readings and the clock decides; `since` says from when on there are readings."""
        automation = self._of(id, call)
        return ToolResult(value={"automation": self._row(automation), "back_test": await self._tested(automation, days, call.task.now)})

    @tool(effect=Effect.READ)
    async def home_assistant_form(self, id: str, *, call: Call) -> ToolResult:
        """An automation as YAML for Home Assistant, or why it cannot be said there. Nothing is written into Home Assistant."""
        automation = self._of(id, call)
        form = self._forms.form(automation, call.task.language) if self._forms is not None else None
        told: Value = {"yaml": form.yaml, "why": form.why} if form is not None else None
        return ToolResult(value={"automation": self._row(automation), "home_assistant": told})

    def _said(self, firing: Firing, automation: Automation, language: Language) -> Sequence[str]:
        """The readings that set it off, in words."""
        number = firing.trigger
        trigger = automation.triggers[number] if number is not None and number < len(automation.triggers) else None
        readings = causing(trigger, firing.cause.readings)
        return self._reading_words.said(readings, language) if readings and self._reading_words is not None else ()

    async def _tested(self, automation: Automation, days: int, now: datetime) -> Value:
        tested = await self._back_testing.of(automation, days=days, now=now) if self._back_testing is not None else None
        if tested is None:
            return None
        times: list[Value] = [at.isoformat() for at in tested.times[-MOST_TIMES:]]
        return {"count": len(tested.times), "times": times, "since": tested.since.isoformat(), "days": tested.days}

    async def approve(self, id: str, person: str, now: datetime, *, agreed: bool) -> Automation:
        """A person's answer to exactly what an automation would do, and what takes that back: it is switched on, or removed."""
        automation = next((a for a in self._engine.all() if a.id == id and a.owner == person), None)
        if automation is None:
            raise Forbidden("only whoever made an automation can approve it, while it is there", where="id")
        if not agreed:
            return await self._engine.remove(id)
        for follower in followers(automation, self._engine.all()):
            await self._engine.change(_agreed(follower, person, now))
        agreed_to = await self._engine.change(_agreed(automation, person, now))
        for other in self._engine.all():  # what waited only for the OK to what takes it back
            if follows(automation, other) and not needs_approval(other):
                await self._engine.enable(other.id, True)
        return agreed_to

    def _at_odds(self, new: Automation, now: datetime) -> list[Value]:
        """The ones that are on and at odds with a new one: how, and how they are shown. Of another person's only that there is one (`says`
        is None), once."""
        others = [a for a in self._engine.all() if a.enabled and a.id != new.id]
        found: list[Value] = []
        for other in others:
            how = "contradicts" if contradict(new, other, now) else "loops" if loop(new, other) else ""
            row: Value = {"how": how, "says": (other.says or other.origin) if other.owner == new.owner else None}
            if how and row not in found:
                found.append(row)
        return found

    def _own_ones(self, call: Call) -> Sequence[Automation]:
        return [a for a in self._engine.all() if a.owner == call.task.person]

    def _of(self, id: str, call: Call) -> Automation:
        """Raises `NotFound` for one that is not the person's."""
        from difflib import get_close_matches

        from yamori.domain.errors import NotFound

        own = {a.id: a for a in self._own_ones(call)}
        if id not in own:
            raise NotFound(f"there is no automation {id!r} of yours", where="id", nearest=tuple(get_close_matches(id, own)))
        return own[id]

    def _row(self, automation: Automation) -> dict[str, Value]:
        coming = next((at for at, a in self._engine.upcoming() if a.id == automation.id), None)
        state = self._engine.state(automation.id)
        return {
            "id": automation.id,
            "says": automation.says or automation.origin,
            "then": "".join(one.says for one in followers(automation, self._engine.all())),
            "enabled": automation.enabled,
            "why_off": automation.disabled_reason.value if automation.disabled_reason else None,
            "next": coming.isoformat() if coming else None,
            "last": state.last_fired.isoformat() if state.last_fired else None,
            "skipped": [day.isoformat() for day in self._engine.skipped_days(automation.id)],
            "document": to_document(automation),
        }


def _following(document: Mapping[str, Any], ending: Mapping[str, Value]) -> dict[str, Any]:
    """The document of what takes back what another automation did; checked where it is read."""
    given = ending.get("actions")
    actions = given if isinstance(given, list | tuple) else []
    once = document["life"].get("times") == 1
    trigger = {"kind": "ends", "source": "automation", "id": document["id"], "after_seconds": ending.get("after_seconds")}
    own = [_own(action, document["owner"]) for action in actions if isinstance(action, dict)]
    more = {"triggers": [trigger], "conditions": [], "actions": own, "life": {"times": 1} if once else {}}
    return {**document, "id": f"{document['id']}-end", "says": ending.get("says", ""), **more}


def _agreed(automation: Automation, person: str, now: datetime) -> Automation:
    """With a person's OK to all that waits for one."""
    actions = tuple(
        replace(action, approval=Approval(by=person, at=now, digest=action.digest))
        if isinstance(action, DeviceCall) and action.risky
        else action
        for action in automation.actions
    )
    return replace(
        automation,
        triggers=tuple(replace(t, approved=t.id) if isinstance(t, Generated) else t for t in automation.triggers),
        conditions=tuple(replace(c, approved=c.id) if isinstance(c, GeneratedIs) else c for c in automation.conditions),
        actions=actions,
        enabled=True,
        disabled_reason=None,
    )


def _own(action: dict[str, Value], person: str) -> dict[str, Value]:
    """An action whose approvals and recipients nobody but the person chose: both come from the session."""
    kept = {name: value for name, value in action.items() if name != "approval"}
    return kept | {"person": person} if kept.get("kind") in ("notify", "ask") else kept


def _unagreed(part: dict[str, Value]) -> dict[str, Value]:
    """A trigger or condition without an OK to its code, which only a person's own answer gives."""
    kept = {name: value for name, value in part.items() if name != "approved"}
    inner = kept.get("tests"), kept.get("test")
    if isinstance(inner[0], list):
        kept["tests"] = [_unagreed(test) if isinstance(test, dict) else test for test in inner[0]]
    if isinstance(inner[1], dict):
        kept["test"] = _unagreed(inner[1])
    return kept
