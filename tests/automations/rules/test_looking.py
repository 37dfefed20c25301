"""When a forecast sets something off: as an edge, at sensible intervals, whatever the forecasts say."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from yamori.automations.rules.looking import AGAIN, EVERY, looked, next_look
from yamori.automations.state import TriggerState

NOW = datetime(2026, 11, 26, 9, tzinfo=UTC)


@given(st.lists(st.sampled_from([True, False, None]), max_size=30))
def test_it_fires_once_for_each_time_that_a_forecast_comes_to_say_so(truths: list[bool | None]) -> None:
    state, now, fired = TriggerState(), NOW, 0
    for truth in truths:
        found = looked(state, truth, now=now)
        fired += found.fires
        assert found.state.due == now + (AGAIN if truth is None else EVERY)
        state, now = found.state, now + EVERY
    known = [truth for truth in truths if truth is not None]
    edges = sum(truth and (n == 0 or not known[n - 1]) for n, truth in enumerate(known))
    assert (fired, state.edges) == (edges, edges)


def test_a_clock_that_is_set_back_does_not_put_the_next_look_off() -> None:
    assert next_look(TriggerState(due=NOW + timedelta(days=3)), now=NOW).due == NOW + EVERY
    assert next_look(TriggerState(), now=NOW).due == NOW
