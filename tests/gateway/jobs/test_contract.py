"""What every queue promises, in memory, in a file and in PostgreSQL."""

import asyncio
import time
from datetime import timedelta
from types import MappingProxyType

import pytest
from tests.gateway.jobs.conftest import Place
from tests.gateway.jobs.fakes import BLINK, NOON, job

from yamori.domain.errors import InvalidRequest, NotFound
from yamori.gateway.jobs.port import Job, JobState, JobStore, NewJob, StaleLease


async def lease_one(store: JobStore, device: str = "robot") -> Job:
    (leased,) = await store.lease(device)
    return leased


async def test_a_job_that_was_put_is_leased_finished_and_kept_with_its_result(store: JobStore) -> None:
    put = await store.put(job("a", work={"say": "二回点滅して", "language": "ja"}))
    assert (put.state, put.delivered, put.fence, put.put_at) == (JobState.WAITING, 0, 0, NOON)
    leased = await lease_one(store)
    assert (leased.id, leased.state, leased.delivered, leased.fence) == (put.id, JobState.LEASED, 1, 1)
    assert leased.leased_until == NOON + timedelta(seconds=30)
    assert leased.work == {"say": "二回点滅して", "language": "ja"}
    done = await store.finish(put.id, leased.fence, result={"steps": [], "text": "点滅しました\x00"})
    assert (done.state, done.result, done.ended_at) == (JobState.DONE, {"steps": [], "text": "点滅しました\x00"}, NOON)
    assert await store.get(put.id) == done == await store.find("a")


async def test_the_same_key_is_the_same_job_even_when_asked_at_the_same_time(store: JobStore) -> None:
    puts = await asyncio.gather(*(store.put(job("a", priority=number)) for number in range(20)))
    assert len({put.id for put in puts}) == 1 and len({put.priority for put in puts}) == 1
    leased = await lease_one(store)
    await store.finish(leased.id, leased.fence, result=None)
    assert (await store.put(job("a", device="other"))).state is JobState.DONE
    assert (await store.counts())[JobState.WAITING] == 0


async def test_higher_priority_comes_first_and_equals_in_the_order_of_putting(store: JobStore) -> None:
    for key, priority in (("low", -1), ("first", 0), ("high", 7), ("second", 0)):
        await store.put(job(key, priority=priority))
    assert [leased.key for leased in await store.lease("robot", limit=3)] == ["high", "first", "second"]
    assert [leased.key for leased in await store.lease("robot", limit=3)] == ["low"]


async def test_a_device_gets_only_its_own_jobs(store: JobStore) -> None:
    await store.put(job("a", device="one"))
    assert list(await store.lease("two", limit=5)) == []
    assert (await lease_one(store, "one")).key == "a"


async def test_a_job_rests_until_its_not_before(place: Place, store: JobStore) -> None:
    await store.put(job("later", not_before=NOON + timedelta(seconds=60), priority=9))
    await store.put(job("now"))
    assert [leased.key for leased in await store.lease("robot", limit=5, seconds=90)] == ["now"]
    place.clock.pass_(60)
    assert [leased.key for leased in await store.lease("robot", limit=5)] == ["later"]


async def test_what_was_not_begun_before_its_expiry_is_never_delivered(place: Place, store: JobStore) -> None:
    put = await store.put(job("door", expires=NOON + timedelta(seconds=60)))
    place.clock.pass_(60)
    assert list(await store.lease("robot")) == []
    assert (await store.get(put.id)).state is JobState.EXPIRED
    assert (await store.put(job("too late", expires=NOON))).state is JobState.EXPIRED


async def test_what_was_begun_before_its_expiry_may_still_end(place: Place, store: JobStore) -> None:
    await store.put(job("gate", expires=place.clock.now() + timedelta(seconds=5)))
    leased = await lease_one(store)
    place.clock.pass_(10)
    assert await store.sweep() == 0
    assert (await store.finish(leased.id, leased.fence, result=None)).state is JobState.DONE


async def test_what_was_delivered_in_time_and_is_reported_after_its_expiry_is_done_late(place: Place, store: JobStore) -> None:
    for key in ("old fence", "new fence", "silent"):
        await store.put(job(key, expires=NOON + timedelta(seconds=60), device=key))
    leased = {key: await lease_one(store, key) for key in ("old fence", "new fence", "silent")}
    place.clock.pass_(3600)
    assert await store.sweep() == 3
    assert await store.sweep() == 0
    assert (await store.get(leased["silent"].id)).state is JobState.WAITING
    done = await store.finish(leased["old fence"].id, 1, result="opened")
    assert (done.state, done.result, done.ended_at) == (JobState.DONE, "opened", place.clock.now())
    again = await lease_one(store, "new fence")
    assert (again.fence, again.expires) == (2, NOON + timedelta(seconds=60)), "leased to hear of it, with no time left to begin"
    assert (await store.fail(again.id, 2, problem="expired before it could begin")).state is JobState.FAILED
    place.clock.pass_(24 * 3600)
    assert list(await store.lease("silent")) == []
    expired = await store.get(leased["silent"].id)
    assert (expired.state, expired.delivered) == (JobState.EXPIRED, 1)
    with pytest.raises(StaleLease):
        await store.finish(expired.id, 1, result="too late to be believed")


async def test_what_its_device_said_it_failed_at_is_not_tried_after_its_expiry(place: Place, store: JobStore) -> None:
    put = await store.put(job("door", expires=NOON + timedelta(seconds=10)))
    leased = await lease_one(store)
    assert (await store.fail(leased.id, leased.fence, problem="not now", retry=True)).state is JobState.WAITING
    place.clock.pass_(10)
    assert list(await store.lease("robot")) == []
    assert (await store.get(put.id)).state is JobState.EXPIRED


async def test_a_later_lease_makes_every_earlier_fence_stale(place: Place, store: JobStore) -> None:
    await store.put(job("a"))
    lost = await lease_one(store)
    place.clock.pass_(30)
    again = await lease_one(store)
    assert (again.id, again.fence, again.delivered) == (lost.id, 2, 2)
    for stale in (lost.fence, 0, 3):
        with pytest.raises(StaleLease):
            await store.finish(lost.id, stale, result="late")
        with pytest.raises(StaleLease):
            await store.fail(lost.id, stale, problem="late")
        with pytest.raises(StaleLease):
            await store.extend(lost.id, stale)
    assert (await store.finish(again.id, again.fence, result="good")).result == "good"


async def test_a_lease_that_ran_out_still_counts_while_nobody_else_was_given_the_job(place: Place, store: JobStore) -> None:
    for key in ("a", "b"):
        await store.put(job(key))
    first, second = await store.lease("robot", limit=2)
    place.clock.pass_(3600)
    assert await store.sweep() == 2
    assert (await store.finish(first.id, first.fence, result=1)).state is JobState.DONE
    assert (await store.extend(second.id, second.fence)).state is JobState.LEASED
    assert list(await store.lease("robot")) == []


async def test_an_extended_lease_is_kept_longer(place: Place, store: JobStore) -> None:
    await store.put(job("a"))
    leased = await lease_one(store)
    place.clock.pass_(20)
    assert (await store.extend(leased.id, leased.fence, seconds=60)).leased_until == NOON + timedelta(seconds=80)
    place.clock.pass_(59)
    assert list(await store.lease("robot")) == []
    place.clock.pass_(1)
    assert (await lease_one(store)).fence == 2
    with pytest.raises(NotFound):
        await store.extend("nothing", 1)


async def test_a_report_that_comes_twice_changes_nothing(place: Place, store: JobStore) -> None:
    await store.put(job("a"))
    leased = await lease_one(store)
    done = await store.finish(leased.id, leased.fence, result="first")
    place.clock.pass_(5)
    assert await store.finish(leased.id, leased.fence, result="second") == done
    assert await store.fail(leased.id, leased.fence, problem="no") == done
    with pytest.raises(StaleLease):
        await store.extend(leased.id, leased.fence)
    with pytest.raises(NotFound):
        await store.finish("nothing", 1, result=None)


async def test_a_try_that_failed_comes_back_after_a_rest_that_doubles_and_is_dead_in_the_end(place: Place, store: JobStore) -> None:
    await store.put(job("a", tries=3))
    for rest in (1.0, 2.0):
        leased = await lease_one(store)
        waiting = await store.fail(leased.id, leased.fence, problem="no arm", retry=True)
        assert (waiting.state, waiting.problem, waiting.not_before) == (
            JobState.WAITING,
            "no arm",
            place.clock.now() + timedelta(seconds=rest),
        )
        place.clock.pass_(rest - 0.01)
        assert await store.fail(leased.id, leased.fence, problem="no arm", retry=True) == waiting
        assert list(await store.lease("robot")) == []
        place.clock.pass_(0.01)
    leased = await lease_one(store)
    dead = await store.fail(leased.id, leased.fence, problem="no arm", result={"steps": []}, retry=True)
    assert (dead.state, dead.delivered, dead.result, dead.ended_at) == (JobState.DEAD, 3, {"steps": []}, place.clock.now())
    assert await store.fail(leased.id, leased.fence, problem="again", retry=True) == dead
    assert [one.key for one in await store.jobs(state=JobState.DEAD)] == ["a"]


async def test_what_cannot_be_done_fails_at_once(store: JobStore) -> None:
    await store.put(job("a"))
    leased = await lease_one(store)
    failed = await store.fail(leased.id, leased.fence, problem="no \x00such\ud800 command" + "x" * 5000)
    assert failed.state is JobState.FAILED and (failed.problem or "").startswith("no such? command") and len(failed.problem or "") == 2000
    assert list(await store.lease("robot")) == []


async def test_a_job_whose_leases_are_all_lost_is_a_dead_letter(place: Place, store: JobStore) -> None:
    put = await store.put(job("a", tries=2))
    for _ in range(2):
        await lease_one(store)
        place.clock.pass_(30)
    assert list(await store.lease("robot")) == []
    dead = await store.get(put.id)
    assert (dead.state, dead.delivered) == (JobState.DEAD, 2)
    with pytest.raises(StaleLease):
        await store.finish(put.id, 2, result=None)


async def test_only_a_waiting_job_is_cancelled(store: JobStore) -> None:
    waiting, other = await store.put(job("a")), await store.put(job("b", device="other"))
    assert (await store.cancel(waiting.id)).state is JobState.CANCELLED
    assert list(await store.lease("robot")) == []
    leased = await lease_one(store, "other")
    assert (await store.cancel(other.id)).state is JobState.LEASED
    await store.finish(leased.id, leased.fence, result=None)
    assert (await store.cancel(other.id)).state is JobState.DONE
    with pytest.raises(NotFound):
        await store.cancel("nothing")


async def test_all_that_waits_for_one_device_is_cancelled_and_nothing_else(place: Place, store: JobStore) -> None:
    leased = await store.put(job("leased"))
    await lease_one(store)
    await asyncio.gather(*(store.put(job(f"k{number}")) for number in range(600)))
    resting = await store.put(job("resting", not_before=NOON + timedelta(hours=1)))
    other = await store.put(job("other", device="other"))
    wait = asyncio.create_task(store.wait(resting.id, seconds=30.0))
    assert await store.cancel_waiting("robot") == 601
    assert (await wait).state is JobState.CANCELLED
    assert await store.cancel_waiting("robot") == 0
    assert list(await store.lease("robot", limit=5)) == []
    assert [(await store.get(id)).state for id in (leased.id, other.id)] == [JobState.LEASED, JobState.WAITING]


async def test_a_long_poll_wakes_at_once_when_a_job_is_put(place: Place) -> None:
    store = await place.open(look_every=60.0)
    polls = [asyncio.create_task(store.lease(device, wait=30.0)) for device in ("one", "two")]
    await store.counts()
    start = time.monotonic()
    await store.put(job("a", device="two"))
    (leased,) = await polls[1]
    assert leased.key == "a" and time.monotonic() - start < 20.0
    await store.put(job("b", device="one"))
    (leased,) = await polls[0]
    assert leased.key == "b" and time.monotonic() - start < 25.0


async def test_a_long_poll_ends_with_nothing_when_its_time_is_over_or_the_queue_is_closed(place: Place) -> None:
    store = await place.open(look_every=60.0)
    start = time.monotonic()
    assert list(await store.lease("robot", wait=0.05)) == []
    assert 0.05 <= time.monotonic() - start < 20.0
    poll = asyncio.create_task(store.lease("robot", wait=60.0))
    await store.counts()
    await store.close()
    assert list(await poll) == [] and time.monotonic() - start < 40.0


async def test_a_long_poll_finds_what_time_makes_due(place: Place) -> None:
    store = await place.open(look_every=0.02)
    await store.put(job("a", not_before=NOON + timedelta(seconds=50)))
    poll = asyncio.create_task(store.lease("robot", wait=30.0))
    await store.counts()
    place.clock.pass_(50)
    (leased,) = await poll
    assert leased.key == "a"


async def test_a_long_poll_that_is_given_up_loses_no_job(store: JobStore) -> None:
    polls = [asyncio.create_task(store.lease("robot", wait=30.0)) for _ in range(8)]
    await store.counts()
    await asyncio.gather(*(store.put(job(f"k{number}")) for number in range(8)))
    for poll in polls:
        poll.cancel()
    ends = await asyncio.gather(*polls, return_exceptions=True)
    delivered = [leased.key for end in ends if not isinstance(end, BaseException) for leased in end]
    left = await store.lease("robot", limit=20)
    assert sorted([*delivered, *(leased.key for leased in left)]) == [f"k{number}" for number in range(8)]
    assert all(leased.delivered == 1 for leased in left)


async def test_two_leasers_never_get_the_same_job(place: Place) -> None:
    stores = [await place.open()]
    if place.kind == "postgres":
        stores.append(await place.open())
    await asyncio.gather(*(stores[0].put(job(f"k{number}")) for number in range(60)))

    async def take(store: JobStore) -> list[str]:
        taken: list[str] = []
        while leased := await store.lease("robot", limit=3):
            taken.extend(one.id for one in leased)
        return taken

    taken = [id for ids in await asyncio.gather(*(take(store) for store in stores for _ in range(4))) for id in ids]
    assert len(taken) == len(set(taken)) == 60


async def test_an_end_is_waited_for(store: JobStore) -> None:
    put = await store.put(job("a"))
    assert (await store.wait(put.id, seconds=0)).state is JobState.WAITING
    waits = [asyncio.create_task(store.wait(put.id, seconds=30.0)) for _ in range(3)]
    (leased,) = await store.lease("robot", wait=30.0)  # who waits may hold the row for a moment
    start = time.monotonic()
    done = await store.finish(leased.id, leased.fence, result=7)
    assert await asyncio.gather(*waits) == [done] * 3 and time.monotonic() - start < 20.0
    with pytest.raises(NotFound):
        await store.wait("nothing", seconds=30.0)


async def test_a_wait_hears_of_an_expiry_that_nobody_leases(place: Place) -> None:
    store = await place.open(look_every=0.02)
    put = await store.put(job("a", expires=NOON + timedelta(seconds=60)))
    wait = asyncio.create_task(store.wait(put.id, seconds=30.0))
    await store.counts()
    place.clock.pass_(60)
    assert (await wait).state is JobState.EXPIRED


async def test_a_sweep_settles_every_device_and_forgetting_drops_what_ended_before(place: Place, store: JobStore) -> None:
    await store.put(job("expiring", expires=NOON + timedelta(seconds=10)))
    await store.put(job("lost", device="other"))
    await store.put(job("staying", device="third"))
    await lease_one(store, "other")
    place.clock.pass_(30)
    assert await store.sweep() == 2
    assert await store.sweep() == 0
    counts = await store.counts()
    assert (counts[JobState.EXPIRED], counts[JobState.WAITING], counts[JobState.DONE]) == (1, 2, 0)
    assert await store.forget(place.clock.now()) == 0
    assert await store.forget(place.clock.now() + timedelta(seconds=1)) == 1
    assert await store.find("expiring") is None and await store.find("staying") is not None
    assert (await store.put(job("expiring"))).state is JobState.WAITING


async def test_a_crowd_that_expires_together_is_swept_whole(place: Place, store: JobStore) -> None:
    await asyncio.gather(*(store.put(job(f"k{number}", expires=NOON + timedelta(seconds=10), priority=5)) for number in range(1100)))
    await store.put(job("stays"))
    place.clock.pass_(10)
    assert (await lease_one(store)).key == "stays"
    assert await store.sweep() == 600
    assert (await store.counts())[JobState.EXPIRED] == 1100


async def test_jobs_are_listed_newest_first(store: JobStore) -> None:
    for key, device in (("a", "one"), ("b", "two"), ("c", "one")):
        await store.put(job(key, device=device))
    await lease_one(store, "two")
    assert [one.key for one in await store.jobs()] == ["c", "b", "a"]
    assert [one.key for one in await store.jobs(limit=1)] == ["c"]
    assert [one.key for one in await store.jobs(device="one")] == ["c", "a"]
    assert [one.key for one in await store.jobs(state=JobState.LEASED)] == ["b"]
    assert list(await store.jobs(device="one", state=JobState.LEASED)) == []


CIRCLE: dict[str, object] = {}
CIRCLE["again"] = CIRCLE


@pytest.mark.parametrize(
    "wrong",
    [
        {"work": {"say": "x" * 10_000_000}},
        {"work": {"say": float("nan")}},
        {"work": {"say": b"bytes"}},
        {"work": {"say": "\ud800"}},
        {"work": {1: "one"}},
        {"work": ["a list"]},
        {"work": CIRCLE},
        {"key": ""},
        {"key": "k\x00"},
        {"key": "\ud800"},
        {"device": "d" * 501},
        {"tries": 0},
        {"priority": 2**40},
        {"expires": NOON.replace(tzinfo=None)},
    ],
    ids=lambda wrong: "-".join(wrong),
)
async def test_what_no_store_can_hold_is_refused(wrong: dict[str, object], store: JobStore) -> None:
    with pytest.raises(InvalidRequest) as raised:
        await store.put(NewJob(**{"key": "a", "device": "robot", "work": BLINK, **wrong}))  # type: ignore[arg-type]
    assert raised.value.where == next(iter(wrong))
    assert (await store.counts())[JobState.WAITING] == 0


async def test_a_result_that_no_store_can_hold_is_refused_and_the_job_stays_leased(store: JobStore) -> None:
    await store.put(job("a", work=MappingProxyType({"do": ("x" * 200_000,)})))
    leased = await lease_one(store)
    assert leased.work == {"do": ["x" * 200_000]}
    for result in ("x" * 10_000_000, float("inf"), "あ" * 100_000):
        with pytest.raises(InvalidRequest):
            await store.finish(leased.id, leased.fence, result=result)
        with pytest.raises(InvalidRequest):
            await store.fail(leased.id, leased.fence, problem="p", result=result)
    assert (await store.get(leased.id)).state is JobState.LEASED


@pytest.mark.parametrize(("limit", "seconds"), [(0, 30.0), (1, 0.0), (1, -1.0), (1, float("nan")), (1, 1e9)])
async def test_a_lease_that_makes_no_sense_is_refused(limit: int, seconds: float, store: JobStore) -> None:
    with pytest.raises(InvalidRequest):
        await store.lease("robot", limit=limit, seconds=seconds)
