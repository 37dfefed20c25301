"""Edges, not levels; stays, not glimpses."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from yamori.automations.rules.edges import step
from yamori.automations.state import TriggerState

START = datetime(2026, 11, 23, tzinfo=UTC)
truths = st.lists(st.sampled_from([True, False, None]), max_size=40)


def edges_of(truths: list[bool | None]) -> list[int]:
    """Where a known false is followed by a true, with nothing or the unknown between."""
    found, known = [], None
    for place, truth in enumerate(truths):
        if truth is True and known is False:
            found.append(place)
        known = known if truth is None else truth
    return found


@given(truths)
def test_it_fires_where_a_false_becomes_true_and_nowhere_else(truths: list[bool | None]) -> None:
    state, fired = TriggerState(), []
    for place, truth in enumerate(truths):
        moved = step(state, truth, now=START + timedelta(seconds=place))
        state = moved.state
        if moved.fires:
            fired.append(place)
    assert fired == edges_of(truths)
    assert state.edges == len(fired)


@given(st.lists(st.tuples(st.sampled_from([True, False, None]), st.integers(1, 90)), max_size=30), st.integers(1, 120))
def test_with_a_hold_it_fires_once_for_each_unbroken_stay_that_is_long_enough(changes: list[tuple[bool | None, int]], hold: int) -> None:
    state, now, fired = TriggerState(), START, []
    expected, since, spent = [], None, False
    for truth, seconds in changes:
        state, fires = (moved := step(state, truth, now=now, hold=timedelta(seconds=hold))).state, moved.fires
        assert not fires
        if truth is not True:
            since, spent = None, spent and truth is None
        elif since is None:
            since = now
        end = now + timedelta(seconds=seconds)
        if since is not None and not spent and since + timedelta(seconds=hold) <= end:
            expected.append(since + timedelta(seconds=hold))
            spent = True
        if state.deadline is not None and state.deadline <= end:
            moved = step(state, truth, now=state.deadline, hold=timedelta(seconds=hold))
            assert moved.fires
            fired.append(state.deadline)
            state = moved.state
        now = end
    assert fired == expected


def test_a_clock_that_was_set_back_does_not_make_a_wait_longer() -> None:
    hold = timedelta(minutes=5)
    state = step(TriggerState(truth=False), True, now=START + timedelta(hours=1), hold=hold).state
    assert step(state, True, now=START, hold=hold).state.deadline == START + hold
