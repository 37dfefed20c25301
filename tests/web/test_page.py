"""The page as a whole: what it holds, in which language, under which headers."""

import gzip
import re

from fastapi import Request

from yamori.domain.events import Replied
from yamori.domain.home import Device
from yamori.web.look import packed

from .household import FakeHousehold
from .visitor import htmx_settings, visit


async def test_the_page_holds_the_message_box_and_the_home_before_anything_was_said() -> None:
    async with visit(FakeHousehold()) as browser:
        page = await browser.get("/")
    assert page.status_code == 200
    assert 'hx-post="/ui/turns"' in page.text
    assert 'hx-get="/ui/home"' in page.text
    assert "Is the front door locked?" in page.text
    assert '<option value="ken">Ken</option>' in page.text


async def test_no_script_or_style_stands_in_the_page_itself_and_the_policy_forbids_it() -> None:
    async with visit(FakeHousehold()) as browser:
        page = await browser.get("/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|hx-on", page.text)
    settings = htmx_settings(page.text)
    assert (settings["allowEval"], settings["allowScriptTags"], settings["includeIndicatorStyles"]) == (False, False, False)


async def test_everything_the_page_asks_for_comes_from_itself_and_exists() -> None:
    async with visit(FakeHousehold()) as browser:
        page = await browser.get("/")
        for address in set(re.findall(r'(?:src|href)="([^"#]+)"', page.text)):
            assert address.startswith("/")
            if address == "/account":
                continue  # routes of their own, which `apps` puts beside these: tests/apps/test_accounts.py
            assert (await browser.get(address.replace("&amp;", "&"))).status_code == 200


async def test_static_files_are_kept_by_the_browser_only_under_their_version() -> None:
    async with visit(FakeHousehold()) as browser:
        page = await browser.get("/")
        versioned = re.search(r'href="(/static/yamori\.css\?v=\w+)"', page.text)
        assert versioned
        assert "immutable" in (await browser.get(versioned.group(1))).headers["cache-control"]
        assert (await browser.get("/static/yamori.css")).headers["cache-control"] == "no-cache"
        assert (await browser.get("/static/../page.py")).status_code == 404
        assert (await browser.get("/static/%2e%2e/page.py")).status_code == 404


async def test_the_browser_says_which_language_and_the_switch_says_it_louder() -> None:
    async with visit(FakeHousehold(), accept_language="de;q=0.9, ja-JP;q=0.8, en;q=0.3") as browser:
        japanese = await browser.get("/")
        assert '<html lang="ja"' in japanese.text
        assert "してほしいことをどうぞ" in japanese.text
        assert "リビングの照明を消して" in japanese.text
        switched = await browser.get("/?lang=en")
        assert '<html lang="en"' in switched.text
        assert '<html lang="en"' in (await browser.get("/")).text


async def test_an_unknown_language_or_theme_is_not_taken_over() -> None:
    async with visit(FakeHousehold(), accept_language="xx;q=broken", cookie='yamori_theme="><script>; yamori_language=tlh') as browser:
        page = await browser.get("/")
    assert '<html lang="en" data-theme="auto">' in page.text


async def test_a_chosen_theme_is_there_before_any_script_runs() -> None:
    async with visit(FakeHousehold(), cookie="yamori_theme=dark") as browser:
        assert 'data-theme="dark"' in (await browser.get("/")).text


async def test_while_the_model_loads_the_page_is_up_and_says_so_until_it_is_ready() -> None:
    household = FakeHousehold()
    household.state = "loading 40 %"
    async with visit(household) as browser:
        assert "Getting ready 40 %" in (await browser.get("/")).text
        waiting = await browser.get("/ui/model", headers={"accept-language": "ja"})
        assert waiting.status_code == 200
        assert "準備中 40 %" in waiting.text
        household.state = "ready"
        ready = await browser.get("/ui/model")
        assert ready.status_code == 286, "htmx stops asking"
        assert "hx-get" not in ready.text


async def test_an_opened_conversation_shows_its_turns_as_they_stand() -> None:
    household = FakeHousehold()
    first = await household.start_turn("Is the door locked?", "aiko", None, None)
    await household.happen(first.turn, Replied(text="Yes, it is locked."))
    await household.start_turn("Unlock it", "aiko", None, first.conversation)
    async with visit(household) as browser:
        page = await browser.get("/", params={"conversation": first.conversation})
    assert "Yes, it is locked." in page.text
    assert 'hx-get="/ui/turns/turn%2F1/live"' in page.text, "the steps of an ended turn come when asked for"
    assert 'sse-connect="/ui/turns/turn%2F2/events"' in page.text, "a running turn is followed at once"


async def test_a_conversation_that_is_gone_leaves_a_new_one_and_says_so() -> None:
    async with visit(FakeHousehold()) as browser:
        page = await browser.get("/", params={"conversation": "lost"})
    assert page.status_code == 200
    assert "not here any more" in page.text


async def test_names_from_elsewhere_are_text_and_never_markup() -> None:
    trap = '"><img src=x onerror=alert(1)>'
    household = FakeHousehold(Device(id=trap, name=trap, room="living", components={"main": {"switch": {"switch": trap}}}))
    turn = await household.start_turn(trap, "aiko", None, None)
    await household.happen(turn.turn, Replied(text=trap))
    async with visit(household) as browser:
        shown = [await browser.get("/", params={"conversation": turn.conversation}), await browser.get("/ui/home")]
    for page in shown:
        assert "<img src=x" not in page.text
        assert "&lt;img src=x" in page.text


def test_a_large_part_is_packed_for_whoever_can_unpack_it_but_not_beside_a_forms_token() -> None:
    def asked_by(accepted: bytes) -> Request:
        return Request({"type": "http", "headers": [(b"accept-encoding", accepted)]})

    rooms = "<p>Lamp</p>" * 5_000
    small = packed(rooms, asked_by(b"gzip, br"))
    assert gzip.decompress(bytes(small.body)).decode() == rooms and len(small.body) < len(rooms) / 20
    assert small.headers["content-encoding"] == "gzip" and "content-security-policy" in small.headers
    assert packed(rooms, asked_by(b"br")).body.decode() == rooms
    assert packed('<input name="csrf">' + rooms, asked_by(b"gzip")).headers.get("content-encoding") is None
