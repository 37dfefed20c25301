"""Clocks that jump and queues that are closed: no job is lost, none that expired is delivered late."""

from datetime import timedelta

import pytest
from tests.gateway.jobs.conftest import Place
from tests.gateway.jobs.fakes import NOON, job

from yamori.gateway.jobs.port import JobState, JobStore

HOUR = timedelta(hours=1)


async def test_a_clock_that_goes_back_does_not_lengthen_an_expiry(place: Place, store: JobStore) -> None:
    put = await store.put(job("door", expires=NOON + timedelta(seconds=60)))
    place.clock.jump(-HOUR)
    place.clock.pass_(59)
    assert (await store.get(put.id)).state is JobState.WAITING
    place.clock.pass_(1)
    assert list(await store.lease("robot")) == []
    assert (await store.get(put.id)).state is JobState.EXPIRED


async def test_a_clock_that_goes_back_between_two_looks_hides_no_time(place: Place, store: JobStore) -> None:
    put = await store.put(job("door", expires=NOON + 2 * HOUR))
    place.clock.pass_(3 * 3600)
    place.clock.jump(-HOUR - HOUR)
    assert list(await store.lease("robot")) == []
    assert (await store.get(put.id)).state is JobState.EXPIRED


async def test_a_clock_that_goes_back_does_not_lengthen_a_lease_or_a_rest(place: Place, store: JobStore) -> None:
    await store.put(job("a"))
    await store.put(job("b", not_before=NOON + timedelta(seconds=30)))
    await store.lease("robot", seconds=30)
    place.clock.jump(-HOUR)
    place.clock.pass_(30)
    assert [(leased.key, leased.fence) for leased in await store.lease("robot", limit=5)] == [("a", 2), ("b", 1)]


async def test_after_a_jump_moments_are_read_and_told_on_the_clock_as_it_stands(place: Place, store: JobStore) -> None:
    before = await store.put(job("before", expires=NOON + timedelta(seconds=100)))
    place.clock.jump(-HOUR)
    after = await store.put(job("after", expires=place.clock.now() + timedelta(seconds=200)))
    assert (after.put_at, after.expires) == (NOON - HOUR, NOON - HOUR + timedelta(seconds=200))
    assert (await store.get(before.id)).expires == NOON - HOUR + timedelta(seconds=100)
    place.clock.pass_(150)
    assert [leased.key for leased in await store.lease("robot", limit=5)] == ["after"]
    assert await store.forget(place.clock.now()) == 0
    place.clock.pass_(1)
    assert await store.forget(place.clock.now()) == 1


async def test_a_clock_that_goes_forward_loses_no_job_and_delivers_no_expired_one(place: Place, store: JobStore) -> None:
    await store.put(job("leased"))
    (leased,) = await store.lease("robot")
    await store.put(job("resting", not_before=NOON + timedelta(seconds=60)))
    expiring = await store.put(job("expiring", expires=NOON + timedelta(seconds=60)))
    place.clock.jump(HOUR)
    assert [(one.key, one.fence) for one in await store.lease("robot", limit=5)] == [("leased", 2), ("resting", 1)]
    assert (await store.wait(expiring.id, seconds=0)).state is JobState.EXPIRED
    place.clock.jump(-HOUR)
    put = await store.put(job("new", expires=place.clock.now() + timedelta(seconds=60)))
    assert put.state is JobState.WAITING
    place.clock.pass_(59)
    assert [one.key for one in await store.lease("robot", limit=5)] == ["leased", "resting", "new"]
    assert leased.fence == 1


@pytest.mark.parametrize("place", ["file", "postgres"], indirect=True)
async def test_closing_and_opening_again_keeps_everything(place: Place) -> None:
    store = await place.open()
    for number in range(4):
        await store.put(job(f"k{number}", priority=-number, expires=NOON + HOUR))
    first, second, third = await store.lease("robot", limit=3)
    await store.finish(first.id, first.fence, result={"text": "済み"})
    await store.fail(second.id, second.fence, problem="not now", retry=True)
    kept = await store.jobs()
    await store.close()
    await store.close()
    again = await place.open()
    assert await again.jobs() == kept
    assert (await again.finish(third.id, third.fence, result=None)).state is JobState.DONE
    place.clock.pass_(1)
    assert [(leased.key, leased.fence) for leased in await again.lease("robot", limit=5)] == [("k1", 2), ("k3", 1)]


@pytest.mark.parametrize("place", ["file", "postgres"], indirect=True)
async def test_a_clock_found_earlier_at_opening_keeps_every_job_but_delivers_none_that_may_be_too_late(place: Place) -> None:
    store = await place.open()
    door = await store.put(job("door", expires=NOON + HOUR))
    begun = await store.put(job("begun", expires=NOON + HOUR, device="other"))
    await store.put(job("light"))
    (leased,) = await store.lease("other")
    await store.close()
    place.clock.jump(-HOUR)
    again = await place.open()
    assert [one.key for one in await again.lease("robot", limit=5)] == ["light"]
    assert (await again.get(door.id)).state is JobState.EXPIRED
    assert (await again.finish(begun.id, leased.fence, result=None)).state is JobState.DONE


@pytest.mark.parametrize("place", ["file", "postgres"], indirect=True)
async def test_what_the_timeline_is_ahead_by_is_kept_over_a_restart(place: Place) -> None:
    store = await place.open()
    await store.put(job("door", expires=NOON + timedelta(seconds=100)))
    place.clock.jump(-HOUR)
    await store.close()
    again = await place.open()
    place.clock.pass_(50)
    assert [one.expires for one in await again.jobs()] == [NOON - HOUR + timedelta(seconds=100)]
    place.clock.pass_(50)
    assert list(await again.lease("robot")) == []
