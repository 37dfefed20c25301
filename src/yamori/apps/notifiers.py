"""Where reminders go beside the page: to a device through the gate, and to an address on the web. Fulfils `scheduler.notices.Notifier`.

What a device is sent is found in the documentation of its capabilities: a command that shows or says a text, and one that makes a sound.
No code names a device; nothing in a reminder's text chooses one.
"""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import tzinfo
from ssl import SSLContext
from typing import Any, cast

import httpx
import structlog

from yamori.agentkit.outbound.over_httpx import CheckedTransport
from yamori.agentkit.outbound.policy import AddressForbidden
from yamori.agents.scheduler.notices import Delivery, Notifier, Undeliverable
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind, checked_channel
from yamori.domain.capability import Capability, CommandSpec, Risk
from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.gate import Gate
from yamori.domain.home import Device
from yamori.domain.receipt import Cause, Command, ReceiptStatus
from yamori.domain.values import Value

WEBHOOK_PATIENCE = 10.0
"""Seconds that an address may take to answer."""
_LONGEST_ANSWER = 65_536
_SHOWS = frozenset({"display", "show", "print"})
_SAYS = frozenset({"say", "speak", "announce", "read"})
_SOUNDS = frozenset({"beep", "buzz", "chime", "ring", "sound", "play"})
"""How the documentation of a command begins that does so."""
_SOUNDERS = ("buzzer", "beep", "chime", "bell", "melod", "tone")
"""What the documentation of a capability speaks of that may sound for a reminder; a siren's asks for an OK and is left alone anyway."""
_AGAIN = frozenset({408, 425, 429})
_NOT_TAKEN = "the address did not take it; the log of the house says why"
"""One answer for every failure: how they differ would tell what listens where in the home's network."""
_LOG = structlog.get_logger()


@dataclass(frozen=True, kw_only=True)
class Way:
    """One command by which a device can tell something."""

    component: str
    capability: str
    command: str
    words: str | None
    """The argument that takes the text; None for a sound."""
    longest: int | None = None
    """Characters that it takes."""


def ways_to_tell(device: Device, capabilities: Mapping[str, Capability], component: str = "") -> tuple[Way, ...]:
    """The best of a device's, or of one of its components: one that shows a text, one that says it, one that sounds."""
    found: dict[str, Way] = {}
    for part, name in device.capabilities():
        capability = capabilities.get(name)
        if capability is None or (component and part != component):
            continue
        for kind, spec, words in _telling(capability):
            way = Way(component=part, capability=name, command=spec.name, words=words, longest=_longest(spec, words))
            if kind not in found or (kind == "sounds" and "beep" in spec.says.lower()):  # a melody is for when there is no plain beep
                found[kind] = way
    return tuple(found[kind] for kind in ("shows", "says", "sounds") if kind in found)


def _telling(capability: Capability) -> Iterator[tuple[str, CommandSpec, str | None]]:
    for spec in capability.commands.values():
        if spec.risk is not Risk.SAFE:
            continue
        first, words = _first_word(spec), _text_argument(spec)
        if words is not None and first in _SHOWS:
            yield "shows", spec, words
        elif words is not None and first in _SAYS:
            yield "says", spec, words
        elif first in _SOUNDS and not _required(spec) and any(word in f"{capability.says} {spec.says}".lower() for word in _SOUNDERS):
            yield "sounds", spec, None


def _first_word(spec: CommandSpec) -> str:
    return spec.says.partition(" ")[0].lower().strip(".,")


def _required(spec: CommandSpec) -> Sequence[str]:
    """What has to be given, since it has no default."""
    return [name for name in cast(Sequence[str], spec.arguments.get("required", ())) if name not in spec.defaults]


def _text_argument(spec: CommandSpec) -> str | None:
    """The only argument that has to be given, where it takes any text."""
    required = _required(spec)
    if len(required) != 1:
        return None
    schema = _schema(spec, required[0])
    return required[0] if schema.get("type") == "string" and "enum" not in schema and "pattern" not in schema else None


def _longest(spec: CommandSpec, words: str | None) -> int | None:
    return cast("int | None", _schema(spec, words).get("maxLength")) if words is not None else None


def _schema(spec: CommandSpec, argument: str) -> Mapping[str, Any]:
    return cast(Mapping[str, Mapping[str, Any]], spec.arguments.get("properties", {})).get(argument, {})


class DeviceNotifier:
    """Shows, says and sounds on a device of the house."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def checked(self, channel: Channel) -> Channel:
        """A device may be called by its id, its name or an alias."""
        channel = checked_channel(channel)
        device = self._named(channel.target)
        if channel.component and channel.component not in device.components:
            raise InvalidRequest(
                f"{device.name} has no component {channel.component!r}", where="component", nearest=tuple(device.components)
            )
        if not ways_to_tell(device, self._gate.capabilities, channel.component):
            raise InvalidRequest(f"{device.name} can neither show nor say a text, nor beep", where="target")
        return Channel(kind=ChannelKind.DEVICE, target=device.id, component=channel.component)

    async def send(self, delivery: Delivery) -> None:
        device = self._gate.home.device(delivery.channel.target)
        if device is None:
            raise Undeliverable(f"there is no device {delivery.channel.target!r} any more")
        ways = ways_to_tell(device, self._gate.capabilities, delivery.channel.component)
        if not ways:
            raise Undeliverable(f"{device.name} can tell nothing any more")
        told, problem = False, ""
        for way in ways:
            done, why = await self._tell(device, way, delivery)
            told, problem = told or done, problem or why
        if not told:
            raise HouseSilent(problem or f"{device.name} did not do it")

    async def _tell(self, device: Device, way: Way, delivery: Delivery) -> tuple[bool, str]:
        """Whether it was told, or is on its way, and else why not."""
        text = delivery.notice.text
        if way.longest is not None and len(text) > way.longest:
            text = text[: way.longest - 1] + "…"
        arguments: Mapping[str, Value] = {way.words: text} if way.words is not None else {}
        command = Command(device=device.id, component=way.component, capability=way.capability, name=way.command, arguments=arguments)
        # What failed is journaled under its key for good: a new try needs a new one. What was cut off keeps its own.
        again = f"/again-{delivery.tries}" if delivery.tries else ""
        cause = Cause(
            key=f"{delivery.key}{again}/{way.component}.{way.capability}",
            person=delivery.notice.person,
            words=delivery.notice.text,
            agent="scheduler",
        )
        receipt = await self._gate.execute(command, cause)
        match receipt.status:
            case ReceiptStatus.DONE | ReceiptStatus.UNCHANGED | ReceiptStatus.WAITING:
                return True, ""
            case ReceiptStatus.HELD:
                await self._gate.refuse(receipt.id, by=delivery.notice.person)
                raise Undeliverable(f"{device.name} asks for an OK each time")
            case ReceiptStatus.REFUSED | ReceiptStatus.FAILED:
                return False, receipt.problem or f"{device.name} did not do it"

    def _named(self, target: str) -> Device:
        if (device := self._gate.home.device(target)) is not None:
            return device
        wanted = target.casefold().strip()
        found = [d for d in self._gate.home.devices if wanted in (name.casefold() for name in (d.name, *d.aliases))]
        if len(found) != 1:
            says = f"several devices are called {target!r}; give its id" if found else f"there is no device {target!r}"
            raise InvalidRequest(says, where="target", nearest=tuple(d.id for d in found))
        return found[0]


class Lines:
    """Connections to the web, each lent to one delivery at a time.

    One client with many connections looks at all of them whenever one is wanted or given back: with 16 that took as long as the delivery.
    """

    def __init__(self) -> None:
        self._trust: SSLContext | None = None
        self._free: list[httpx.AsyncClient] = []

    @asynccontextmanager
    async def one(self) -> AsyncIterator[httpx.AsyncClient]:
        """The line that was free last, whose connection is likely to be open still."""
        line = self._free.pop() if self._free else self._new()
        try:
            yield line
        finally:
            self._free.append(line)

    async def close(self) -> None:
        """No line may be lent any more."""
        for line in self._free:
            await line.aclose()
        self._free = []

    def _new(self) -> httpx.AsyncClient:
        if self._trust is None:
            self._trust = httpx.create_ssl_context()  # reading all certificates takes long: once for all lines
        return httpx.AsyncClient(
            transport=CheckedTransport(self._trust),
            timeout=WEBHOOK_PATIENCE,
            follow_redirects=False,
            headers={"User-Agent": "Yamori"},
        )


class WebhookNotifier:
    """Posts a notice as JSON. Redirects are not followed: the address that was given is the one that is told."""

    def __init__(self, lines: Lines, zone: tzinfo | None) -> None:
        self._lines = lines
        self._zone = zone

    def checked(self, channel: Channel) -> Channel:
        return checked_channel(channel)

    async def send(self, delivery: Delivery) -> None:
        notice = delivery.notice
        body = {
            "key": notice.key,
            "kind": notice.kind.value,
            "person": notice.person,
            "text": notice.text,
            "due": notice.due.astimezone(self._zone).isoformat(timespec="seconds"),
            "late": notice.late,
        }
        try:
            async with (
                self._lines.one() as line,
                line.stream("POST", delivery.channel.target, json=body, headers={"Idempotency-Key": delivery.key}) as answer,
            ):
                status = answer.status_code
                read = 0
                async for piece in answer.aiter_raw():  # to its end, so that the connection can be used again
                    read += len(piece)
                    if read > _LONGEST_ANSWER:
                        break
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, AddressForbidden) as error:
            _LOG.warning("webhook_not_reached", delivery=delivery.key, why=str(error))
            raise Undeliverable(_NOT_TAKEN) from error
        except httpx.HTTPError as error:
            _LOG.warning("webhook_not_reached", delivery=delivery.key, why=type(error).__name__)
            raise HouseSilent(_NOT_TAKEN) from error
        if not 200 <= status < 300:
            _LOG.warning("webhook_not_taken", delivery=delivery.key, status=status)
            raise (HouseSilent if status >= 500 or status in _AGAIN else Undeliverable)(_NOT_TAKEN)


@asynccontextmanager
async def open_notifiers(gate: Gate, clock: Clock) -> AsyncIterator[Mapping[ChannelKind, Notifier]]:
    """Every way there is to tell people, but for the page, which follows the notices itself."""
    async with open_lines() as lines:
        yield {ChannelKind.DEVICE: DeviceNotifier(gate), ChannelKind.WEBHOOK: WebhookNotifier(lines, clock.now().tzinfo)}


@asynccontextmanager
async def open_lines() -> AsyncIterator[Lines]:
    """Lines that are closed in the end."""
    lines = Lines()
    try:
        yield lines
    finally:
        await lines.close()
