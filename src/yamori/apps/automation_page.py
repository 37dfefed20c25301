"""The page's endpoint to automations, fulfilled by the running engine. A person sees and changes their own ones alone."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Protocol

import httpx
from pydantic import TypeAdapter

from yamori.agentkit.task import Outcome, OutcomeStatus, Task
from yamori.apps.automation_changes import Changes, Taken
from yamori.apps.automation_seen import automation_seen, coming_of, firing_seen, is_end, moments_of, version_of, with_time
from yamori.automations.approving import unapproved
from yamori.automations.automation import Automation
from yamori.automations.condition import Comparison
from yamori.automations.document import to_document
from yamori.automations.engine import Engine
from yamori.automations.firing import Firing
from yamori.automations.retelling import retimed, retold
from yamori.automations.rules.pairs import follows, removed_with
from yamori.automations.state import AutomationState
from yamori.automations.tools import AutomationTools, Forms
from yamori.domain.clock import Clock
from yamori.domain.errors import AskThePerson, Forbidden, HouseSilent, InvalidRequest, NotFound
from yamori.domain.gate import Gate
from yamori.domain.language import language_of
from yamori.domain.values import Value
from yamori.web.automation_port import AutomationSeen, BackTestSeen, Coming, Did, FiringSeen, HomeAssistantForm, TimeSet, Untested

_LOOKED_BACK = 500
"""Firings among which the last one of each automation is looked for."""
_LIMIT = 60.0
"""Seconds for the Automations agent to take in a sentence; it may ask others what they would do."""
_TASK = TypeAdapter(Task)
_OUTCOME = TypeAdapter(Outcome)


class BackTests(Protocol):
    """What tells when an automation would have fired."""

    async def back_test(self, id: str, days: int) -> BackTestSeen | Untested: ...


class AutomationsOnThePage:
    """Fulfils `web.automation_port.AutomationPort`. `clients` are filled before anybody asks."""

    def __init__(
        self,
        engine: Engine,
        clients: Mapping[str, httpx.AsyncClient],
        clock: Clock,
        gate: Gate,
        *,
        tests: BackTests | None = None,
        forms: Forms | None = None,
    ) -> None:
        self._engine, self._clients, self._clock, self._gate = engine, clients, clock, gate
        self._tools = AutomationTools(engine)
        self._tests, self._forms = tests, forms
        self._changes = Changes()

    def now(self) -> datetime:
        return self._clock.now()

    async def seen(self, person: str) -> str:
        digest = blake2b(digest_size=8)
        for automation in self._own(person):
            state = self._engine.state(automation.id)
            skipped = state.last_skipped, state.skipped_days
            known = (version_of(automation), automation.enabled, state.last_fired, *skipped, moments_of(automation, state))
            digest.update(repr(known).encode())
        for firing in await self._engine.firings(limit=1):
            digest.update(f"{firing.key} {firing.status}".encode())
        return digest.hexdigest()

    async def all(self, person: str) -> Sequence[AutomationSeen]:
        fired: dict[str, Firing] = {}
        for firing in await self._engine.firings(limit=_LOOKED_BACK):
            fired.setdefault(firing.automation, firing)
        now = self.now()
        return [automation_seen(a, self._engine.state(a.id), fired.get(a.id), now, ends=self._ends) for a in self._own(person)]

    async def using(self, person: str, device: str) -> Sequence[AutomationSeen]:
        own = {a.id for a in self._own(person) if names_device(to_document(a), device)}
        return [seen for seen in await self.all(person) if seen.id in own]

    async def automation(self, person: str, id: str) -> AutomationSeen:
        automation = self._one(person, id)
        fired = next(iter(await self._engine.firings(id, limit=1)), None)
        return automation_seen(automation, self._engine.state(id), fired, self.now(), ends=self._ends)

    async def coming(self, person: str) -> Sequence[Coming]:
        now = self.now()
        found = [coming for a in self._own(person) if (coming := coming_of(a, self._engine.state(a.id), now)) is not None]
        return sorted(found, key=lambda coming: coming.at)

    async def firings(self, person: str, id: str, *, limit: int) -> Sequence[FiringSeen]:
        self._one(person, id)
        zone = self.now().tzinfo
        assert zone is not None
        return [firing_seen(firing, zone) for firing in await self._engine.firings(id, limit=limit)]

    async def back_test(self, id: str, days: int) -> BackTestSeen | Untested:
        return await self._tests.back_test(id, days) if self._tests is not None else Untested.NO_HISTORY

    async def home_assistant(self, id: str) -> HomeAssistantForm | None:
        automation = next((a for a in self._engine.all() if a.id == id), None)
        form = self._forms.form(automation, automation.language) if self._forms is not None and automation is not None else None
        return HomeAssistantForm(yaml=form.yaml, why=form.why) if form is not None else None

    async def switch(self, person: str, id: str, *, enabled: bool, key: str) -> Did:
        automation = self._one(person, id)
        if enabled and unapproved(automation):
            raise Forbidden("it waits for an OK to what it would do", where="waits")
        try:
            await self._engine.enable(id, enabled)
        except InvalidRequest as over:
            raise InvalidRequest(str(over), where="past") from over
        return Did(did="on" if enabled else "off", about=self._says(automation))

    async def run(self, person: str, id: str, *, key: str) -> Did:
        automation = self._one(person, id)
        if unapproved(automation):
            raise Forbidden("it waits for an OK to what it would do", where="waits")
        firing = await self._engine.run_now(id, key=key)
        return Did(did="ran", about=self._says(automation), text=firing.text)

    async def remove(self, person: str, id: str, *, version: str, key: str) -> Did:
        if (known := self._changes.answered(key)) is not None:
            return known
        automation = self._one(person, id, version)
        gone = self._gone_with(automation)
        await self._engine.remove(id)
        about = self._says(automation)
        return self._did("removed", key, Taken(person=person, about=about, put_back=gone))

    async def retime(self, person: str, id: str, new: TimeSet, *, version: str, key: str) -> Did:
        if (known := self._changes.answered(key)) is not None:
            return known
        automation = self._one(person, id, version)
        number, trigger = with_time(automation, new, self.now())
        changed = retimed(automation, number, trigger, self.now())
        await self._engine.change(changed)
        return self._did("retimed", key, Taken(person=person, about=self._says(changed), change_back=(automation,)))

    async def answer(self, person: str, id: str, *, agreed: bool, version: str, key: str) -> Did:
        if (known := self._changes.answered(key)) is not None:
            return known
        automation = self._one(person, id, version)
        if not unapproved(automation):
            raise InvalidRequest("nothing of it waits for an OK", where="version")
        gone = self._gone_with(automation)
        try:
            await self._tools.approve(id, person, self.now(), agreed=agreed)
        except InvalidRequest as over:
            raise InvalidRequest(str(over), where="past") from over
        about = self._says(automation)
        if agreed:
            waited = tuple(one for one, _ in gone if one.id == id or follows(one, automation))
            return self._did("approved", key, Taken(person=person, about=about, change_back=waited))
        return self._did("declined", key, Taken(person=person, about=about, put_back=gone))

    async def say(self, person: str, id: str, text: str, *, key: str) -> Did:
        if (known := self._changes.answered(key)) is not None:
            return known
        automation = self._one(person, id)
        before = {a.id: (a, self._engine.state(a.id)) for a in self._own(person)}
        task = Task(
            key=f"automation-page/{key}",
            request=text,
            said=text,
            person=person,
            room=automation.room,
            now=self.now(),
            language=language_of(text),
            focus={"automations": [id]},
        )
        outcome = await self._relayed(task)
        if outcome.question is not None or outcome.status in (OutcomeStatus.FAILED, OutcomeStatus.ASKING):
            options = outcome.question.options if outcome.question is not None else ()
            raise AskThePerson(outcome.question.text if outcome.question is not None else outcome.text, options=options)
        there = {a.id for a in self._own(person)}
        made = tuple(new for new in map(_made, (run.result for run in outcome.runs)) if new in there and new not in before)
        if made and id in there:  # a whole new sentence takes the place of the old one
            await self._engine.remove(id)
            there.discard(id)
        gone = tuple(kept for old, kept in before.items() if old not in there)
        if not made and not gone:
            return Did(did="said", about="", text=outcome.text)
        taken = Taken(person=person, about=self._says(automation), put_back=gone, remove=made)
        return self._did("said", key, taken, about="", text=outcome.text)

    async def undo(self, person: str, change: str, *, key: str) -> Did:
        if (known := self._changes.answered(key)) is not None:
            return known
        taken = self._changes.taken(change, person)
        try:
            for automation in taken.change_back:
                await self._engine.change(automation)
            for automation, state in taken.put_back:
                await self._engine.add(automation, before=state)
        except NotFound as gone:
            raise InvalidRequest("it was removed since", where="change") from gone
        except InvalidRequest as over:
            raise InvalidRequest(str(over), where="past") from over
        for id in taken.remove:
            if any(a.id == id for a in self._own(person)):
                await self._engine.remove(id)
        self._changes.forget(change)
        back = [*taken.change_back, *(automation for automation, _ in taken.put_back)]
        return self._did("restored", key, None, about=self._says(back[0]) if back else taken.about)

    def _ends(self, comparison: Comparison) -> bool:
        return is_end(comparison, self._gate.capabilities)

    def _own(self, person: str) -> Sequence[Automation]:
        return [a for a in self._engine.all() if a.owner == person]

    def _one(self, person: str, id: str, version: str | None = None) -> Automation:
        found = next((a for a in self._own(person) if a.id == id), None)
        if found is None:
            raise NotFound(f"there is no automation {id[:100]!r} of yours", where="id")
        if version is not None and version_of(found) != version:
            raise InvalidRequest("it was changed meanwhile", where="version")
        return found

    def _gone_with(self, automation: Automation) -> tuple[tuple[Automation, AutomationState], ...]:
        """What is removed together with it, itself first."""
        return tuple((one, self._engine.state(one.id)) for one in (automation, *removed_with(automation, self._engine.all())))

    def _says(self, automation: Automation) -> str:
        return retold(automation, self.now())

    def _did(self, did: str, key: str, taken: Taken | None, *, about: str | None = None, text: str = "") -> Did:
        said = taken.about if about is None and taken is not None else about or ""
        return self._changes.keep(Did(did=did, about=said, text=text, undo=key if taken is not None else None), key, taken)

    async def _relayed(self, task: Task) -> Outcome:
        """Raises `HouseSilent` where the agent gives no answer that can be read."""
        try:
            headers = {"content-type": "application/json"}
            answer = await self._clients["automations"].post("/relay", content=_TASK.dump_json(task), headers=headers, timeout=_LIMIT)
        except (httpx.HTTPError, KeyError) as error:
            raise HouseSilent(f"the Automations agent did not answer: {error}") from error
        if not answer.is_success:
            raise HouseSilent(f"the Automations agent answered {answer.status_code}: {answer.text[:200]}")
        return _OUTCOME.validate_json(answer.content)


def names_device(document: Value, device: str) -> bool:
    """Whether a value of the document is the device, or the path of one of its attributes."""
    if isinstance(document, str):
        return document == device or document.startswith(f"{device}.")
    if isinstance(document, Mapping):
        return any(names_device(value, device) for value in document.values())
    return isinstance(document, Sequence) and any(names_device(value, device) for value in document)


def _made(result: object) -> str:
    """The id of an automation that a run made; empty for none."""
    if not isinstance(result, Mapping) or result.get("did") != "added" or not isinstance(row := result.get("automation"), Mapping):
        return ""
    return str(row.get("id", ""))
