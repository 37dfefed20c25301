"""The tools of the Automations agent: make, list, switch, remove and run automations. Each acts for the person of its call alone."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from yamori.agentkit.task import Approval as Held
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.automations.action import Action, Approval
from yamori.automations.action import Call as DeviceCall
from yamori.automations.automation import Automation, Disabled
from yamori.automations.document import from_document, to_document
from yamori.automations.engine import Engine
from yamori.automations.home_assistant.form import HomeAssistantForm
from yamori.domain.errors import Forbidden
from yamori.domain.language import Language
from yamori.domain.values import Value

APPROVAL = "automation/"
"""How the ids of approvals begin that an automation waits for."""


class Forms(Protocol):
    """What writes an automation for Home Assistant; `apps` fulfils it."""

    def form(self, automation: Automation, language: Language) -> HomeAssistantForm | None:
        """None where the house has no Home Assistant."""
        ...


class AutomationTools:
    """Over one engine."""

    def __init__(self, engine: Engine, forms: Forms | None = None) -> None:
        self._engine = engine
        self._forms = forms

    @tool(effect=Effect.ADD)
    async def add_automation(
        self,
        triggers: list[dict[str, Value]],
        actions: list[dict[str, Value]],
        conditions: list[dict[str, Value]] | None = None,
        life: dict[str, Value] | None = None,
        origin: str = "",
        says: str = "",
        *,
        call: Call,
    ) -> ToolResult:
        """Keep something for later: what sets it off, what must be true then, what is done, how long it goes on. What is risky waits for
        the person's OK to exactly what is shown, and is off until then."""
        task = call.task
        document: dict[str, Any] = {
            "version": 1,
            "id": "a" + hashlib.sha256(call.key.encode()).hexdigest()[:12],
            "owner": task.person,
            "triggers": triggers,
            "conditions": conditions or [],
            "actions": [_own(action, task.person) for action in actions],
            "life": life or {},
            "origin": origin or task.said,
            "says": says,
            "language": task.language.value,
            "room": task.room,
            "created": task.now.isoformat(),
        }
        automation = from_document(document)
        risky = _unapproved(automation.actions)
        if risky:
            automation = replace(automation, enabled=False, disabled_reason=Disabled.BY_PERSON)
        made = await self._engine.add(automation)
        held = tuple(Held(id=f"{APPROVAL}{made.id}", shows=(says or origin).rstrip(".。")) for _ in risky[:1])
        return ToolResult(value={"did": "added", "automation": self._row(made)}, approvals=held)

    @tool(effect=Effect.READ)
    async def list_automations(self, *, call: Call) -> ToolResult:
        """The person's automations, with when each comes next and when it fired last."""
        return ToolResult(value={"automations": [self._row(a) for a in self._own_ones(call)]})

    @tool(effect=Effect.CHANGE)
    async def remove_automation(self, id: str, *, call: Call) -> ToolResult:
        """Remove an automation for good."""
        row = self._row(self._of(id, call))
        await self._engine.remove(id)
        return ToolResult(value={"did": "removed", "automation": row})

    @tool(effect=Effect.CHANGE)
    async def switch_automation(self, id: str, enabled: bool, *, call: Call) -> ToolResult:
        """Switch an automation on or off. One that waits for an OK cannot be switched on."""
        automation = self._of(id, call)
        if enabled and _unapproved(automation.actions):
            raise Forbidden("it waits for an OK to what it would do; make it again and approve it", where="id")
        switched = await self._engine.enable(id, enabled)
        return ToolResult(value={"did": "on" if enabled else "off", "automation": self._row(switched)})

    @tool(effect=Effect.CHANGE)
    async def run_automation(self, id: str, *, call: Call) -> ToolResult:
        """Do now what an automation would do."""
        automation = self._of(id, call)
        firing = await self._engine.run_now(id, key=call.key)
        return ToolResult(value={"did": "run", "automation": self._row(automation), "text": firing.text})

    @tool(effect=Effect.READ)
    async def explain_automation(self, id: str, *, call: Call) -> ToolResult:
        """When and why an automation fired, newest first."""
        automation = self._of(id, call)
        fired: list[Value] = [
            {"at": firing.due.isoformat(), "status": firing.status.value, "cause": firing.cause.kind, "text": firing.text}
            for firing in await self._engine.firings(id, limit=10)
        ]
        return ToolResult(value={"automation": self._row(automation), "firings": fired})

    @tool(effect=Effect.READ)
    async def home_assistant_form(self, id: str, *, call: Call) -> ToolResult:
        """An automation as YAML for Home Assistant, or why it cannot be said there. Nothing is written into Home Assistant."""
        automation = self._of(id, call)
        form = self._forms.form(automation, call.task.language) if self._forms is not None else None
        told: Value = {"yaml": form.yaml, "why": form.why} if form is not None else None
        return ToolResult(value={"automation": self._row(automation), "home_assistant": told})

    async def approve(self, id: str, person: str, now: datetime, *, agreed: bool) -> Automation:
        """A person's answer to exactly what an automation would do: it is switched on, or removed."""
        automation = next((a for a in self._engine.all() if a.id == id and a.owner == person), None)
        if automation is None:
            raise Forbidden("only whoever made an automation can approve it, while it is there", where="id")
        await self._engine.remove(id)
        if not agreed:
            return automation
        actions = tuple(
            replace(action, approval=Approval(by=person, at=now, digest=action.digest))
            if isinstance(action, DeviceCall) and action.risky
            else action
            for action in automation.actions
        )
        return await self._engine.add(replace(automation, actions=actions, enabled=True, disabled_reason=None))

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
            "enabled": automation.enabled,
            "why_off": automation.disabled_reason.value if automation.disabled_reason else None,
            "next": coming.isoformat() if coming else None,
            "last": state.last_fired.isoformat() if state.last_fired else None,
            "document": to_document(automation),
        }


def _own(action: dict[str, Value], person: str) -> dict[str, Value]:
    """An action whose approvals and recipients nobody but the person chose: both come from the session."""
    kept = {name: value for name, value in action.items() if name != "approval"}
    return kept | {"person": person} if kept.get("kind") in ("notify", "ask") else kept


def _unapproved(actions: Sequence[Action]) -> list[DeviceCall]:
    return [a for a in actions if isinstance(a, DeviceCall) and a.risky and (a.approval is None or a.approval.digest != a.digest)]
