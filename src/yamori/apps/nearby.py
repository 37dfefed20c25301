"""Home Assistants and MQTT brokers that announce themselves in the home's network: asked for once, when somebody wants to know.

One question by multicast DNS as RFC 6762 (5.1) lets a program ask that only asks: from a port of its own, answered to it alone. Whatever
answers is a stranger's: of it only an address in the home's network, a port and a name are taken.
"""

import asyncio
import ipaddress
import socket
import struct
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from yamori.web.welcome_port import FoundNearby

PATIENCE_S = 1.5
"""So long answers are waited for."""
_KNOCK_S = 0.8
"""So long what was found may take to take a connection."""
_GROUP = ("224.0.0.251", 5353)
SERVICES = {"_home-assistant._tcp.local": "homeassistant", "_mqtt._tcp.local": "mqtt", "_secure-mqtt._tcp.local": "mqtt"}
"""What is asked for, and the backend that it is."""
_A, _PTR, _SRV = 1, 12, 33
_IN, _TOP_BIT = 1, 0x8000
_MOST_RECORDS = 200
_MOST_FOUND = 20
_LONGEST_NAME = 80


async def look_nearby() -> Sequence[FoundNearby]:
    """What there is, each tried once. Empty also where the network lets no question out."""
    answers = _Answers()
    try:
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: answers, family=socket.AF_INET, proto=socket.IPPROTO_UDP, local_addr=("0.0.0.0", 0)
        )
    except OSError:
        return ()
    try:
        transport.sendto(question(tuple(SERVICES)), _GROUP)
        await asyncio.sleep(PATIENCE_S)
    except OSError:
        return ()
    finally:
        transport.close()
    found = told_by(answers.packets)
    return await asyncio.gather(*(_tried(each) for each in found))


class _Answers(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.packets: list[bytes] = []

    def datagram_received(self, data: bytes, addr: object) -> None:
        if len(self.packets) < _MOST_RECORDS:
            self.packets.append(data)

    def error_received(self, exc: Exception) -> None:
        """Nobody can be asked: then nobody answers."""


def question(services: Sequence[str]) -> bytes:
    """One question for each, whose answers come to whoever asks (the top bit of its class)."""
    asked = b"".join(_written(name) + struct.pack(">HH", _PTR, _IN | _TOP_BIT) for name in services)
    return struct.pack(">HHHHHH", 0, 0, len(services), 0, 0, 0) + asked


@dataclass(kw_only=True)
class _Told:
    """Records of some answers, by name."""

    instances: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    services: dict[str, tuple[str, int]] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)


def told_by(packets: Sequence[bytes]) -> Sequence[FoundNearby]:
    """What the answers say, as far as it lies in the home's network. Pure; what is no answer is left out."""
    told = _Told()
    for packet in packets:
        try:
            _read(packet, told)
        except (struct.error, IndexError, ValueError):
            continue
    found: dict[tuple[str, str, int], FoundNearby] = {}
    for service, backend in SERVICES.items():
        for instance in sorted(told.instances.get(service, ())):
            host, port = told.services.get(instance, ("", 0))
            address = told.addresses.get(host, "")
            if port and _is_of_the_home(address):
                name = instance.removesuffix(f".{service}")[:_LONGEST_NAME]
                found[backend, address, port] = FoundNearby(
                    backend=backend, name=name, address=address, port=port, is_secure="secure" in service
                )
    return tuple(found.values())[:_MOST_FOUND]


def _read(packet: bytes, told: _Told) -> None:
    _, flags, questions, *counts = struct.unpack_from(">HHHHHH", packet)
    if not flags & _TOP_BIT:
        return  # a question
    at = 12
    for _ in range(questions):
        _, at = _name(packet, at)
        at += 4
    for _ in range(min(sum(counts), _MOST_RECORDS)):
        name, at = _name(packet, at)
        kind, _, _, length = struct.unpack_from(">HHIH", packet, at)
        at += 10
        if kind == _PTR:
            told.instances[name].add(_name(packet, at)[0])
        elif kind == _SRV:
            told.services[name] = (_name(packet, at + 6)[0], struct.unpack_from(">H", packet, at + 4)[0])
        elif kind == _A and length == 4:
            told.addresses[name] = str(ipaddress.IPv4Address(packet[at : at + 4]))
        at += length


def _name(packet: bytes, at: int) -> tuple[str, int]:
    """A name, and where it ends; what points backwards is followed. Raises `ValueError` or `IndexError` for what is none."""
    labels: list[str] = []
    ends = 0
    for _ in range(128):
        length = packet[at]
        if length >= 0xC0:
            ends = ends or at + 2
            to = struct.unpack_from(">H", packet, at)[0] & 0x3FFF
            if to >= at:
                raise ValueError("a name points forwards")
            at = to
        elif length == 0:
            return ".".join(labels).lower(), ends or at + 1
        elif length > 63:
            raise ValueError("no length of a label")
        else:
            label = packet[at + 1 : at + 1 + length]
            if len(label) < length:
                raise ValueError("a name that is cut off")
            labels.append("".join(c if c.isprintable() else " " for c in label.decode("utf-8", "replace")))
            at += 1 + length
    raise ValueError("a name without an end")


def _written(name: str) -> bytes:
    return b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0"


def _is_of_the_home(address: str) -> bool:
    try:
        found = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return found.is_private and not (found.is_loopback or found.is_link_local or found.is_unspecified)


async def _tried(found: FoundNearby) -> FoundNearby:
    """With whether it takes a connection. Nothing is said to it."""
    try:
        async with asyncio.timeout(_KNOCK_S):
            _, writer = await asyncio.open_connection(found.address, found.port)
    except (OSError, TimeoutError):
        return found
    writer.close()
    return replace(found, answers=True)
