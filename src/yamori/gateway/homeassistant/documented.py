"""Commands from `get_services`: what a server says that a domain's services take. Nothing here knows a domain."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from yamori.domain.capability import CommandSpec, Risk
from yamori.domain.values import Value
from yamori.gateway.homeassistant.domains import ServiceCall
from yamori.gateway.homeassistant.inventory import Entity

_WORDS = 12
"""A small model reads a dozen words of a description."""


def described_commands(
    entity: Entity, services: Mapping[str, Value]
) -> tuple[Mapping[str, CommandSpec], Mapping[str, Sequence[ServiceCall]]]:
    """The services of the entity's own domain that are aimed at entities. What is not known to be harmless is asked about first."""
    commands: dict[str, CommandSpec] = {}
    calls: dict[str, Sequence[ServiceCall]] = {}
    held = services.get(entity.domain)
    for service, description in held.items() if isinstance(held, Mapping) else ():
        if not isinstance(description, Mapping) or "target" not in description:
            continue
        name = _camel(str(service))
        fields = _fields(description.get("fields"))
        required = [field for field, schema in fields.items() if schema.pop("required", False)]
        commands[name] = CommandSpec(
            name=name,
            says=_says(description, str(service)),
            arguments={"type": "object", "properties": fields, "required": required} if fields else {},
            risk=Risk.CONFIRM,
        )
        calls[name] = (ServiceCall(service=str(service), data={field: f"${field}" for field in fields}),)
    return commands, calls


def _says(description: Mapping[str, Value], service: str) -> str:
    said = str(description.get("description") or description.get("name") or service.replace("_", " ")).split(". ")[0]
    words = said.rstrip(".").split()
    return " ".join(words[:_WORDS]) + "."


def _fields(given: Value) -> dict[str, dict[str, Any]]:
    """Field to its JSON schema; groups of fields (`advanced_fields`) are opened."""
    fields: dict[str, dict[str, Any]] = {}
    for name, held in given.items() if isinstance(given, Mapping) else ():
        if not isinstance(held, Mapping):
            continue
        if "fields" in held and "selector" not in held:
            fields |= _fields(held["fields"])
            continue
        selector = held.get("selector")
        schema = _schema(selector) if isinstance(selector, Mapping) else {}
        if held.get("required") is True:
            schema["required"] = True
        fields[str(name)] = schema
    return fields


def _schema(selector: Mapping[str, Value]) -> dict[str, Any]:
    kind, settings = next(iter(selector.items()), ("", None))
    settings = settings if isinstance(settings, Mapping) else {}
    match kind:
        case "number":
            bounds = {
                ours: settings[theirs]
                for theirs, ours in (("min", "minimum"), ("max", "maximum"))
                if isinstance(settings.get(theirs), int | float)
            }
            return {"type": "number", **bounds}
        case "boolean":
            return {"type": "boolean"}
        case "select":
            options = settings.get("options")
            listed = [str(o["value"]) if isinstance(o, Mapping) else str(o) for o in options] if isinstance(options, list | tuple) else []
            return {"type": "string", **({"enum": listed} if listed and not settings.get("custom_value") else {})}
        case "object":
            return {}
        case "entity" | "text" | "time" | "date" | "datetime" | "icon" | "template":
            return {"type": "string"}
    return {}


def _camel(words: str) -> str:
    first, *rest = re.split(r"[^a-zA-Z0-9]+", words)
    return first + "".join(part.capitalize() for part in rest)
