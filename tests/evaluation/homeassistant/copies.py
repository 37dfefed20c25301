"""A hand-written copy of a home: it answers each sentence as its script says and shows two entities."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.evaluation.fake_household import FakeHousehold, Reply

from yamori.domain.values import Value
from yamori.evaluation.homeassistant.household import EntityState
from yamori.evaluation.household import HouseholdSpec

FIXTURES = "entities: [{id: light.a, state: 'off'}, {id: light.b, state: 'on'}]\n"
BEGINNING = {
    "light.a": EntityState(state="off", attributes={"brightness": None}),
    "light.b": EntityState(state="on", attributes={"brightness": 120}),
}


@dataclass(frozen=True)
class Act:
    """What the house says, and what then stands in Home Assistant."""

    reply: Reply = field(default_factory=Reply)
    changes: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)


class Copy(FakeHousehold):
    person = "someone"

    def __init__(self, script: Mapping[str, Act], setup: Mapping[str, Any]) -> None:
        super().__init__({text: act.reply for text, act in script.items()}, HouseholdSpec(home="x", now=datetime(2026, 6, 1, tzinfo=UTC)))
        self._acts = script
        self._setup = setup

    async def shown(self) -> Mapping[str, EntityState]:
        states = dict(BEGINNING)
        for id, held in self._setup.items():
            states[id] = replace(states[id], state=held["state"])
        approved = [said["text"] for said in self.said]
        for said in self.said:
            act = self._acts.get(said["text"])
            if act is not None and (act.reply.approval is None or "yes" in approved):
                for id, change in act.changes.items():
                    state = change.get("state", states[id].state)
                    attributes = {**states[id].attributes, **{k: v for k, v in change.items() if k != "state"}}
                    states[id] = replace(states[id], state=None if state is None else str(state), attributes=attributes)
        return states

    def plain(self, entity: str, value: Any) -> Value:
        return {"light.ColorMode.HS": "hs"}.get(str(value), value)

    def room_of(self, device: str) -> str | None:
        return {"panel": "hall"}.get(device)


class Copies:
    """Opens a fresh one for each sentence, and remembers them."""

    def __init__(self, script: Mapping[str, Act]) -> None:
        self._script = script
        self.opened: list[Copy] = []

    @asynccontextmanager
    async def __call__(self, fixtures: Path, setup: Mapping[str, Any], now: datetime | None) -> AsyncIterator[Copy]:
        copy = Copy(self._script, setup)
        self.opened.append(copy)
        async with copy.client:
            yield copy


def write_set(folder: Path, tests: str, *, name: str = "lights.yaml", home: str = "house") -> Path:
    """A folder with one home and one file of tests."""
    (folder / home).mkdir(parents=True, exist_ok=True)
    (folder / home / "_fixtures.yaml").write_text(FIXTURES, encoding="utf-8")
    (folder / home / name).write_text(tests, encoding="utf-8")
    return folder
