"""What counts down is seen on the Home page before it rings."""

from datetime import timedelta

from tests.web.household import NOW, FakeHousehold
from tests.web.visitor import visit

from yamori.web.automation_port import Coming
from yamori.web.schedule_port import DueSeen


async def test_what_counts_down_is_told_soonest_first_and_what_comes_every_day_is_not() -> None:
    household = FakeHousehold()

    def coming(says: str, minutes: int, *, counting: bool = True) -> Coming:
        return Coming(automation=says, says=says, at=NOW + timedelta(minutes=minutes), counting=counting)

    household.automations.next = [coming("Turn off the <oven>", 20), coming("Tea", 4), coming("Open the blinds", 9, counting=False)]
    async with visit(household) as browser:
        assert 'hx-get="/ui/house/timers"' in (await browser.get("/home")).text
        html = (await browser.get("/ui/house/timers")).text
    assert html.index("Tea") < html.index("Turn off the &lt;oven&gt;")
    assert 'data-left="240"' in html
    assert "blinds" not in html


async def test_a_timer_is_stopped_by_hand_with_scripts_and_without() -> None:
    household = FakeHousehold()
    household.schedule.timers = [DueSeen(id=3, text="Rice", due=NOW + timedelta(minutes=9), timer=True)]
    async with visit(household) as browser:
        assert 'aria-label="Stop: Rice, 09:09"' in (await browser.get("/ui/house/timers")).text
        plain = await browser.post("/ui/house/timers/3/stop", data={"page": "/automations"})
        assert (plain.status_code, plain.headers["location"]) == (303, "/automations")
        again = await browser.post("/ui/house/timers/3/stop", data={"page": "/home"}, headers={"HX-Request": "true"})
    assert again.status_code == 200 and "Rice" not in again.text
    assert household.schedule.timers == []


async def test_nothing_is_shown_where_nothing_counts_down() -> None:
    async with visit(FakeHousehold()) as browser:
        assert (await browser.get("/ui/house/timers")).text.strip() == ""
