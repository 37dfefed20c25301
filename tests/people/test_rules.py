"""The rules of ends and attempts, without a clock or a file."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.domain.guessing import Guess
from yamori.people.attempts import LIMITS as ATTEMPTS
from yamori.people.attempts import opens_at
from yamori.people.session import COARSE, LIMITS, Kind, Session, is_worth_noting, refusal_of

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
MOMENTS = st.integers(min_value=0, max_value=3 * 365 * 24 * 3600).map(lambda seconds: timedelta(seconds=seconds))


@given(kind=st.sampled_from(Kind), used=MOMENTS, looked=MOMENTS, later=MOMENTS)
def test_a_session_that_has_ended_by_time_never_opens_anything_again(
    kind: Kind, used: timedelta, looked: timedelta, later: timedelta
) -> None:
    session = Session(id="s", person="aiko", kind=kind, made=NOW, used=NOW + min(used, looked))
    if refusal_of(session, NOW + looked) == "expired":
        assert refusal_of(session, NOW + looked + later) == "expired"


@given(kind=st.sampled_from(Kind), made=MOMENTS, used=MOMENTS, back=st.booleans())
def test_no_session_is_good_for_longer_than_its_absolute_end_whatever_the_clock_said(
    kind: Kind, made: timedelta, used: timedelta, back: bool
) -> None:
    begun = NOW + made if back else NOW - made
    session = Session(id="s", person="aiko", kind=kind, made=begun, used=begun + used)
    if refusal_of(session, NOW) is None:
        assert abs(NOW - begun) <= LIMITS[kind].absolute


@given(
    kind=st.sampled_from([Kind.BROWSER, Kind.DEVICE]),
    step=st.integers(min_value=1, max_value=29),
    days=st.integers(min_value=1, max_value=170),
)
def test_what_is_used_often_enough_stays_until_its_absolute_end(kind: Kind, step: int, days: int) -> None:
    session, now, writes = Session(id="s", person="aiko", kind=kind, made=NOW, used=NOW), NOW, 0
    while now < NOW + timedelta(days=days):
        now += timedelta(days=step)
        if now >= NOW + LIMITS[kind].absolute:
            break
        assert refusal_of(session, now) is None
        if is_worth_noting(session, now):
            session, writes = Session(id="s", person="aiko", kind=kind, made=NOW, used=now), writes + 1
    assert writes <= days + 29


@given(minutes=st.integers(min_value=-10_000, max_value=59))
def test_use_within_the_hour_is_not_written_down(minutes: int) -> None:
    session = Session(id="s", person="aiko", kind=Kind.BROWSER, made=NOW, used=NOW)
    assert not is_worth_noting(session, NOW + timedelta(minutes=minutes)) and is_worth_noting(session, NOW + COARSE)


TRIES = st.lists(
    st.builds(
        Guess,
        account=st.sampled_from(["aiko", "mei"]),
        origin=st.sampled_from(["198.51.100.1", "198.51.100.2", "browser:1"]),
        at=st.integers(min_value=0, max_value=3 * 24 * 60).map(lambda minutes: NOW - timedelta(minutes=minutes)),
        right=st.booleans(),
    ),
    max_size=120,
).map(lambda tries: sorted(tries, key=lambda a: a.at))


@given(tries=TRIES)
def test_a_known_browser_never_waits_longer_than_an_hour_and_for_its_own_mistakes_alone(tries: list[Guess]) -> None:
    until = opens_at(tries, account="aiko", origin="browser:1", is_device=True, now=NOW)
    own = [a for a in tries if (a.account, a.origin) == ("aiko", "browser:1")]
    assert until is None or until <= NOW + ATTEMPTS.longest
    assert until == opens_at(own, account="aiko", origin="browser:1", is_device=True, now=NOW)


@given(tries=TRIES, origin=st.sampled_from(["198.51.100.1", "203.0.113.1"]))
def test_waiting_until_it_is_said_to_open_is_enough(tries: list[Guess], origin: str) -> None:
    until = opens_at(tries, account="aiko", origin=origin, is_device=False, now=NOW)
    assert until is None or NOW < until <= NOW + ATTEMPTS.window
    assert until is None or opens_at(tries, account="aiko", origin=origin, is_device=False, now=until) is None


@examples(15)
@given(seed=st.randoms(use_true_random=False), count=st.integers(min_value=300, max_value=1_200))
def test_strangers_together_get_no_more_than_two_hundred_a_day(seed: object, count: int) -> None:
    tries: list[Guess] = []
    for number in range(count):
        now = NOW + timedelta(days=1) * number / count
        account, origin = f"name {seed.randrange(12)}", f"198.51.100.{seed.randrange(60)}"  # type: ignore[attr-defined]
        if opens_at(tries[-400:], account=account, origin=origin, is_device=False, now=now) is None:
            tries.append(Guess(account=account, origin=origin, at=now, right=False))
    assert len(tries) <= ATTEMPTS.household_most
