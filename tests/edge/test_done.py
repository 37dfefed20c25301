from datetime import datetime, timedelta
from pathlib import Path

import pytest

from yamori.domain.clock import SetClock
from yamori.domain.errors import Misconfigured
from yamori.edge.done import open_done

NOON = datetime.fromisoformat("2026-05-01T12:00:00+09:00")
RESULT = {"ok": True, "problem": None, "retry": False, "steps": [], "text": None}


async def test_a_key_is_known_from_the_moment_that_its_job_begins(tmp_path: Path) -> None:
    done = open_done(tmp_path / "done.sqlite", SetClock(NOON))
    assert await done.again("k", job="j1", fence=1) is False
    assert await done.again("k", job="j1", fence=1) is False
    await done.begin("k", job="j1", fence=1)
    assert await done.again("k", job="j1", fence=2) is True
    await done.close()


async def test_what_never_began_is_owed_with_its_reason_and_known_from_then_on(tmp_path: Path) -> None:
    done = open_done(tmp_path / "done.sqlite", SetClock(NOON))
    refused = {**RESULT, "ok": False, "problem": "no such command"}
    await done.finish("k", refused, job="j1", fence=3)
    assert [(owed.job, owed.fence, owed.result) for owed in await done.owed()] == [("j1", 3, refused)]
    assert await done.again("k", job="j1", fence=4) is True
    await done.close()


async def test_a_result_is_owed_until_it_is_settled_and_again_when_the_job_comes_again(tmp_path: Path) -> None:
    done = open_done(tmp_path / "done.sqlite", SetClock(NOON))
    await done.begin("k", job="j1", fence=1)
    assert await done.owed() == []
    await done.finish("k", RESULT, job="j1", fence=1)
    (owed,) = await done.owed()
    await done.settle(owed)
    assert await done.owed() == []
    assert await done.again("k", job="j1", fence=5) is True
    await done.settle(owed)  # what was sent under the old fence does not count for the new one
    assert [(again.fence, again.result) for again in await done.owed()] == [(5, RESULT)]
    await done.close()


async def test_what_was_begun_before_a_loss_of_power_is_cut_off_with_the_steps_that_ended(tmp_path: Path) -> None:
    done = open_done(tmp_path / "done.sqlite", SetClock(NOON))
    await done.begin("k", job="j1", fence=3)
    await done.progress("k", [{"name": "show", "ok": True}])
    done = open_done(tmp_path / "done.sqlite", SetClock(NOON))
    (owed,) = await done.owed()
    assert owed.result == {"ok": False, "problem": "cut off", "retry": False, "steps": [{"name": "show", "ok": True}], "text": None}
    assert (owed.job, owed.fence, await done.again("k", job="j1", fence=4)) == ("j1", 3, True)
    await done.close()


async def test_what_the_disk_once_refused_to_end_is_cut_off_and_not_begun_again(tmp_path: Path) -> None:
    done = open_done(tmp_path / "done.sqlite", SetClock(NOON))
    await done.begin("k", job="j1", fence=1)
    assert await done.again("k", job="j1", fence=2) is True
    assert [(owed.fence, owed.result["problem"]) for owed in await done.owed()] == [(2, "cut off")]
    await done.close()


async def test_after_thirty_days_a_key_is_forgotten_but_no_result_that_is_owed(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    done = open_done(tmp_path / "done.sqlite", clock)
    for key in ("told", "owed"):
        await done.begin(key, job=key, fence=1)
        await done.finish(key, RESULT, job=key, fence=1)
    await done.settle(next(owed for owed in await done.owed() if owed.key == "told"))
    clock.advance(timedelta(days=29))
    assert await done.forget() == 0
    clock.advance(timedelta(days=2))
    assert await done.forget() == 1
    assert [owed.key for owed in await done.owed()] == ["owed"]
    await done.close()


def test_a_disk_that_keeps_nothing_is_told_to_the_operator(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match=r"done\.sqlite"):
        open_done(tmp_path / "nowhere" / "done.sqlite", SetClock(NOON))
