"""Receipts in plain words: which device, what it was before and is now, and why. Nothing is said here that a receipt does not hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from yamori.domain.capability import Capability, finds_out
from yamori.domain.home import Home
from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.web.marks import mark
from yamori.web.tiles import label
from yamori.web.words import Words


@dataclass(frozen=True, kw_only=True)
class Step:
    """One attribute before and after."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Proof:
    """One receipt."""

    id: str
    device: str
    """The device's name."""
    mark: str
    """The id of the device's element in the panel."""
    changed: bool
    """The device is otherwise than before: worth pointing at."""
    ok: bool
    steps: tuple[Step, ...]
    note: str
    """What to say where nothing changed."""
    command: str
    before: Mapping[str, Value]
    after: Mapping[str, Value]
    person: str
    words: str
    agent: str | None
    at: datetime
    """In the home's time zone."""
    problem: str | None
    picture: str | None
    """What was taken with it, as `GET /gate/pictures/{id}` knows it."""


def proof(receipt: Receipt, *, home: Home, capabilities: Mapping[str, Capability], titles: Mapping[str, str], words: Words) -> Proof:
    """`titles` maps an agent's name to its title in the reader's language."""
    command = receipt.command
    device = home.device(command.device)
    person = home.person(receipt.cause.person)
    steps = tuple(_step(path, *pair, receipt, capabilities, words) for path, pair in receipt.changed().items())
    settled = receipt.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED)
    agent = receipt.cause.agent
    return Proof(
        id=receipt.id,
        device=words.name(device.name, device.aliases) if device else command.device,
        mark=mark("device", command.device),
        changed=receipt.status is ReceiptStatus.DONE and bool(steps),
        ok=settled,
        steps=steps if settled else (),
        note=words(f"receipt.{receipt.status.value}"),
        command=_command_in_words(receipt, words),
        before=receipt.before,
        after=receipt.after,
        person=words.name(person.name, person.aliases) if person else receipt.cause.person,
        words=receipt.cause.words,
        agent=titles.get(agent, agent) if agent else None,
        at=receipt.at.astimezone(ZoneInfo(home.place.timezone)),
        problem=receipt.problem,
        picture=_picture(receipt, capabilities) if settled else None,
    )


def _picture(receipt: Receipt, capabilities: Mapping[str, Capability]) -> str | None:
    """Of a command that only finds something out, on what has an `image`."""
    capability = capabilities.get(receipt.command.capability)
    taken = capability.commands.get(receipt.command.name) if capability else None
    image = receipt.after.get(f"{receipt.command.capability}.image")
    return image if taken is not None and finds_out(taken) and isinstance(image, str) and image else None


def _step(path: str, before: Value, after: Value, receipt: Receipt, capabilities: Mapping[str, Capability], words: Words) -> Step:
    capability, _, attribute = path.rpartition(".")
    described = capabilities.get(capability)
    known = described.attributes.get(attribute) if described else None
    unit = known.unit if known else None
    both_numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in (before, after))
    return Step(
        label=label(receipt.command.component, attribute, words),
        before=words.value(before, None if both_numbers else unit),
        after=words.value(after, unit),
    )


def _command_in_words(receipt: Receipt, words: Words) -> str:
    """`set level (level 30)`: the command as it was given, in the reader's language where it has a name there."""
    name = words.command(receipt.command.name)
    given = ", ".join(f"{words.attribute(name)} {words.value(value)}" for name, value in receipt.command.arguments.items())
    return f"{name} ({given})" if given else name
