"""The Home page over a real gate and the demo home: what it shows, what its controls do without scripts, and in whose name."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from tests.apps.signed_in import client_of, house_with_accounts

from yamori.apps.household import Household
from yamori.domain.receipt import ReceiptStatus
from yamori.gateway.homefile import load_home

from .pressing import answer, press, tile_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house() -> AsyncIterator[Household]:
    async with house_with_accounts() as household:
        yield household


@pytest_asyncio.fixture(loop_scope="module")
async def aiko(house: Household) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(house, "aiko") as browser:
        yield browser


async def state(house: Household, path: str) -> object:
    return next(r.value for r in await house.gate.snapshot() if r.path == path)


async def test_rooms_say_in_a_few_words_how_they_are(aiko: httpx.AsyncClient) -> None:
    html = (await aiko.get("/home")).text.replace("\xa0", " ")
    japanese = (await aiko.get("/home", headers={"accept-language": "ja"})).text.replace("\xa0", " ")
    assert "1 light on · 21.5 °C" in html
    assert "照明1つ点灯 · 21.5 °C" in japanese
    assert html.index("Downstairs") < html.index(">Living room<") < html.index("Upstairs") < html.index(">Bedroom<")


async def test_a_switch_is_turned_by_a_plain_form_and_leads_back_to_the_page(house: Household, aiko: httpx.AsyncClient) -> None:
    html = (await aiko.get("/home")).text
    done = await press(aiko, html, "coffee-maker", "on")
    assert (done.status_code, done.headers["location"]) == (303, "/home")
    assert await state(house, "coffee-maker.main.switch.switch") == "on"
    receipt = (await house.gate.ledger(limit=1))[0]
    assert (receipt.cause.person, receipt.cause.words) == ("aiko", "by hand: Coffee maker, Turn on")
    assert 'aria-checked="true"' in tile_of((await aiko.get("/home")).text, "coffee-maker")


async def test_the_same_form_sent_twice_does_its_command_once(house: Household, aiko: httpx.AsyncClient) -> None:
    html = (await aiko.get("/home/of/living-room-speaker")).text
    await press(aiko, html, "living-room-speaker", "nextTrack")
    await press(aiko, html, "living-room-speaker", "nextTrack")
    newest = await house.gate.ledger(limit=2)
    assert [r.command.name for r in newest].count("nextTrack") == 1


async def test_a_slider_sends_its_number_and_the_answer_is_the_tile_as_it_is_now(house: Household, aiko: httpx.AsyncClient) -> None:
    aiko.headers["hx-request"] = "true"
    html = (await aiko.get("/home")).text
    done = await press(aiko, html, "desk-lamp", "setLevel", level="35")
    assert done.status_code == 200
    assert "35 %" in tile_of(done.text, "desk-lamp")
    assert await state(house, "desk-lamp.main.switchLevel.level") == 35


@pytest.mark.parametrize("level", ["101", "-1", "nan", "1e999", "much", ""])
async def test_a_number_that_is_none_or_out_of_range_changes_nothing_and_says_why(
    house: Household, aiko: httpx.AsyncClient, level: str
) -> None:
    aiko.headers["hx-request"] = "true"
    html = (await aiko.get("/home")).text
    before = await state(house, "bedside-lamp.main.switchLevel.level")
    refused = await press(aiko, html, "bedside-lamp", "setLevel", level=level)
    assert refused.status_code == 422
    assert 'class="problem"' in tile_of(refused.text, "bedside-lamp")
    assert await state(house, "bedside-lamp.main.switchLevel.level") == before


async def test_a_risky_command_is_asked_about_first_and_done_by_a_yes(house: Household, aiko: httpx.AsyncClient) -> None:
    await press(aiko, (await aiko.get("/home")).text, "front-door-lock", "unlock")
    asked = (await aiko.get("/home")).text
    assert "Unlock?" in tile_of(asked, "front-door-lock")
    assert await state(house, "front-door-lock.main.lock.lock") == "locked"
    await answer(aiko, asked, "front-door-lock", "yes")
    open_now = (await aiko.get("/home")).text
    assert await state(house, "front-door-lock.main.lock.lock") == "unlocked"
    attention = open_now.split('id="attention"')[1].split("</section>")[0]
    assert "Front door lock" in attention
    assert 'value="lock"' in attention, "the safe way back is a tap away"
    await press(aiko, open_now, "front-door-lock", "lock")
    assert await state(house, "front-door-lock.main.lock.lock") == "locked"


async def test_a_no_leaves_everything_as_it_is(house: Household, aiko: httpx.AsyncClient) -> None:
    await press(aiko, (await aiko.get("/home")).text, "front-door-lock", "unlock")
    await answer(aiko, (await aiko.get("/home")).text, "front-door-lock", "no")
    html = (await aiko.get("/home")).text
    assert "Unlock?" not in html
    assert (await house.gate.ledger(limit=1))[0].status is ReceiptStatus.REFUSED
    assert (await aiko.post("/ui/house/answer/front-door-lock", data={"receipt": "nothing", "answer": "yes"})).status_code == 404


async def test_a_child_needs_more_than_an_adult_and_nobody_acts_as_somebody_else(house: Household) -> None:
    async with client_of(house, "mei") as mei:
        html = (await mei.get("/home")).text
        await press(mei, html, "front-door-lock", "unlock")
        asked = (await mei.get("/home")).text
        assert 'name="pin"' in tile_of(asked, "front-door-lock")
        without = await answer(mei, asked, "front-door-lock", "yes")
        assert without.status_code == 409
        assert await state(house, "front-door-lock.main.lock.lock") == "locked"
        action, sent = "/ui/house/act/coffee-maker", {"component": "main", "capability": "switch", "command": "off", "key": "abcdefgh1"}
        assert (await mei.post(action, data={**sent, "person": "aiko"})).status_code == 403
    async with client_of(house) as nobody:
        assert (await nobody.post(action, data=sent)).status_code in (401, 403)
    async with client_of(house, bearer="reads") as program:
        assert (await program.post(action, data=sent)).status_code == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"capability": "lock"},
        {"component": "lid"},
        {"command": "explode"},
        {"key": ""},
        {"argument.level": "1"},
    ],
)
async def test_what_no_control_of_the_device_sends_is_turned_down(aiko: httpx.AsyncClient, wrong: dict[str, str]) -> None:
    sent = {"component": "main", "capability": "switch", "command": "off", "key": "abcdefgh2", **wrong}
    assert (await aiko.post("/ui/house/act/coffee-maker", data=sent)).status_code in (400, 404, 422)
    assert (await aiko.post("/ui/house/act/no-such-thing", data=sent)).status_code == 404


async def test_favourites_are_each_persons_own_and_come_first(house: Household, aiko: httpx.AsyncClient) -> None:
    await aiko.post("/ui/house/favourite/desk-lamp", data={"favourite": "yes"})
    html = (await aiko.get("/home")).text
    assert html.index('id="favourites-title"') < html.index("/home/of/desk-lamp") < html.index(">Downstairs<")
    async with client_of(house, "kenji") as kenji:
        assert "favourites-title" not in (await kenji.get("/home")).text
    await aiko.post("/ui/house/favourite/desk-lamp", data={"favourite": "no"})
    assert "favourites-title" not in (await aiko.get("/home")).text


async def test_a_search_finds_devices_by_their_names_and_rooms_in_any_language(aiko: httpx.AsyncClient) -> None:
    for wanted, device in (("DESK", "desk-lamp"), ("ﾃﾞｽｸ", "desk-lamp"), ("書斎 プラグ", "study-plug"), ("kitchen light", "kitchen-light")):
        assert f"/home/of/{device}" in (await aiko.get("/ui/house/search", params={"q": wanted})).text, wanted
    assert "No device is called that" in (await aiko.get("/home", params={"q": "zebra"})).text
    assert (await aiko.get("/ui/house/search", params={"q": "  "})).text == ""


async def test_scenes_stand_on_the_page_and_lead_back_to_it(aiko: httpx.AsyncClient) -> None:
    assert 'hx-get="/ui/house/scenes"' in (await aiko.get("/home")).text
    html = (await aiko.get("/ui/house/scenes")).text
    assert 'name="page" value="/home"' in html


async def test_a_devices_own_page_has_all_of_it_and_keeps_ids_closed(aiko: httpx.AsyncClient) -> None:
    html = (await aiko.get("/home/of/floor-lamp")).text
    assert 'name="argument.color" value="red"' in html
    assert 'name="argument.temperature"' in html
    plain, advanced = html.split('class="home-part advanced"')
    assert "<code>floor-lamp</code>" not in plain
    assert "<code>floor-lamp</code>" in advanced
    gone = await aiko.get("/home/of/nothing")
    assert gone.status_code == 404
    async with httpx.AsyncClient(transport=aiko._transport, base_url="http://127.0.0.1:8765") as nobody:
        assert (await nobody.get("/home")).status_code in (303, 401, 403)


async def test_a_guest_touches_devices_but_reads_no_ledger(house: Household) -> None:
    async with client_of(house, "tom") as tom:
        home = (await tom.get("/home")).text
        assert "/ui/house/timers" not in home
        await press(tom, home, "study-plug", "on")
        html = (await tom.get("/home/of/study-plug")).text
    assert await state(house, "study-plug.main.switch.switch") == "on"
    assert 'id="ledger"' not in html
    assert "Advanced" not in html


async def test_names_of_any_kind_are_only_text(tmp_path: Path) -> None:
    loaded = load_home("demo")
    names = ['"><script>alert(1)</script>', "مصباح غرفة الجلوس", "x" * 200]
    devices = [replace(d, name=n, aliases=()) for d, n in zip(loaded.home.devices[:3], names, strict=True)]
    odd = replace(loaded, home=replace(loaded.home, devices=(*devices, *loaded.home.devices[3:])))
    async with house_with_accounts(home=odd) as household, client_of(household, "aiko") as browser:
        html = (await browser.get("/home")).text
    assert "<script>alert" not in html
    assert names[1] in html
    assert names[2] in html
