"""Parts of an automation of Home Assistant, as YAML holds them, in the words of its present versions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from yamori.automations.home_assistant.reasons import Remark

Part: TypeAlias = dict[str, object]


@dataclass(frozen=True, kw_only=True)
class WrittenTrigger:
    part: Part
    guards: tuple[Part, ...] = ()
    """Conditions for this trigger alone."""
    remarks: tuple[Remark, ...] = ()


def guarded(triggers: Sequence[WrittenTrigger]) -> tuple[list[Part], list[Part]]:
    """The triggers, and one condition that lets each pass on its own terms; triggers get ids only where that is needed."""
    if not any(trigger.guards for trigger in triggers):
        return [trigger.part for trigger in triggers], []
    if len(triggers) == 1:
        return [triggers[0].part], list(triggers[0].guards)
    named, ways = [], []
    for number, trigger in enumerate(triggers, 1):
        id = f"t{number}"
        kind = trigger.part["trigger"]
        named.append({"trigger": kind, "id": id, **{name: value for name, value in trigger.part.items() if name != "trigger"}})
        came: Part = {"condition": "trigger", "id": id}
        ways.append({"condition": "and", "conditions": [came, *trigger.guards]} if trigger.guards else came)
    return named, [{"condition": "or", "conditions": ways}]


def for_version(automation: Part, version: str) -> Part:
    """The same as versions before 2024.10 read it: `trigger:` with `platform:`, `action:` with `service:`."""
    if _at_least(version, 2024, 10):
        return automation
    renamed = {"triggers": "trigger", "conditions": "condition", "actions": "action"}
    inner = {"triggers": ("trigger", "platform"), "actions": ("action", "service")}
    found: Part = {}
    for name, value in automation.items():
        if name in inner and isinstance(value, list):
            old, new = inner[name]
            value = [{new if key == old else key: held for key, held in part.items()} for part in value]
        found[renamed.get(name, name)] = value
    return found


def _at_least(version: str, year: int, month: int) -> bool:
    """A version that cannot be read counts as a present one."""
    first = version.split(".")[:2]
    if len(first) < 2 or not all(part.isdigit() for part in first):
        return True
    return (int(first[0]), int(first[1])) >= (year, month)
