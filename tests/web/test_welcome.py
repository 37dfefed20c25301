"""`/welcome`: what the house has, three ways to begin, its people and models, and sentences that its devices suggest."""

import html
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from yamori.agentkit.access import CALLER
from yamori.apps.settings import read_settings
from yamori.domain.caller import Caller, Role, Scope, Via
from yamori.gateway.homefile import load_home
from yamori.web.house_port import EdgeSide, Origin
from yamori.web.welcome.standing import BackendState, SourceStands, backend_state, source_stands
from yamori.web.welcome_port import BackendTried, FoundNearby, HomeOrigin, ModelPlace, ModelUsed, OfferedDevice

from .household import CAPABILITIES, FakeHousehold
from .visitor import visit

_BLOCK = re.compile(r"<pre[^>]*><code>(.*?)</code></pre>", re.DOTALL)


async def _page(household: FakeHousehold, language: str = "en") -> str:
    async with visit(household) as browser:
        answer = await browser.get(f"/welcome?lang={language}")
    assert answer.status_code == 200
    return answer.text


def _blocks(page: str) -> list[str]:
    """What is there to be copied."""
    return [html.unescape(block) for block in _BLOCK.findall(page)]


def _emptied(household: FakeHousehold, origin: HomeOrigin = HomeOrigin.EMPTY) -> FakeHousehold:
    household.gate.home = replace(household.gate.home, devices=(), rooms=(), people=())
    household.gate._now = {}
    household.welcome.home_origin = origin
    return household


async def test_the_demo_home_says_that_all_of_it_is_simulated_and_how_many_devices_there_are() -> None:
    household = FakeHousehold()
    page = await _page(household)
    assert "Every device in it is simulated" in page
    assert f"{len(household.gate.home.devices)} simulated devices, described in the home file" in page
    assert "serve --home demo" not in page


async def test_an_empty_house_says_so_and_suggests_no_sentence() -> None:
    page = await _page(_emptied(FakeHousehold()))
    assert "Nothing is connected yet" in page
    assert 'action="/ui/turns"><input type="hidden" name="text"' not in page
    assert ".venv/bin/yamori serve --home demo" in "\n".join(_blocks(page))
    assert "Nobody lives here yet" in page


@pytest.mark.parametrize(("language", "link"), [("en", "Getting started"), ("ja", "はじめかたを見る")])
async def test_the_pages_that_find_the_house_empty_lead_there_and_those_of_a_house_of_ones_own_do_not(language: str, link: str) -> None:
    own = FakeHousehold()
    own.welcome.home_origin = HomeOrigin.OWN
    for household, leads in ((_emptied(FakeHousehold()), True), (own, False)):
        async with visit(household) as browser:
            for path in ("/", "/home"):
                assert (f'<a class="to-welcome" href="/welcome">{link}</a>' in (await browser.get(f"{path}?lang={language}")).text) is leads
            assert 'href="/welcome"' in (await browser.get("/settings")).text


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "This is the demo home. Every device in it is simulated"), ("ja", "ここはデモの家です。機器はすべてシミュレーション")],
)
async def test_a_newcomer_to_the_demo_home_is_told_so_and_led_there_until_something_is_connected(language: str, says: str) -> None:
    async def first_page(household: FakeHousehold) -> str:
        async with visit(household) as browser:
            return (await browser.get(f"/?lang={language}")).text

    as_it_comes, begun, joined = FakeHousehold(), FakeHousehold(), FakeHousehold()
    begun.welcome.tried = {"mqtt": BackendTried(says="nothing answers")}
    joined.house.sides = {joined.gate.home.devices[0].id: EdgeSide(profile=None, private=False, thinks=False, online=True)}
    page = await first_page(as_it_comes)
    assert says in page and '<a class="to-welcome" href="/welcome">' in page
    for household in (begun, joined):
        page = await first_page(household)
        assert says not in page and "to-welcome" not in page


async def test_a_child_is_not_led_to_a_page_that_would_turn_them_away() -> None:
    before = CALLER.set(Caller(via=Via.SESSION, person="aiko", role=Role.CHILD, scopes=frozenset(Scope)))
    try:
        async with visit(_emptied(FakeHousehold())) as browser:
            for path in ("/", "/home", "/settings"):
                assert "/welcome" not in (await browser.get(path)).text
    finally:
        CALLER.reset(before)


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_the_sentences_are_three_of_those_that_the_conversation_suggests_and_each_can_be_said_without_scripts(language: str) -> None:
    household = FakeHousehold()
    async with visit(household) as browser:
        suggested = re.findall(r'data-say="([^"]+)"', (await browser.get(f"/?lang={language}")).text)
        page = (await browser.get("/welcome")).text
        offered = re.findall(r'name="text" value="([^"]+)"', page)
        assert offered == suggested[:3] and len(offered) == 3
        said = await browser.post("/ui/turns", data={"text": html.unescape(offered[0]), "person": "aiko"})
    assert said.status_code == 303
    assert [turn.text for turn in household.turns.values()] == [html.unescape(offered[0])]


async def test_what_is_shown_for_yamori_toml_are_settings_that_the_house_takes(tmp_path: Path) -> None:
    page = await _page(FakeHousehold())
    tables = [tomllib.loads(block) for block in _blocks(page) if block.startswith(("[", "home ="))]
    assert [name for table in tables for name in table] == ["home", "homeassistant", "mqtt", "smartthings"]
    settings = read_settings(data=tmp_path, **{name: value for table in tables for name, value in table.items()})
    assert settings.home == "empty" and settings.homeassistant and settings.mqtt and settings.smartthings


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_the_home_file_that_is_shown_works_and_so_do_its_first_two_lines_alone(language: str, tmp_path: Path) -> None:
    [shown] = [block for block in _blocks(await _page(FakeHousehold(), language)) if block.startswith("home: ")]
    file = tmp_path / "my.home.yaml"
    file.write_text(shown, encoding="utf-8")
    home = load_home(file).home
    assert (len(home.people), len(home.rooms), len(home.devices)) == (1, 1, 1)
    file.write_text("".join(shown.splitlines(keepends=True)[:2]), encoding="utf-8")
    assert load_home(file).home.devices == ()


async def test_each_backend_says_whether_it_works_and_why_not() -> None:
    household = FakeHousehold()
    household.welcome.tried = {
        "homeassistant": BackendTried(has_joined=True),
        "mqtt": BackendTried(says="nothing answers at mosquitto.local <1883>"),
        "smartthings": BackendTried(is_refused=True, says="it does not take the token", mend="authorize the app again"),
    }
    page = await _page(household)
    states = re.findall(r'<h3>([^<]+) <span class="state \w+">([^<]+)</span></h3>', page)
    assert states == [("Home Assistant", "Works"), ("MQTT", "Not reached"), ("SmartThings", "Cannot be used")]
    assert "nothing answers at mosquitto.local &lt;1883&gt;" in page
    assert "authorize the app again" in page
    japanese = await _page(household, "ja")
    assert all(said in japanese for said in ("動いています", "つながりません", "使えません"))


@pytest.mark.parametrize(
    ("tried", "silent", "state"),
    [
        (None, None, BackendState.UNSET),
        (BackendTried(), None, BackendState.SILENT),
        (BackendTried(is_refused=True), None, BackendState.REFUSED),
        (BackendTried(has_joined=True), None, BackendState.WORKS),
        (BackendTried(has_joined=True), 2, BackendState.WORKS),
        (BackendTried(has_joined=True), 3, BackendState.SILENT),
    ],
)
def test_a_backend_that_has_joined_but_of_which_no_device_answers_is_not_reached(
    tried: BackendTried | None, silent: int | None, state: BackendState
) -> None:
    assert backend_state(tried, SourceStands(name="mqtt", devices=3, silent=silent) if silent is not None else None) is state


async def test_devices_are_counted_by_where_they_come_from_and_by_whether_they_answer() -> None:
    gate = FakeHousehold().gate
    gate.put("door.main.lock.lock", None)
    origins: Mapping[str, Origin] = {d.id: Origin(source="mqtt" if d.id in ("door", "tv") else "virtual") for d in gate.home.devices}
    readings = await gate.snapshot()
    there = len(gate.home.devices) - 2
    assert list(source_stands(origins, readings, CAPABILITIES)) == [
        SourceStands(name="virtual", devices=there, silent=0),
        SourceStands(name="mqtt", devices=2, silent=1),
    ]
    assert [one.silent for one in source_stands(origins, None, CAPABILITIES)] == [there, 2]


async def test_a_house_whose_devices_cannot_be_asked_still_has_its_page() -> None:
    household = FakeHousehold()
    household.gate.silent = True
    assert "could not be asked just now" in await _page(household)


async def test_models_say_where_they_are_and_how_to_get_what_is_missing() -> None:
    household = FakeHousehold()
    whole = household.welcome.used[0]
    assert "On disk, 1.12 GB" in await _page(household)
    household.welcome.used = [
        replace(whole, place=ModelPlace.PART, bytes_here=500_000_000),
        ModelUsed(name="shelf:qwen3", title="shelf:qwen3", roles=("iot",), place=ModelPlace.IN_HOUSE),
        ModelUsed(name="openai:gpt", title="openai:gpt", roles=("memory",), place=ModelPlace.OUTSIDE),
    ]
    page = await _page(household)
    assert "0.50 of 1.12 GB on disk" in page and ".venv/bin/yamori models fetch default" in _blocks(page)
    assert "A server in this house" in page and 'href="/consents"' in page
    household.welcome.used = []
    assert "This house has no model" in await _page(household)


async def test_whoever_is_signed_in_may_invite_and_where_nobody_has_an_account_the_command_for_the_first_is_shown() -> None:
    household = FakeHousehold()
    page = await _page(household)
    assert ".venv/bin/yamori account add aiko" in _blocks(page)
    before = CALLER.set(Caller(via=Via.SESSION, person="aiko", role=Role.ADULT, scopes=frozenset(Scope)))
    try:
        page = await _page(household)
    finally:
        CALLER.reset(before)
    assert 'href="/account#others-title"' in page and "account add" not in page


async def test_what_announces_itself_in_the_network_is_looked_for_when_asked_and_its_lines_are_right() -> None:
    household = FakeHousehold()
    household.welcome.announced = [
        FoundNearby(backend="homeassistant", name="<b>home</b>", address="192.168.1.5", port=8123, answers=True),
        FoundNearby(backend="mqtt", name="broker", address="10.0.0.2", port=8883, is_secure=True),
    ]
    assert "192.168.1.5" not in await _page(household)
    async with visit(household) as browser:
        page = (await browser.get("/welcome?look=yes")).text
    assert "<b>home</b>" not in page and "192.168.1.5:8123 · answers" in page
    lines = [tomllib.loads(block) for block in _blocks(page) if "192.168.1.5" in block or "10.0.0.2" in block]
    assert [(one.get("homeassistant") or one["mqtt"]).get("tls", False) for one in lines] == [False, True]


async def test_devices_that_are_not_ticked_make_a_line_of_settings_that_leaves_them_alone() -> None:
    household = FakeHousehold()
    household.welcome.devices["mqtt"] = [OfferedDevice(id="lamp", name="Lamp", room="Hall"), OfferedDevice(id='"odd"', name="Odd", room="")]
    assert "hide = " not in await _page(household)
    async with visit(household) as browser:
        page = (await browser.get("/welcome?choose=mqtt&device=lamp")).text
    (line,) = [tomllib.loads(block) for block in _blocks(page) if block.startswith("hide = ")]
    assert line == {"hide": ['"odd"']}
