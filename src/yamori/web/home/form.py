"""What a control of the Home page sends: a command with its arguments, read and judged by the capability's file. Pure, but for the person,
who comes from the session."""

import json
import math
import re
from collections.abc import Mapping, Sequence

from fastapi import Request

from yamori.agentkit.access import CALLER
from yamori.domain.access import chooses_person
from yamori.domain.capability import Capability
from yamori.domain.home import Device, Person
from yamori.domain.receipt import Command
from yamori.domain.values import Value
from yamori.web.form import chosen_person, person_in
from yamori.web.problems import PageProblem

_KEY = re.compile(r"[A-Za-z0-9-]{8,80}")
_ARGUMENT = "argument."
Sent = Mapping[str, str]


def hand_command(sent: Sent, device: Device, capabilities: Mapping[str, Capability]) -> Command:
    """Raises `PageProblem` for a control that is not there any more, and for what is no value. The gate judges the rest."""
    component, name, command = sent.get("component", "main"), sent.get("capability", ""), sent.get("command", "")
    capability = capabilities.get(name) if name in device.components.get(component, {}) else None
    spec = capability.commands.get(command) if capability is not None else None
    if spec is None:
        raise PageProblem("problem.control_gone", status=404)
    properties = spec.arguments.get("properties")
    schemas = properties if isinstance(properties, Mapping) else {}
    arguments: dict[str, Value] = {}
    for field, text in sent.items():
        if field.startswith(_ARGUMENT):
            argument = field.removeprefix(_ARGUMENT)
            arguments[argument] = _value(text, schemas.get(argument))
    return Command(device=device.id, component=component, capability=name, name=command, arguments=arguments)


def hand_key(sent: Sent, command: Command) -> str:
    """The page's key of this very command: the same page may send another one. Raises `PageProblem`."""
    given = sent.get("key", "")
    if not _KEY.fullmatch(given):
        raise PageProblem("problem.body", status=400)
    arguments = json.dumps(dict(command.arguments), sort_keys=True, ensure_ascii=True)
    return f"page/{given}/{command.device}/{command.component}.{command.capability}.{command.name}/{arguments}"


def speaker(request: Request, sent: Sent, people: Sequence[Person]) -> str:
    """Whoever the session says; while nobody has an account, whoever was chosen last on this browser. Raises `PageProblem`."""
    if sent.get("person"):
        return person_in(sent, people)
    chosen = chosen_person(request)
    return person_in({"person": chosen} if any(person.id == chosen for person in people) else {}, people)


def acted_for(person: str) -> str | None:
    """The adult who acts for this person, where they do not act themselves."""
    caller = CALLER.get()
    return caller.person if not chooses_person(caller) and caller.person != person else None


def _value(text: str, schema: Value) -> Value:
    kind = schema.get("type") if isinstance(schema, Mapping) else None
    match kind:
        case "integer" | "number":
            try:
                number = float(text)
            except ValueError:
                raise PageProblem("problem.no_number") from None
            if not math.isfinite(number):
                raise PageProblem("problem.no_number")
            return int(number) if number.is_integer() else number
        case "boolean":
            return text == "true"
        case _:
            return text
