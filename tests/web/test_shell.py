"""The shell around every page: navigation, settings of the device, the box to talk, what a page weighs."""

import re

import pytest

from yamori.agentkit.access import CALLER
from yamori.apps.access_control import entries
from yamori.domain.caller import NOBODY, Caller, Role, Scope, Via
from yamori.web.destinations import DESTINATIONS, WELCOME, destinations_for, is_page

from .household import FakeHousehold
from .scheduled import scheduled
from .visitor import page_of, visit

MOST_BYTES = 200_000
"""Of a page with everything that it loads, as it is transferred. The calendar draws with a library of its own and is excepted."""
_LOADED = re.compile(r'<(?:script|img)[^>]* src="([^"]+)"|<link rel="(?:icon|stylesheet|manifest)"[^>]* href="([^"]+)"')
PAGES = ("/", "/home", "/lists", "/automations", "/papers", "/memory", "/settings", "/welcome")


def _links(html: str) -> dict[str, bool]:
    """The paths of the navigation, and whether each says that it is here."""
    navigation = html.split('<nav class="destinations"')[1].split("</nav>")[0]
    return {path: "aria-current" in more for path, more in re.findall(r'<a href="([^"]+)"([^>]*)>', navigation)}


@pytest.mark.parametrize("page", PAGES)
async def test_every_page_has_the_same_navigation_and_says_which_page_is_open(page: str) -> None:
    async with visit(FakeHousehold()) as browser:
        html = (await browser.get(page)).text
    assert list(_links(html)) == [each.path for each in DESTINATIONS]
    assert [path for path, is_here in _links(html).items() if is_here] == ([] if page in ("/settings", "/welcome") else [page])
    assert len(re.findall(r"<h1\b", html)) == 1
    assert len(re.findall(r"<main\b", html)) == 1
    skipped = re.search(r'class="skip" href="#([\w-]+)"', html)
    assert skipped and f'id="{skipped.group(1)}"' in html
    assert 'href="/settings"' in html


async def test_a_house_that_remembers_nothing_shows_no_way_to_its_memory() -> None:
    household = FakeHousehold()
    household.memory.is_kept = False
    async with visit(household) as browser:
        assert "/memory" not in _links((await browser.get("/")).text)


def test_each_destination_says_of_its_page_what_the_route_says() -> None:
    said = {entry.path: entry.access for entry in entries(page_of(FakeHousehold()).routes) if "GET" in entry.methods}
    assert {each.path: each.access for each in (*DESTINATIONS, WELCOME)} == {
        each.path: said[each.path] for each in (*DESTINATIONS, WELCOME)
    }


def test_a_guest_and_a_stranger_are_shown_no_page_that_would_turn_them_away() -> None:
    guest = Caller(via=Via.SESSION, person="g", role=Role.GUEST, scopes=frozenset(Scope))
    assert [each.name for each in destinations_for(guest)] == ["chat", "home"]
    assert destinations_for(NOBODY) == []


@pytest.mark.parametrize("path", ["/", "/papers", "/papers/house%20rules/3", "/schedule/diary", "/settings", "/account"])
def test_a_page_of_the_house_may_be_led_back_to(path: str) -> None:
    assert is_page(path)


@pytest.mark.parametrize(
    "path", ["", "//evil.example", "/\\evil.example", "/papers?x=1", "/papers#x", "/papersx", "https://x", "/papers/\n", "/書類"]
)
def test_nothing_else_is_led_back_to(path: str) -> None:
    assert not is_page(path)


async def test_what_is_said_on_another_page_stays_on_that_page_and_without_scripts_leads_to_the_conversation() -> None:
    household = FakeHousehold()
    async with visit(household) as browser:
        live = await browser.post("/ui/turns", data={"text": "Hello", "page": "/papers"}, headers={"hx-request": "true"})
        assert live.headers["hx-replace-url"] == "/papers?conversation=talk%201"
        plain = await browser.post("/ui/turns", data={"text": "Hello", "page": "/papers"})
        assert (plain.status_code, plain.headers["location"]) == (303, "/?conversation=talk%202")
        elsewhere = await browser.post("/ui/turns", data={"text": "Hello", "page": "//evil.example"}, headers={"hx-request": "true"})
        assert elsewhere.headers["hx-replace-url"] == "/?conversation=talk%203"


async def test_what_is_said_on_a_devices_page_is_said_in_its_room_and_the_own_room_stays_remembered() -> None:
    household = FakeHousehold()
    async with visit(household) as browser:
        headers = {"hx-request": "true"}
        said = await browser.post("/ui/turns", data={"text": "Turn it off", "room": "kitchen", "looked_at": "bedside"}, headers=headers)
        await browser.post("/ui/turns", data={"text": "Turn it off", "room": "kitchen", "looked_at": "nothing there"}, headers=headers)
    assert [turn.room for turn in household.turns.values()] == ["bedroom", "kitchen"]
    assert "yamori_room=kitchen" in str(said.headers.get_list("set-cookie"))


async def test_language_colours_person_room_and_developers_view_are_chosen_and_remembered() -> None:
    async with visit(FakeHousehold()) as browser:
        chosen = {"language": "ja", "theme": "dark", "developer": "on", "person": "ken", "room": "kitchen"}
        saved = await browser.post("/settings", data=chosen)
        assert (saved.status_code, saved.headers["location"]) == (303, "/settings?saved=yes")
        page = (await browser.get("/settings")).text
        assert '<html lang="ja" data-theme="dark">' in page
        for value in ("ken", "kitchen", "dark"):
            assert f'value="{value}" selected' in page
        assert 'name="developer" value="on" checked' in page
        await browser.post("/settings", data={"language": "en", "theme": "auto"})
        back = (await browser.get("/settings")).text
        assert '<html lang="en" data-theme="auto">' in back
        assert 'value="on" checked' not in back


@pytest.mark.parametrize(
    "sent",
    [
        {"language": "tlh", "theme": "auto"},
        {"language": "en", "theme": '"><script>'},
        {"language": "en"},
        {"language": "en", "theme": "auto", "person": "mallory"},
        {"language": "en", "theme": "auto", "room": "dungeon"},
    ],
)
async def test_what_cannot_be_chosen_is_refused_in_words_and_nothing_is_remembered(sent: dict[str, str]) -> None:
    async with visit(FakeHousehold()) as browser:
        refused = await browser.post("/settings", data=sent)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert "set-cookie" not in refused.headers


async def test_somebody_who_is_not_signed_in_chooses_how_pages_look_and_sees_nothing_of_the_house() -> None:
    before = CALLER.set(NOBODY)
    try:
        async with visit(FakeHousehold()) as browser:
            page = (await browser.get("/settings")).text
            saved = await browser.post("/settings", data={"language": "ja", "theme": "dark", "person": "ken", "room": "kitchen"})
    finally:
        CALLER.reset(before)
    for hidden in ("Ken", "Kitchen", "/schedule", "/devices", 'id="say"', 'class="destinations"'):
        assert hidden not in page
    cookies = {cookie.split("=")[0] for cookie in saved.headers.get_list("set-cookie")}
    assert cookies == {"yamori_language", "yamori_theme", "yamori_developer"}


@pytest.mark.parametrize("page", PAGES)
async def test_a_page_with_everything_that_it_loads_weighs_less_than_200_kB(page: str) -> None:
    async with visit(FakeHousehold(), accept_encoding="gzip") as browser:
        html = await browser.get(page)
        loaded = {source or link for source, link in _LOADED.findall(html.text)}
        replies = [await browser.get(address.replace("&amp;", "&")) for address in loaded]
    assert replies and all(reply.is_success for reply in replies)
    weight = sum(reply.num_bytes_downloaded for reply in (html, *replies))
    assert weight < MOST_BYTES, f"{page} weighs {weight:,} bytes"


async def test_the_parts_of_the_schedule_share_the_shell() -> None:
    async with scheduled() as house:
        for part in ("/schedule", "/schedule/routines", "/schedule/diary"):
            html = (await house.browser.get(part)).text
            assert [path for path, is_here in _links(html).items() if is_here] == ["/schedule"]
            assert 'id="beside"' in html
