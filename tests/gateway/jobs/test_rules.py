"""The rules, and a queue that is driven at random against a model that is too simple to be wrong."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from tests.gateway.jobs.cluster import Cluster
from tests.gateway.jobs.conftest import fresh_schema
from tests.gateway.jobs.fakes import NOON, JumpyClock, job
from tests.lengths import examples

from yamori.gateway.jobs import rules
from yamori.gateway.jobs.port import Job, JobState, JobStore, StaleLease
from yamori.gateway.jobs.sqlite import open_sqlite_jobs


def made(**how: Any) -> Job:
    return rules.made(job("a", **how), "id", NOON)


@pytest.mark.parametrize(("delivered", "seconds"), [(1, 1), (2, 2), (3, 4), (9, 256), (10, 300), (1000, 300)])
def test_the_rest_between_tries_doubles_from_a_second_to_five_minutes(delivered: int, seconds: int) -> None:
    assert rules.back_off(delivered) == timedelta(seconds=seconds)


def test_a_job_is_due_from_its_not_before_to_just_before_its_expiry() -> None:
    window = made(not_before=NOON + timedelta(seconds=10), expires=NOON + timedelta(seconds=20))
    assert [rules.due(window, NOON + timedelta(seconds=at)) for at in (0, 9, 10, 19, 20)] == [False, False, True, True, False]
    assert rules.alarm(window, NOON) == NOON + timedelta(seconds=10)
    assert rules.alarm(window, NOON + timedelta(seconds=10)) == NOON + timedelta(seconds=20)


def test_what_nothing_will_happen_to_by_itself_has_no_alarm() -> None:
    assert rules.alarm(made(), NOON) is None
    assert rules.alarm(rules.cancelled(made(), NOON), NOON) is None


def test_a_lease_that_nobody_received_is_no_delivery() -> None:
    leased = rules.leased(made(tries=1), NOON, seconds=30)
    back = rules.returned(leased, NOON, fence=1)
    assert (back.state, back.delivered, back.fence) == (JobState.WAITING, 0, 1)
    assert rules.returned(leased, NOON, fence=2) is leased


def test_a_lease_that_nobody_received_does_not_hide_that_an_earlier_one_was_not_heard_of() -> None:
    lost = rules.settled(rules.leased(made(expires=NOON + timedelta(seconds=5)), NOON, seconds=1), NOON + timedelta(seconds=9))
    back = rules.returned(rules.leased(lost, NOON + timedelta(seconds=9), seconds=30), NOON + timedelta(seconds=10), fence=2)
    assert rules.unheard(lost) and rules.unheard(back)
    assert (back.state, back.delivered) == (JobState.WAITING, 1)


def test_time_alone_never_changes_what_has_ended() -> None:
    done = rules.finished(rules.leased(made(expires=NOON + timedelta(seconds=5)), NOON, seconds=1), 1, NOON, result=None)
    assert rules.settled(done, NOON + timedelta(days=1)) is done


@dataclass(kw_only=True)
class Expected:
    """What a careful reader of the port would note down about one job."""

    priority: int
    expires: datetime | None
    rests_until: datetime | None
    tries: int
    order: int
    fence: int = 0
    delivered: int = 0
    leased_until: datetime | None = None
    unheard: bool = False
    """A lease ran out without a word: the device may have done it."""
    end: JobState | None = None

    def pass_time(self, now: datetime) -> None:
        if self.end is None and self.leased_until is not None and self.leased_until <= now:
            self.leased_until = None
            if self.delivered >= self.tries:
                self.end = JobState.DEAD
            self.unheard = True
        late_word = timedelta(days=1) if self.unheard else timedelta()
        if self.end is None and self.leased_until is None and self.expires is not None and self.expires + late_word <= now:
            self.end = JobState.EXPIRED

    def may_go(self, now: datetime) -> bool:
        return self.end is None and self.leased_until is None and (self.rests_until is None or self.rests_until <= now)

    @property
    def state(self) -> JobState:
        return self.end or (JobState.LEASED if self.leased_until else JobState.WAITING)


moments = st.none() | st.integers(-5, 60)


class Queue(RuleBasedStateMachine):
    """One device's jobs; time only passes on the model's timeline, however the clock jumps."""

    jobs = Bundle("jobs")

    async def opened(self, clock: JumpyClock) -> JobStore:
        return await open_sqlite_jobs(None, clock=clock, stopwatch=clock.stopwatch)

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.clock = JumpyClock()
        self.now = NOON
        self.store: JobStore = self.loop.run_until_complete(self.opened(self.clock))
        self.expected: dict[str, Expected] = {}

    def _settle(self) -> None:
        for expected in self.expected.values():
            expected.pass_time(self.now)

    @rule(target=jobs, priority=st.integers(-1, 1), expires=moments, rests=moments, tries=st.integers(1, 3))
    def put(self, priority: int, expires: int | None, rests: int | None, tries: int) -> str:
        def on(start: datetime, seconds: int | None) -> datetime | None:
            return None if seconds is None else start + timedelta(seconds=seconds)

        shown = self.clock.now()
        new = job(f"k{len(self.expected)}", priority=priority, expires=on(shown, expires), not_before=on(shown, rests), tries=tries)
        put = self.loop.run_until_complete(self.store.put(new))
        self.expected[put.id] = Expected(
            priority=priority,
            expires=on(self.now, expires),
            rests_until=on(self.now, rests),
            tries=tries,
            order=len(self.expected),
        )
        assert self.loop.run_until_complete(self.store.put(new)).id == put.id
        return put.id

    @rule(seconds=st.integers(1, 40) | st.just(80_000))
    def pass_time(self, seconds: int) -> None:
        self.clock.pass_(seconds)
        self.now += timedelta(seconds=seconds)

    @rule()
    def clock_goes_back(self) -> None:
        self.loop.run_until_complete(self.store.sweep())  # so that the model need not know how much passed since the last look
        self._settle()
        self.clock.jump(timedelta(hours=-1))

    @rule(limit=st.integers(1, 3), seconds=st.integers(1, 30))
    def lease(self, limit: int, seconds: int) -> None:
        leased = self.loop.run_until_complete(self.store.lease("robot", limit=limit, seconds=seconds))
        self._settle()
        due = sorted(
            (id for id, expected in self.expected.items() if expected.may_go(self.now)),
            key=lambda id: (-self.expected[id].priority, self.expected[id].order),
        )[:limit]
        assert [one.id for one in leased] == due
        for one in leased:
            expected = self.expected[one.id]
            expected.fence += 1
            expected.delivered += 1
            assert expected.delivered > 1 or expected.expires is None or self.now < expected.expires, "nothing begins late"
            expected.unheard = False
            expected.leased_until = self.now + timedelta(seconds=seconds)
            assert (one.fence, one.delivered) == (expected.fence, expected.delivered)

    @rule(id=jobs, behind=st.integers(0, 1), how=st.sampled_from(["finish", "fail", "retry"]))
    def report(self, id: str, behind: int, how: str) -> None:
        self.loop.run_until_complete(self.store.sweep())
        self._settle()
        expected = self.expected[id]
        fence = expected.fence - behind
        told = self.store.finish(id, fence, result=fence) if how == "finish" else None
        told = told or self.store.fail(id, fence, problem=f"p{expected.delivered}", retry=how == "retry")
        repeats = (JobState.DONE, JobState.FAILED) if how == "finish" else (JobState.DONE, JobState.FAILED, JobState.DEAD)
        if behind or fence < 1 or (expected.end is not None and expected.end not in repeats):
            with pytest.raises(StaleLease):
                self.loop.run_until_complete(told)
            return
        self.loop.run_until_complete(told)
        if expected.end is not None:
            return
        was_leased, expected.leased_until = expected.leased_until is not None, None
        if how == "retry" and expected.delivered < expected.tries:
            resting = expected.rests_until is not None and expected.rests_until > self.now
            if was_leased or not resting:
                expected.rests_until = self.now + rules.back_off(expected.delivered)
                expected.unheard = False
        else:
            expected.end = {"finish": JobState.DONE, "fail": JobState.FAILED, "retry": JobState.DEAD}[how]
            assert self.loop.run_until_complete(self.store.get(id)).state is expected.end, (
                "what the device says is what it was, late or not"
            )
        self._settle()

    @rule(id=jobs)
    def extend(self, id: str) -> None:
        self.loop.run_until_complete(self.store.sweep())
        self._settle()
        expected = self.expected[id]
        asked = self.store.extend(id, expected.fence, seconds=20)
        if expected.end is not None or expected.fence < 1:
            with pytest.raises(StaleLease):
                self.loop.run_until_complete(asked)
        else:
            self.loop.run_until_complete(asked)
            expected.leased_until, expected.unheard = self.now + timedelta(seconds=20), False

    @rule(id=jobs)
    def cancel(self, id: str) -> None:
        self.loop.run_until_complete(self.store.sweep())
        self._settle()
        self.loop.run_until_complete(self.store.cancel(id))
        if self.expected[id].state is JobState.WAITING:
            self.expected[id].end = JobState.CANCELLED

    @invariant()
    def every_job_is_there_in_the_state_that_is_expected(self) -> None:
        self.loop.run_until_complete(self.store.sweep())
        self._settle()
        kept = {one.id: one.state for one in self.loop.run_until_complete(self.store.jobs())}
        assert kept == {id: expected.state for id, expected in self.expected.items()}

    def teardown(self) -> None:
        self.loop.run_until_complete(self.store.close())
        self.loop.close()


def test_a_queue_driven_at_random_does_what_the_rules_say() -> None:
    run_state_machine_as_test(Queue, settings=examples(60, stateful_step_count=40))


def test_a_queue_in_postgresql_driven_at_random_does_what_the_rules_say(cluster: Cluster) -> None:
    from yamori.gateway.jobs.postgres import open_postgres_jobs

    class PostgresQueue(Queue):
        async def opened(self, clock: JumpyClock) -> JobStore:
            return await open_postgres_jobs(fresh_schema(cluster), clock=clock, stopwatch=clock.stopwatch)

    run_state_machine_as_test(PostgresQueue, settings=examples(12, stateful_step_count=30))


@given(
    expires=st.integers(1, 100),
    leases=st.lists(st.tuples(st.integers(1, 60), st.integers(0, 120)), min_size=1, max_size=4),
    how=st.sampled_from([JobState.DONE, JobState.FAILED]),
)
async def test_what_a_device_began_in_time_ends_as_it_says_however_late_it_says_it(
    expires: int, leases: list[tuple[int, int]], how: JobState
) -> None:
    """`leases`: for how long each is given, and how much later the device asks again, having lost its network in between."""
    clock = JumpyClock()
    store = await open_sqlite_jobs(None, clock=clock, stopwatch=clock.stopwatch)
    put = await store.put(job("a", expires=NOON + timedelta(seconds=expires)))
    fence = 0
    for seconds, away in leases:
        for leased in await store.lease("robot", seconds=seconds):  # none while the last one lasts
            fence = leased.fence
        clock.pass_(away)
        await store.sweep()
    told = store.finish(put.id, fence, result="it moved") if how is JobState.DONE else store.fail(put.id, fence, problem="it stuck")
    assert (await told).state is how
    await store.close()
