"""Automations of somebody who does not live in the home any more."""

from dataclasses import replace

from tests.apps.test_automations import commands, demo, told

from yamori.apps.owners_left import OwnersLeft
from yamori.automations.automation import Disabled


async def test_what_somebody_had_set_up_stops_when_they_left_and_adults_are_told_once() -> None:
    async with demo() as household:
        await told(household, "every morning at seven turn on the floor lamp")
        engine, schedule = household.household.automations, household.household.schedule
        (mine,) = engine.all()
        await engine.add(replace(mine, id="theirs", owner="lodger"))
        owners = OwnersLeft(engine, schedule, lambda: household.household.gate.home.people, household.person)
        await owners.look()
        await owners.look()
        assert [(a.owner, a.disabled_reason) for a in engine.all()] == [(household.person, None), ("lodger", Disabled.OWNER_LEFT)]
        told_of = [n for n in await household.notices() if "lodger" in n.text]
        assert {n.person for n in told_of} <= household.people and len(told_of) == len({n.person for n in told_of}) > 0
        await household.advance(86_400)
        assert await commands(household) == [("floor-lamp", "on")]
