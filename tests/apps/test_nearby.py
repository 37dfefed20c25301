"""What announces itself in the home's network, as its answers say it; no network is asked."""

import ipaddress
import struct

from hypothesis import given
from hypothesis import strategies as st

from yamori.apps.nearby import question, told_by
from yamori.web.welcome_port import FoundNearby

PTR, SRV, A = 12, 33, 1


def written(name: str) -> bytes:
    return b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0"


def record(name: bytes, kind: int, data: bytes) -> bytes:
    return name + struct.pack(">HHIH", kind, 1, 120, len(data)) + data


def answer(*records: bytes) -> bytes:
    return struct.pack(">HHHHHH", 0, 0x8400, 0, 1, 0, len(records) - 1) + b"".join(records)


def announced(service: str, name: str, address: str, port: int) -> bytes:
    """As a responder writes it: the later names point at the first."""
    first = written(service)
    instance = bytes([len(name.encode())]) + name.encode() + b"\xc0\x0c"
    host = bytes([len(name)]) + name.encode() + b"\xc0" + bytes([12 + service.index("local")])
    return answer(
        record(first, PTR, instance),
        record(instance, SRV, struct.pack(">HHH", 0, 0, port) + host),
        record(host, A, ipaddress.IPv4Address(address).packed),
    )


def test_a_home_assistant_and_a_broker_are_found_by_address_and_port() -> None:
    packets = [
        announced("_home-assistant._tcp.local", "Home", "192.168.1.5", 8123),
        announced("_secure-mqtt._tcp.local", "broker", "10.0.0.2", 8883),
        announced("_home-assistant._tcp.local", "Home", "192.168.1.5", 8123),
    ]
    assert told_by(packets) == (
        FoundNearby(backend="homeassistant", name="home", address="192.168.1.5", port=8123),
        FoundNearby(backend="mqtt", name="broker", address="10.0.0.2", port=8883, is_secure=True),
    )


def test_an_address_outside_the_home_and_a_question_of_somebody_else_are_left_out() -> None:
    for address in ("93.184.216.34", "127.0.0.1", "169.254.169.254", "0.0.0.0"):
        assert told_by([announced("_mqtt._tcp.local", "x", address, 1883)]) == ()
    assert told_by([question(("_mqtt._tcp.local",))]) == ()


@given(st.binary(max_size=300))
def test_whatever_answers_does_no_harm(packet: bytes) -> None:
    told_by([packet, struct.pack(">HHHHHH", 0, 0x8400, 1, 3, 0, 0) + packet])
