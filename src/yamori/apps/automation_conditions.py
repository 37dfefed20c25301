"""Conditions of automations that a model writes as code: what they may look at in this home, how they are written and evaluated.

Wired in `automation_engine`. The code runs in the sandbox alone (`automations.generated`), and only once a person has agreed to it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from yamori.agentkit.task import Task
from yamori.agents.iot.rules.names import index_of
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.words import lexicon
from yamori.automations.condition import GeneratedCode
from yamori.automations.generated.condition import GeneratedCondition
from yamori.automations.generated.readable import Readable, readable
from yamori.automations.generated.sandbox import Sandbox
from yamori.automations.generated.snapshot import Held, Snapshot
from yamori.automations.generated.verdict import Decided, Failed
from yamori.automations.generated.writing import ConditionWriter, NothingTells
from yamori.automations.neighbours import Written
from yamori.domain.errors import Forbidden, InvalidRequest
from yamori.domain.gate import Gate
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.llm.port import Models


class GeneratedConditions:
    """Fulfils `automations.ports.Evaluator` and `automations.neighbours.ConditionWriters` over one home."""

    def __init__(self, gate: Gate, models: Models, sandbox: Sandbox) -> None:
        self._gate, self._sandbox = gate, sandbox
        self._writer = ConditionWriter(models, sandbox)

    async def write(self, task: Task) -> Written | None:
        snapshot = Snapshot.of(await self._gate.snapshot(), now=task.now)
        made = await self._writer.write(task.request, home=readables(self._gate), snapshot=snapshot, turn=task.turn)
        if isinstance(made, NothingTells) or not made.paths:  # what looks at the time alone is no condition of this home
            return None
        code = GeneratedCode(id=made.digest, paths=made.paths, words=made.words, source=made.source, minds_clock=made.minds_clock)
        return Written(code=code, looks_at=self._called(made.paths, task.language))

    async def evaluate(self, code: GeneratedCode, readings: Mapping[str, Value], now: datetime) -> bool | None:
        if not code.may_run:
            raise Forbidden("nobody has agreed to this condition", where="approved")
        condition = GeneratedCondition(words=code.words, source=code.source, paths=code.paths, digest=code.id)
        since = await self._since(code.paths) if code.minds_clock else {}
        held = {path: Held(value=value, since=since.get(path, now)) for path, value in readings.items()}
        verdict = await self._sandbox.evaluate(condition, Snapshot(now=now, readings=held))
        match verdict:
            case Decided():
                return verdict.holds
            case Failed():
                raise InvalidRequest(verdict.detail, where="code")
            case _:
                return None

    async def _since(self, paths: Sequence[str]) -> Mapping[str, datetime]:
        """Since when the devices have held what they report."""
        devices = dict.fromkeys(path.partition(".")[0] for path in paths)
        return {reading.path: reading.at for device in devices for reading in await self._gate.snapshot(device)}

    def _called(self, paths: Sequence[str], language: Language) -> tuple[str, ...]:
        index = index_of(self._gate.home, self._gate.capabilities, lexicon())
        parts = dict.fromkeys(tuple(path.split(".")[:2]) for path in paths)
        return tuple(dict.fromkeys(spoken_name(index.devices[device], component, index, language) for device, component in parts))


def readables(gate: Gate) -> tuple[Readable, ...]:
    """Every reading of the home that a condition may look at."""
    rooms = {room.id: room.name for room in gate.home.rooms}
    found: list[Readable] = []
    for device in gate.home.devices:
        for component, capability in device.capabilities():
            for attribute in gate.capabilities[capability].attributes.values():
                part = "" if component == "main" else f"{component} "
                where = f" ({rooms[device.room]})" if device.room in rooms else ""
                label = f"{device.name}, {part}{attribute.name}{where}"
                entry = readable(f"{device.id}.{component}.{capability}.{attribute.name}", label, attribute)
                if entry is not None:
                    found.append(entry)
    return tuple(found)
