"""What keeps an open Home page current: changed tiles alone, what waits, what was taken back and why, and what needs attention."""

import httpx
from tests.web.household import FakeHousehold
from tests.web.visitor import Message, Watching, visit

from yamori.domain.home import Device
from yamori.domain.receipt import ReceiptStatus
from yamori.web.house_port import EdgeSide

from .pressing import tile_of
from .slow_home import SlowHousehold, put, unknown


class Page(Watching):
    """An open stream of the household's own application."""

    def __init__(self, household: SlowHousehold, path: str = "/ui/house/events") -> None:
        super().__init__(household, path)
        self._app = household.app()

    async def event(self, kind: str, *having: str) -> Message:
        """The next message of this kind that holds all of this."""
        while True:
            message = await self.message()
            if message.event == kind and all(part in message.data.replace("\xa0", " ") for part in having):
                return message


def browser(household: SlowHousehold) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=household.app()), base_url="http://yamori.test", headers={"hx-request": "true"}
    )


DIM = {"component": "main", "capability": "switchLevel", "command": "setLevel", "argument.level": "30", "key": "0123456789abcdef"}


async def test_a_device_that_takes_its_time_is_shown_as_asked_and_as_waiting_on_every_page() -> None:
    household = SlowHousehold()
    async with Page(household) as other, browser(household) as phone:
        await other.event("home")
        answer = await phone.post("/ui/house/act/living-light", data=DIM)
        assert "on · 30 %" in tile_of(answer.text, "living-light")
        assert "Waiting for the device" in answer.text
        await other.event("tile", "on · 30 %", "Waiting for the device")
        household.gate.ends.put_nowait((ReceiptStatus.DONE, ""))
        done = await other.event("tile", "on · 30 %", 'role="status" dir="auto"></p>')
    assert "Waiting" not in done.data


async def test_what_a_device_did_not_do_is_taken_back_with_the_reason() -> None:
    household = SlowHousehold()
    async with Page(household) as other, browser(household) as phone:
        await other.event("home")
        await phone.post("/ui/house/act/living-light", data=DIM)
        await other.event("tile", "on · 30 %")
        household.gate.ends.put_nowait((ReceiptStatus.FAILED, "The lamp is out of reach."))
        back = await other.event("tile", "on · 80 %")
        page = (await phone.get("/home")).text
    assert "The lamp is out of reach." in back.data
    assert "The lamp is out of reach." in tile_of(page, "living-light"), "a page that is opened later says so, too"


async def test_a_later_picture_of_a_device_says_that_it_is_later() -> None:
    household = SlowHousehold()
    async with Page(household) as page, browser(household) as phone:
        await page.event("home")
        waits = await phone.post("/ui/house/act/living-light", data=DIM)
        household.gate.ends.put_nowait((ReceiptStatus.DONE, ""))
        done = await page.event("tile", 'role="status" dir="auto"></p>')

    def order(html: str) -> list[int]:
        return [int(part) for part in html.split('data-order="')[1].split('"')[0].split(".")]

    assert order(done.data) > order(waits.text)


async def test_only_what_has_changed_is_sent_with_the_words_of_its_room() -> None:
    household = SlowHousehold()
    async with Page(household) as page:
        await page.event("home")
        put(household, "bedside.main.switch.switch", "on")
        tile, summary = await page.message(), await page.message()
        put(household, "door.main.lock.lock", "unlocked")
        lock, hall, attention = [await page.message() for _ in range(3)]
    assert [tile.event, summary.event, lock.event, hall.event, attention.event] == ["tile", "summary", "tile", "summary", "attention"]
    assert "1\xa0light\xa0on" in summary.data
    assert "Front\xa0door\xa0unlocked" in hall.data
    assert "unlocked" in attention.data


async def test_a_page_that_missed_something_is_told_anew_and_one_that_did_not_is_left_alone() -> None:
    household = SlowHousehold()
    async with browser(household) as phone:
        seen = (await phone.get("/home")).text.split("/ui/house/events?seen=")[1].split('"')[0]
    async with Page(household, f"/ui/house/events?seen={seen}") as page:
        await household.gate.until_listeners(1)
        put(household, "bedside.main.switch.switch", "on")
        assert (await page.message()).event == "tile"
    async with Page(household, f"/ui/house/events?seen={seen}") as page:
        assert (await page.message()).event == "home"
    assert household.gate.listeners == [], "closed pages leave nobody listening"


async def test_a_page_about_one_device_hears_of_that_one_alone() -> None:
    household = SlowHousehold()
    async with Page(household, "/ui/house/events?of=bedside") as page:
        await page.event("home")
        put(household, "door.main.lock.lock", "unlocked")
        put(household, "bedside.main.switchLevel.level", 55)
        assert "data-order" in (message := await page.message()).data
    assert "Bedside lamp" in message.data
    assert "whole" in message.data


async def test_what_needs_attention_stands_first_the_most_urgent_before_the_rest() -> None:
    household = SlowHousehold()
    put(household, "door.main.lock.lock", "unlocked")
    unknown(household, "motion")
    household.house.sides["tv"] = EdgeSide(profile=None, private=False, thinks=False, online=False)
    async with browser(household) as phone:
        html = (await phone.get("/home")).text
    attention = html.split('id="attention"')[1].split("</section>")[0]
    assert attention.index("Front door") < attention.index("Television") < attention.index("Hall motion")
    assert 'value="lock"' in attention
    assert html.index('id="attention"') < html.index("home-room")


async def test_a_home_that_does_not_answer_says_so_on_its_page_and_in_its_stream() -> None:
    household = SlowHousehold()
    household.gate.silent = True
    async with browser(household) as phone, Page(household) as page:
        assert "the bridge is unplugged" in (await phone.get("/home")).text
        assert "the bridge is unplugged" in (await page.event("silent")).data


async def test_the_rooms_of_a_large_home_come_when_they_are_opened() -> None:
    many = [Device(id=f"lamp {i}", name=f"Lamp {i}", room="hall", components={"main": {"switch": {"switch": "off"}}}) for i in range(100)]
    household = FakeHousehold(*many)
    async with visit(household) as phone:
        html = (await phone.get("/home")).text
        room = (await phone.get("/ui/house/room/hall")).text
        without_scripts = (await phone.get("/home", params={"room": "hall"})).text
        nowhere = await phone.get("/ui/house/room/cellar")
    assert "data-tile" not in html
    assert room.count("data-tile=") == without_scripts.count("data-tile=") == 102
    assert nowhere.status_code == 404
