"""The rules of trying PINs: guessing takes years, and keeps nobody out but whoever guesses."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.gateway.fakes import NOON

from yamori.domain.guessing import Guess, opens_at
from yamori.gateway.pin_tries import PIN_LIMITS, burst_since

LIMITS = PIN_LIMITS
PEOPLE = ("sora", "ren", "mio", "kai")


def wrong(person: str = "sora", client: str = "attic", minutes: float = 0) -> Guess:
    return Guess(account=person, origin=client, at=NOON + timedelta(minutes=minutes), right=False)


def guessed(clients: Sequence[str], *, days: int) -> int:
    """How many PINs somebody gets to try who waits no second longer than they have to, as everybody, from everywhere."""
    tries: list[Guess] = []
    now, end = NOON, NOON + timedelta(days=days)
    while now < end:
        opens = []
        for client in clients:
            for person in PEOPLE:
                known = [t for t in tries if t.at > now - LIMITS.known]
                at = opens_at(known, account=person, origin=client, now=now, limits=LIMITS)
                if at is None:
                    tries.append(Guess(account=person, origin=client, at=now, right=False))
                else:
                    opens.append(at)
        now = max(min(opens, default=now), now + timedelta(seconds=1))
    return len(tries)


@pytest.mark.parametrize("clients", [1, 5])
def test_ten_thousand_pins_take_years_from_wherever_they_come(clients: int) -> None:
    days = 28
    assert guessed([f"192.168.1.{n}" for n in range(clients)], days=days) * 365 * 3 / days < 10_000


def test_the_first_three_are_free_and_then_it_takes_longer_each_time() -> None:
    tries: list[Guess] = []
    waits = []
    now = NOON
    for _ in range(10):
        tries.append(Guess(account="sora", origin="attic", at=now, right=False))
        opens = opens_at(tries, account="sora", origin="attic", now=now, limits=LIMITS)
        waits.append(opens - now if opens else timedelta())
        now += waits[-1]
    assert waits[:4] == [timedelta(), timedelta(), timedelta(seconds=30), timedelta(minutes=2)]
    assert waits == sorted(waits) and waits[-1] == timedelta(days=1)


def test_a_right_pin_makes_the_wrong_ones_before_it_mistakes() -> None:
    tries = [wrong(minutes=n) for n in range(2)]
    tries += [Guess(account="sora", origin="attic", at=NOON + timedelta(minutes=3), right=True), wrong(minutes=4), wrong(minutes=5)]
    assert opens_at(tries, account="sora", origin="attic", now=NOON + timedelta(minutes=5), limits=LIMITS) is None


@given(st.lists(st.tuples(st.sampled_from(PEOPLE), st.sampled_from(["a", "b", "c", "d"]), st.integers(1, 5_000)), max_size=150))
def test_who_has_given_the_right_pin_from_somewhere_is_kept_out_there_by_nobody_else(others: list[tuple[str, str, int]]) -> None:
    known = Guess(account="mei", origin="phone", at=NOON, right=True)
    tries = [known, *sorted((wrong(person, client, minutes) for person, client, minutes in others), key=lambda t: t.at)]
    assert opens_at(tries, account="mei", origin="phone", now=NOON + timedelta(minutes=5_000), limits=LIMITS) is None


def test_a_burst_ends_with_an_hour_without_a_wrong_pin() -> None:
    assert burst_since([wrong(minutes=0), wrong(minutes=1)], LIMITS) is None
    assert burst_since([wrong(minutes=n) for n in (0, 30, 60)], LIMITS) == NOON
    later = [wrong(minutes=n) for n in (0, 1, 2, 120, 121, 122)]
    assert burst_since(later, LIMITS) == NOON + timedelta(minutes=120)
