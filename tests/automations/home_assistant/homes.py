"""A Home Assistant as plain values, for the form."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from yamori.automations.action import Call
from yamori.automations.home_assistant.port import EntityReading, ServiceCall
from yamori.automations.home_assistant.reasons import Reason, Unsayable

DOOR, WARM, LEVEL, AWAY = "d.main.c.contact", "s.main.t.temperature", "l.main.s.level", "p.main.p.presence"


@dataclass(frozen=True, kw_only=True)
class FakeHomeAssistant:
    version: str = "2026.11.1"
    timezone: str = "Europe/Berlin"
    entities: frozenset[str] = frozenset({"sun.sun", "sensor.sun_next_dawn"})
    readings: dict[str, EntityReading] = field(
        default_factory=lambda: {
            DOOR: EntityReading(entity="binary_sensor.door", words={"on": "open", "off": "closed"}),
            WARM: EntityReading(entity="sensor.warm", number=True),
            LEVEL: EntityReading(entity="light.l", attribute="brightness", number=True, scale=(255, 100), whole=True, missing={"off": 0}),
            AWAY: EntityReading(entity="person.may", words={"home": "present", "*": "not present"}),
        }
    )

    def has(self, entity: str) -> bool:
        return entity in self.entities

    def reading(self, path: str) -> EntityReading:
        if path not in self.readings:
            raise Unsayable(Reason.NOT_ITS_DEVICE, path.partition(".")[0])
        return self.readings[path]

    def calls(self, action: Call) -> Sequence[ServiceCall]:
        return (ServiceCall(service="fan.turn_off", entity="fan.attic"),)
