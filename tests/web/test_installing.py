"""The page as an app that is installed: manifest, service worker, the page of an absent house."""

import json
import re

from yamori.agentkit.access import CALLER
from yamori.domain.caller import NOBODY

from .household import FakeHousehold
from .visitor import visit


async def test_the_manifest_names_the_app_in_the_readers_language_with_icons_that_exist() -> None:
    async with visit(FakeHousehold(), accept_language="ja") as browser:
        reply = await browser.get("/manifest.webmanifest")
        assert reply.headers["content-type"].startswith("application/manifest+json")
        manifest = json.loads(reply.text)
        assert (manifest["name"], manifest["lang"], manifest["start_url"], manifest["display"]) == ("ヤモリ", "ja", "/", "standalone")
        assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
        for icon in manifest["icons"]:
            picture = await browser.get(icon["src"])
            assert picture.headers["content-type"] == icon["type"]
            if icon["sizes"] != "any":
                assert picture.content.startswith(b"\x89PNG")
                assert f"{int.from_bytes(picture.content[16:20])}x{int.from_bytes(picture.content[20:24])}" == icon["sizes"]
        page = await browser.get("/")
        assert '<link rel="manifest" href="/manifest.webmanifest">' in page.text
        assert "worker-src 'self'" in page.headers["content-security-policy"]


async def test_the_service_worker_keeps_only_the_offline_page_and_static_files_of_this_version() -> None:
    async with visit(FakeHousehold()) as browser:
        worker = await browser.get("/service-worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        assert worker.headers["content-security-policy"] == "default-src 'none'; connect-src 'self'"
        kept = re.search(r"const FILES = (\[.*\]);", worker.text)
        assert kept
        files = json.loads(kept.group(1))
        assert files[0] == "/offline"
        for file in files[1:]:
            assert re.fullmatch(r"/static/[\w./-]+\?v=[0-9a-f]{12}", file)
            assert (await browser.get(file)).is_success


async def test_the_offline_page_says_nothing_of_the_house_and_stands_in_both_languages_for_anybody() -> None:
    before = CALLER.set(NOBODY)
    try:
        async with visit(FakeHousehold()) as browser:
            page = await browser.get("/offline")
    finally:
        CALLER.reset(before)
    assert page.status_code == 200
    assert "No connection" in page.text and "接続できません" in page.text
    for hidden in ("Aiko", "Kitchen", "<script", "<form"):
        assert hidden not in page.text
