"""What the IoT agent can do: find devices, read them, and command them through the gate. Nothing here decides."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from rapidfuzz import fuzz, process

from yamori.agentkit.access import CALLER
from yamori.agentkit.argument_types import Moment, in_home_time
from yamori.agentkit.legible import Words
from yamori.agentkit.task import Approval
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.iot.eyes import Eyes
from yamori.agents.iot.rules.choices import line
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.queries import holds
from yamori.agents.iot.rules.reach import rooms_referred_to
from yamori.agents.iot.rules.report import approval_text
from yamori.agents.iot.rules.words import lexicon, normal
from yamori.domain.access import Access, Who, as_seen
from yamori.domain.caller import Scope
from yamori.domain.capability import Risk, finds_out
from yamori.domain.errors import HouseSilent, InvalidRequest, YamoriError
from yamori.domain.gate import Gate
from yamori.domain.group import AtOnce, InOrder, Step
from yamori.domain.home import Device
from yamori.domain.receipt import Cause, Command, Reading, Receipt, ReceiptStatus
from yamori.domain.values import Value

EXPLAINED = 3
"""Changes of a device that are listed when somebody asks why."""


class DeviceTools:
    """Bound to one gate."""

    access = Access(who=Who.GUEST, scope=Scope.DEVICES)

    def __init__(self, gate: Gate, eyes: Eyes | None = None, index: Callable[[], HomeIndex] | None = None) -> None:
        """Without an `index` of the home nothing is told to keep to the person's room."""
        self._gate = gate
        self._index = index
        self._eyes = eyes

    @tool(effect=Effect.READ)
    async def find_devices(self, query: Words = "", room: str | None = None, *, call: Call) -> ToolResult:
        """List devices: id, name, room and capabilities. `query` matches names loosely; leave it empty for all. `room` is a room's id."""
        home = self._gate.home
        devices = [d for d in home.devices if room is None or d.room == room]
        if query:
            labels = {f"{d.id}\n{label}": normal(label) for d in devices for label in (d.name, *d.aliases)}
            hits = process.extract(normal(query), labels, scorer=fuzz.WRatio, score_cutoff=70, limit=20)
            order = list(dict.fromkeys(key.split("\n")[0] for _, _, key in hits))
            devices = [d for i in order for d in devices if d.id == i]
        return ToolResult(
            value=[
                {
                    "id": d.id,
                    "name": d.name,
                    "room": d.room,
                    "capabilities": [f"{c}.{n}" if c != "main" else n for c, n in d.capabilities()],
                }
                for d in devices
            ]
        )

    @tool(effect=Effect.READ)
    async def describe_device(self, device: str, *, call: Call) -> ToolResult:
        """What one device can do: for each capability its attributes, commands and their arguments, as the backend documents them."""
        found = self._known(device)
        return ToolResult(
            value={
                "id": found.id,
                "name": found.name,
                "components": {c: [line(self._gate.capabilities[n], says=True) for n in held] for c, held in found.components.items()},
            }
        )

    @tool(effect=Effect.READ)
    async def read_devices(
        self, devices: list[str], attributes: list[str] | None = None, equals: str | None = None, *, call: Call
    ) -> ToolResult:
        """Read the state of devices (`id`, or `id/component`). `attributes` as `capability.attribute`; all of them when left out.
        With `equals`, `matching` lists the devices for which one of them has that value. A value that is not known is null, beside what was
        reported `last`."""
        readings: list[Value] = []
        matching: list[Value] = []
        for address in devices:
            device, _, component = address.partition("/")
            for reading in await self._gate.snapshot(device):
                if (component and reading.component != component) or (
                    attributes and f"{reading.capability}.{reading.attribute}" not in attributes
                ):
                    continue
                readings.append(_read(reading))
                declared = self._gate.capabilities[reading.capability].attributes.get(reading.attribute)
                if equals is not None and holds(reading.value, equals, declared) and device not in matching:
                    matching.append(device)
        return ToolResult(value={"readings": readings, "equals": equals, "matching": matching})

    @tool(effect=Effect.CHANGE)
    async def control_devices(
        self, devices: list[str], capability: str, command: str, arguments: dict[str, Value] | None = None, *, call: Call
    ) -> ToolResult:
        """Send one command to one or more devices (`id`, or `id/component`). Each gives a receipt with the state read back.
        A risky command is held until a person approves it."""
        orders = [self._command(address, capability, command, arguments or {}) for address in devices]
        beside = {order.device for order in orders}
        done = await asyncio.gather(*(self._execute(order, f"{call.key}/{i}", call, beside) for i, order in enumerate(orders)))
        receipts = tuple(r for r in done if isinstance(r, Receipt))
        errors = [r for r in done if isinstance(r, YamoriError)]
        if errors and not receipts:
            raise errors[0]
        return self._result(receipts, [str(e) for e in errors], call)

    @tool(effect=Effect.CHANGE)
    async def perform(self, step: dict[str, Value], *, call: Call) -> ToolResult:
        """Do several commands in order or at the same time. A step is `{"device", "component", "capability", "command", "arguments"}`,
        `{"sequence": [STEP, …]}` or `{"parallel": [STEP, …]}`. All are checked before the first is done; each gives a receipt."""
        receipts = await self._gate.perform(_step(step), self._cause(call.key, call))
        return self._result(tuple(receipts), [], call)

    @tool(effect=Effect.CHANGE)
    async def tell_device(self, device: str, sentence: Words, *, call: Call) -> ToolResult:
        """Have a device that thinks for itself (a robot with a model of its own) turn a sentence into its own commands and do them."""
        language = call.task.language
        receipts, problem = await self._gate.tell(device, sentence, language, self._cause(call.key, call))
        if problem is not None and not receipts:
            raise HouseSilent(problem)
        return self._result(tuple(receipts), [problem] if problem is not None else [], call)

    @tool(effect=Effect.CHANGE)
    async def undo_changes(self, since: Moment | None = None, *, call: Call) -> ToolResult:
        """Take back what the last request changed, or everything since a moment. Says what cannot be taken back."""
        start = in_home_time(since, call.task.now) if since is not None else None
        undone = await self._gate.undo(self._cause(call.key, call), since=start)
        cannot: list[Value] = [
            {"device": r.command.device, "component": r.command.component, "command": r.command.name, "why": why}
            for r, why in undone.cannot
        ]
        result = self._result(undone.receipts, [], call)
        return replace(result, value={"cannot": cannot, "tried": len(undone.receipts) + len(cannot)})

    @tool(effect=Effect.READ, access=Access(who=Who.FAMILY, scope=Scope.READ))
    async def explain_changes(self, devices: list[str], *, call: Call) -> ToolResult:
        """Why devices are as they are: the newest changes of each, who asked for them, in which words, and when."""
        people = self._gate.home.people
        done = [as_seen(r, CALLER.get(), people) for r in await self._gate.ledger(limit=500) if r.changed() and r.command.device in devices]
        found: list[Value] = []
        for device in devices:
            self._known(device)
            for receipt in [r for r in done if r.command.device == device][:EXPLAINED]:
                changed: Value = {path: [before, after] for path, (before, after) in receipt.changed().items()}
                found.append(
                    {
                        "device": device,
                        "component": receipt.command.component,
                        "changed": changed,
                        "person": receipt.cause.person,
                        "words": receipt.cause.words,
                        "at": receipt.at.isoformat(),
                    }
                )
        return ToolResult(value={"changes": found, "devices": list(devices)})

    def _known(self, device: str) -> Device:
        found = self._gate.home.device(device)
        if found is None:
            near = process.extract(device, [d.id for d in self._gate.home.devices], limit=3)
            raise InvalidRequest(f"there is no device {device!r}", where="device", nearest=tuple(n[0] for n in near))
        return found

    @tool(effect=Effect.ADD)
    async def look(self, camera: str, question: Words | None = None, *, call: Call) -> ToolResult:
        """Take a picture with a camera (`id`, or `id/component`) and say what can be seen in it. Without a question only the picture."""
        device, _, component = camera.partition("/")
        found = self._known(device)
        order = next(
            (
                Command(device=device, component=c, capability=n, name=command.name)
                for c, n in found.capabilities()
                if component in ("", c) and "image" in self._gate.capabilities[n].attributes
                for command in self._gate.capabilities[n].commands.values()
                if finds_out(command)
            ),
            None,
        )
        if order is None:
            raise InvalidRequest(f"{found.name} takes no pictures", where="camera")
        receipt = await self._gate.execute(order, self._cause(call.key, call))
        id = receipt.after.get(f"{order.capability}.image")
        if receipt.status not in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED) or not isinstance(id, str) or self._eyes is None:
            return self._result((receipt,), [], call)
        shown: dict[str, Value] = {"picture": id, "device": device, "component": order.component}
        if question is None:
            shown["at"] = receipt.at.isoformat()
        else:
            seen = await self._eyes.look(id, question, language=call.task.language, turn=call.task.turn)
            shown |= {"at": seen.at.isoformat(), "seen": seen.text, "why": seen.why}
        return ToolResult(value=shown, receipts=(receipt,))

    def _result(self, receipts: tuple[Receipt, ...], problems: list[Value], call: Call) -> ToolResult:
        held = tuple(r for r in receipts if r.status is ReceiptStatus.HELD)
        return ToolResult(
            value={"problems": problems} if problems else None,
            receipts=receipts,
            approvals=tuple(
                Approval(id=r.id, shows=approval_text(r, self._gate.home, call.task.language), pin=r.risk is Risk.PIN) for r in held
            ),
        )

    def _cause(self, key: str, call: Call, *, beside: Collection[str] = ()) -> Cause:
        """Why; `beside` are all the devices that are commanded with it."""
        task = call.task
        rooms = rooms_referred_to(task.said, task.room, beside, self._index(), lexicon()) if self._index is not None else ()
        return Cause(by=task.by, key=key, person=task.person, words=task.said, turn=task.turn, agent="iot", rooms=rooms)

    def _command(self, address: str, capability: str, command: str, arguments: dict[str, Value]) -> Command:
        device, _, component = address.partition("/")
        found = self._gate.home.device(device)
        if not component and found is not None:
            component = next((c for c, held in found.components.items() if capability in held), "main")
        return Command(device=device, component=component or "main", capability=capability, name=command, arguments=arguments)

    async def _execute(self, command: Command, key: str, call: Call, beside: Collection[str]) -> Receipt | YamoriError:
        try:
            return await self._gate.execute(command, self._cause(key, call, beside=beside))
        except YamoriError as error:
            return error


def _read(reading: Reading) -> Value:
    """A reading as JSON; of one that is not known also what was reported last."""
    known: dict[str, Value] = {
        "device": reading.device,
        "component": reading.component,
        "capability": reading.capability,
        "attribute": reading.attribute,
        "value": reading.value,
        "unit": reading.unit,
    }
    if reading.last is not None:
        known["last"] = {"value": reading.last.value, "at": reading.last.at.isoformat()}
    return known


_OPTIONAL = {"component", "arguments"}


def _step(step: object, *, depth: int = 0) -> Step:
    """A tool's JSON as a step. Raises `InvalidRequest` that says where."""
    if depth > 8:
        raise InvalidRequest("the steps are nested too deeply", where="step")
    match step:
        case {"sequence": [*inner], **rest} if not rest and inner:
            return InOrder(tuple(_step(s, depth=depth + 1) for s in inner))
        case {"parallel": [*inner], **rest} if not rest and inner:
            return AtOnce(tuple(_step(s, depth=depth + 1) for s in inner))
        case {"device": str(device), "capability": str(capability), "command": str(name), **rest} if set(rest) <= {
            "component",
            "arguments",
        }:
            component, arguments = rest.get("component") or "main", rest.get("arguments") or {}
            if isinstance(component, str) and isinstance(arguments, Mapping):
                return Command(device=device, component=component, capability=capability, name=name, arguments=arguments)
    raise InvalidRequest('a step is a command (device, capability, command), {"sequence": […]} or {"parallel": […]}', where="step")


def changed_by(receipts: Sequence[Receipt]) -> list[Value]:
    """What receipts changed, as (device, component, capability, attribute, value before): enough to take it back."""
    changes: list[Value] = []
    for receipt in receipts:
        for path, (before, _) in receipt.changed().items():
            capability, _, attribute = path.rpartition(".")
            changes.append([receipt.command.device, receipt.command.component, capability, attribute, before])
    return changes
