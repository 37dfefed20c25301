"""The home's panel: what it shows, and how it stays current."""

from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.home import Device
from yamori.domain.receipt import Reading
from yamori.domain.values import Value
from yamori.web.marks import mark
from yamori.web.state import HomeState

from .household import NOW, FakeHousehold, receipt
from .visitor import Watching, visit


async def panel(household: FakeHousehold, **headers: str) -> str:
    async with visit(household, **headers) as browser:
        return (await browser.get("/ui/home")).text.replace("\xa0", " ")


def seen(html: str) -> str:
    return html.split("?seen=")[1].split('"')[0]


async def test_rooms_stand_by_floor_and_devices_say_what_matters_most() -> None:
    html = await panel(FakeHousehold())
    order = [html.index(name) for name in ("Downstairs", "Living room", "Kitchen", "Hall", "Upstairs", "Bedroom")]
    assert order == sorted(order)
    assert "on · 80 %" in html
    assert "21.5 °C · 48 %" in html
    assert "closed · 4 °C · freezer -18 °C" in html
    assert "motion inactive" in html
    assert "locked" in html


async def test_what_is_off_says_only_that_and_keeps_the_rest_for_its_details() -> None:
    html = await panel(FakeHousehold())
    kitchen = html.split(mark("device", "kitchen-light"))[2:]
    assert ">off</span>" in kitchen[0]
    assert "60 %" not in kitchen[0].split("</summary>")[0]
    assert "60 %" in "".join(kitchen)


async def test_an_option_that_is_off_does_not_make_the_device_look_off() -> None:
    held: dict[str, dict[str, Value]] = {"rapid": {"rapidCooling": "off"}, "temperatureMeasurement": {"temperature": 3.0}}
    html = await panel(FakeHousehold(Device(id="cooler", name="Wine cooler", room="kitchen", components={"main": held})))
    assert ">3 °C</span>" in html


async def test_a_kind_of_device_that_nobody_has_heard_of_is_shown_by_its_readings() -> None:
    held: dict[str, dict[str, Value]] = {"glow": {"heatStage": 3, "lit": True, "name": "raku", "plan": {"a": 1}}}
    odd = Device(id="kiln", name="Kiln", room="hall", components={"main": held})
    html = await panel(FakeHousehold(odd))
    assert "lit yes · heat stage 3 · raku" in html
    assert "&#34;a&#34;: 1" in html


async def test_a_device_without_a_room_is_not_lost() -> None:
    html = await panel(FakeHousehold(Device(id="x", name="Garden pump", room="shed", components={"main": {"switch": {"switch": "on"}}})))
    assert "Elsewhere" in html
    assert "Garden pump" in html


async def test_the_home_reads_in_japanese_where_it_has_japanese_names() -> None:
    html = await panel(FakeHousehold(), accept_language="ja")
    for word in ("1階", "リビングの照明", "オン · 80 %", "施錠"):
        assert word in html


async def test_each_change_is_one_fragment_for_its_device_in_every_open_page() -> None:
    household = FakeHousehold()
    path = f"/ui/home/events?seen={seen(await panel(household))}"
    async with Watching(household, path) as one, Watching(household, path, accept_language="ja") as other:
        await household.gate.until_listeners(2)
        household.gate.put("living-light.main.switchLevel.level", 30)
        here, there = await one.message(), await other.message()
    assert here.event == "device"
    assert f'id="{mark("device", "living-light")}-now"' in here.data
    assert "on · 30\xa0%" in here.data
    assert "オン · 30\xa0%" in there.data
    assert household.gate.listeners == [], "closed pages leave nobody listening"


async def test_a_page_that_comes_back_is_shown_what_it_missed_and_nothing_when_it_missed_nothing() -> None:
    household = FakeHousehold()
    before = seen(await panel(household))
    household.gate.put("door.main.lock.lock", "unlocked")
    async with Watching(household, f"/ui/home/events?seen={before}") as page:
        told = [await page.message() for _ in household.gate.home.devices]
    assert any("unlocked" in message.data for message in told)
    async with Watching(household, "/ui/home/events?seen=old", last_event_id=told[-1].id or "") as page:
        await household.gate.until_listeners(1)
        household.gate.put("tv.main.audioVolume.volume", 13)
        assert mark("device", "tv") in (await page.message()).data


async def test_a_home_that_does_not_answer_says_so_in_its_panel() -> None:
    household = FakeHousehold()
    household.gate.silent = True
    assert "the bridge is unplugged" in await panel(household)
    async with Watching(household, "/ui/home/events") as page:
        assert "the bridge is unplugged" in (await page.message()).data


async def test_the_ledger_tells_what_was_done_by_whom_and_why() -> None:
    household = FakeHousehold()
    async with visit(household) as browser:
        assert "Nothing was done yet" in (await browser.get("/ui/ledger")).text
        household.gate.receipts.append(receipt("r-9"))
        html = (await browser.get("/ui/ledger")).text
        assert "r-9" in (await browser.get("/ui/ledger", headers={"cookie": "yamori_developer=on"})).text
    assert "r-9" not in html
    assert "09:00" in html
    assert "Aiko said “Dim the living room to 30 %”" in html
    assert "brightness <s>80</s>" in html


async def test_a_thousand_devices_are_shown_with_their_rooms_folded() -> None:
    many = [Device(id=f"lamp {i}", name=f"Lamp {i}", room="hall", components={"main": {"switch": {"switch": "off"}}}) for i in range(1000)]
    html = await panel(FakeHousehold(*many))
    assert html.count('class="device"') == 1010
    assert '<details class="room" open>' not in html


values = st.one_of(st.booleans(), st.integers(0, 3), st.sampled_from(["on", "off"]))


def _reading(device: str, value: bool | int | str) -> Reading:
    return Reading(device=device, component="main", capability="c", attribute="a", value=value, at=NOW)


readings = st.lists(st.builds(_reading, st.sampled_from("xyz"), values))


@given(readings, readings)
def test_two_homes_have_the_same_digest_when_they_show_the_same(past: list[Reading], rest: list[Reading]) -> None:
    went_there, came_there = HomeState(past), HomeState(())
    for reading in rest:
        went_there.take(reading)
    for device in went_there.devices():
        for reading in went_there.of(device):
            came_there.take(reading)
    assert went_there.digest == came_there.digest
