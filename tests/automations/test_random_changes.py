"""Whatever devices report, and however often the house comes up again, nothing fires twice for one edge."""

import asyncio
from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st
from tests.automations.fakes import DOOR, FakeReadings, House, MovingClock, automation
from tests.automations.rules.test_edges import edges_of
from tests.lengths import examples

from yamori.automations.condition import Comparison
from yamori.automations.store import open_automations
from yamori.automations.trigger import Becomes

steps = st.lists(st.one_of(st.sampled_from([True, False, None, "again", "restart"]), st.integers(1, 60)), max_size=25)


@given(steps)
@examples(40)
def test_every_edge_fires_exactly_once(steps: list[bool | str | int | None]) -> None:
    asyncio.run(_play(steps))


async def _play(steps: list[bool | str | int | None]) -> None:
    clock = MovingClock(datetime(2026, 11, 23, 12, tzinfo=ZoneInfo("Europe/Berlin")))
    house = House(clock=clock, store=await open_automations(None), readings=FakeReadings(clock))
    await house.start()
    await house.engine.add(automation(clock, Becomes(test=Comparison(path=DOOR, value=True))))
    reported: list[bool | None] = []
    for what in steps:
        clock.advance(minutes=1)
        if what == "restart":
            await house.engine.close()
            await house.start()
        elif what == "again":
            if reported:
                house.readings.report(DOOR, reported[-1])
        elif isinstance(what, int) and not isinstance(what, bool):
            clock.advance(minutes=what)
        else:
            reported.append(what)  # type: ignore[arg-type]
            house.readings.report(DOOR, what)
        await house.engine.settle()
    assert len(house.performer.done) == len(edges_of(reported))
    await house.engine.close()
    await house.store.close()
