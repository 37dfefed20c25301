"""The names of a house: what is read of a `Host`, what the operator may list, and what is the machine's own."""

import ipaddress
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.apps.hosts import AllowedHosts, Authority, allowed_hosts, listed_host, read_authority


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("yamori.lan", "yamori.lan", None),
        ("Yamori.LAN.:8765", "yamori.lan", 8765),
        ("127.0.0.1:", "127.0.0.1", None),
        ("[::1]:8765", "::1", 8765),
        ("[FE80:0::1%25eth0]:80", "fe80::1", 80),
        ("[fe80::1%eth0]", "fe80::1", None),
        ("[::ffff:192.168.1.5]", "192.168.1.5", None),
    ],
)
def test_a_host_is_read_however_it_is_written(text: str, host: str, port: int | None) -> None:
    assert read_authority(text) == Authority(host=host, port=port)


@pytest.mark.parametrize(
    "text",
    ["", ".", "a b", "a@b", "http://a", "a/b", "[::1", "::1", "a:b", "a:123456", "a:70000", "a,b", "ａ.example", "a\r\nb", "[]", "x" * 400],
)
def test_what_is_no_host_is_none(text: str) -> None:
    assert read_authority(text) is None


@given(st.text(max_size=40))
def test_no_text_breaks_it(text: str) -> None:
    found = read_authority(text)
    assert found is None or (found.host and found.host == found.host.lower())


@given(st.ip_addresses())
def test_every_address_is_recognised_in_any_spelling(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    six = isinstance(address, ipaddress.IPv6Address)
    spelled = f"[{address.exploded.upper()}]:8765" if six else f"{address}:8765"
    assert read_authority(spelled) == read_authority(f"[{address}]:8765" if six else f"{address}:8765")


@pytest.mark.parametrize(
    ("entry", "host"),
    [
        ("Yamori.lan.", "yamori.lan"),
        (" 192.168.1.5 ", "192.168.1.5"),
        ("FD00::5", "fd00::5"),
        ("[fd00::5]", "fd00::5"),
        ("家.lan", "xn--fct.lan"),
    ],
)
def test_the_operator_lists_names_and_addresses(entry: str, host: str) -> None:
    assert listed_host(entry) == host


@pytest.mark.parametrize(
    "entry", ["*", "*.lan", "", "0.0.0.0", "::", "[::]", "http://yamori.lan", "yamori.lan:8765", "yamori.lan/x", "a b"]
)
def test_nothing_that_means_everything_or_is_no_name_can_be_listed(entry: str) -> None:
    with pytest.raises(ValueError, match="name"):
        listed_host(entry)


@pytest.mark.parametrize("listening", ["127.0.0.1", "0.0.0.0", "::", ""])
def test_where_it_listens_does_not_widen_what_it_is_called(listening: str) -> None:
    allowed = allowed_hosts(listening=listening, listed=["yamori.lan"])
    machine = socket.gethostname().lower().partition(".")[0]
    for host in ("127.0.0.1", "127.3.2.1", "::1", "localhost", "yamori.lan", machine, f"{machine}.local"):
        assert allowed.admits(host)
    for host in ("evil.example", "0.0.0.0", "::", "203.0.113.9", "evil.local", "2130706433", "127.1"):
        assert not allowed.admits(host)


def test_an_address_that_the_machine_was_given_since_the_start_is_its_own_where_it_is_connected_to() -> None:
    allowed = AllowedHosts()
    assert allowed.admits("192.168.7.7", reached_at="192.168.7.7")
    assert allowed.admits("192.168.7.7", reached_at="::ffff:192.168.7.7")
    assert not allowed.admits("192.168.7.7", reached_at="127.0.0.1")
    assert not allowed.admits("evil.example", reached_at="evil.example")
