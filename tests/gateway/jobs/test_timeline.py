"""One time that never goes back, whatever the clock does."""

from datetime import UTC, timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.gateway.jobs.fakes import NOON, JumpyClock

from yamori.gateway.jobs.timeline import Mark, Timeline

steps = st.lists(st.tuples(st.floats(0, 7200), st.sampled_from([0, 0, 0, -3600, 3600, -1, 1])), max_size=20)


@given(steps)
def test_it_never_goes_back_and_never_hides_time_that_passed(steps: list[tuple[float, int]]) -> None:
    clock = JumpyClock()
    timeline = Timeline(clock, kept=None, stopwatch=clock.stopwatch)
    last = start = timeline.now()
    whole = 0.0
    for passed, jump in steps:
        clock.pass_(passed)
        whole += passed
        clock.jump(timedelta(seconds=jump))
        now = timeline.now()
        assert now >= last
        assert now - start >= timedelta(seconds=whole - 2.001)
        assert timeline.on_timeline(clock.now()) == now
        last = now


def test_a_clock_that_is_right_is_taken_at_its_word() -> None:
    clock = JumpyClock()
    timeline = Timeline(clock, kept=None, stopwatch=clock.stopwatch)
    clock.pass_(5)
    assert timeline.now() == clock.now() == NOON + timedelta(seconds=5)
    assert timeline.mark() == Mark(wall=clock.now().astimezone(UTC), ahead=timedelta(0))


def test_a_clock_that_stands_still_does_not_stop_it() -> None:
    clock = JumpyClock()
    timeline = Timeline(clock, kept=None, stopwatch=clock.stopwatch)
    for _ in range(100):
        clock.pass_(1)
        clock.jump(timedelta(seconds=-1))
        now = timeline.now()
    assert clock.now() == NOON and now >= NOON + timedelta(seconds=98)


def test_a_restart_with_an_earlier_clock_is_noticed_but_a_small_correction_is_not() -> None:
    for back, unknown in ((timedelta(hours=1), True), (timedelta(seconds=1), False), (timedelta(0), False)):
        clock = JumpyClock()
        mark = Mark(wall=NOON, ahead=timedelta(seconds=7))
        clock.jump(-back)
        timeline = Timeline(clock, kept=mark, stopwatch=clock.stopwatch)
        assert timeline.away_unknown is unknown
        assert timeline.now() == NOON + timedelta(seconds=7)
