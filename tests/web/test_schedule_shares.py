"""Sharing: a calendar in somebody's page, behind a token, that may be looked at and nothing else."""

import re
from pathlib import Path

from .real_house import real_house
from .scheduled import TODAY, Scheduled, scheduled


async def shared(house: Scheduled, allows: str = "https://family.example https://nas.local:8080") -> str:
    reply = await house.submission("POST", "shares", kind="embed", name="Grandma's page", allows=allows)
    assert reply.status_code == 200, reply.text
    address = str(reply.json()["address"])
    return address.removeprefix("http://yamori.test")


async def test_an_embedded_calendar_may_be_framed_by_the_pages_that_its_token_names_and_by_no_other() -> None:
    async with scheduled(cookie="yamori_language=ja; yamori_theme=dark") as house:
        page = await house.browser.get(await shared(house))
        ours = await house.browser.get("/schedule")
    policy = page.headers["content-security-policy"]
    assert "frame-ancestors https://family.example https://nas.local:8080;" in policy
    assert policy.split("; frame-ancestors")[0] == ours.headers["content-security-policy"].split("; frame-ancestors")[0]
    assert "x-frame-options" not in page.headers
    assert page.headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in page.headers
    assert '<html lang="en" data-theme="auto">' in page.text, "no cookie is read"
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", page.text)
    assert "/ui/" not in page.text, "no conversation, no editing"


async def test_what_an_embedded_calendar_shows_is_neither_memos_nor_anything_to_edit_with() -> None:
    async with scheduled() as house:
        await house.task("Dentist", memo="a secret", place="Station")
        path = await shared(house)
        reply = await house.browser.get(f"{path}/events?start={TODAY}&end=2026-11-22")
        wrong = await house.browser.get(f"{path}/events?start=yesterday")
    event = reply.json()["events"][0]
    assert (event["title"], event["where"]) == ("Dentist", "Station")
    assert "secret" not in reply.text
    assert "task" not in event
    assert wrong.status_code == 422


async def test_a_token_that_was_revoked_or_never_was_opens_nothing() -> None:
    async with scheduled() as house:
        path = await shared(house)
        listed = (await house.browser.get("/ui/schedule/shares?person=aiko")).text
        assert "Grandma&#39;s page" in listed
        assert path.rsplit("/", 1)[1] not in listed, "the address was shown once"
        number = re.search(r'data-revoke="(\d+)"', listed)
        assert number
        stranger = await house.browser.request("DELETE", f"/ui/schedule/shares/{number[1]}", json={"person": "ken", "key": "some-test-key"})
        assert stranger.status_code == 410
        assert (await house.browser.get(path)).status_code == 200
        assert (await house.submission("DELETE", f"shares/{number[1]}")).status_code == 200
        for gone in (path, "/embed/calendar/never-was"):
            page = await house.browser.get(gone)
            events = await house.browser.get(f"{gone}/events?start={TODAY}&end=2026-11-22")
            assert (page.status_code, events.status_code) == (404, 404)
            assert "not shared any more" in page.text
            assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


async def test_a_page_that_may_frame_it_is_an_origin_and_cannot_loosen_the_policy() -> None:
    async with scheduled() as house:
        for wrong in ("", "*", "family.example", "https://a.example; script-src *", "javascript:alert(1)", "https://a.example/path"):
            reply = await house.submission("POST", "shares", kind="embed", allows=wrong)
            assert reply.status_code == 422, wrong
            assert "https://example.org" in reply.json()["says"]


async def test_a_feed_token_is_no_embed_token() -> None:
    async with scheduled() as house:
        address = (await house.submission("POST", "shares", kind="feed", name="Phone")).json()["address"]
        token = address.rsplit("/", 1)[1].removesuffix(".ics")
        assert address == f"http://yamori.test/calendar/{token}.ics"
        assert (await house.browser.get(f"/embed/calendar/{token}")).status_code == 404
        assert (await house.submission("POST", "shares", kind="master key")).status_code == 422


async def test_a_feed_that_the_page_made_opens_in_a_real_household_until_it_is_revoked(tmp_path: Path) -> None:
    async with real_house(tmp_path) as house:
        made = {"person": house.household.speaker, "key": "feed-test-key", "kind": "feed", "name": "Phone"}
        address = (await house.client.post("/ui/schedule/shares", json=made)).json()["address"]
        added = {"person": house.household.speaker, "key": "task-test-key", "title": "Dentist", "date": "2026-05-02"}
        await house.client.post("/ui/schedule/tasks", json=added)
        feed = await house.client.get(address)
        assert feed.headers["content-type"].startswith("text/calendar")
        assert "SUMMARY:Dentist" in feed.text
        number = (await house.household.schedule.tokens.all(house.household.speaker))[0].id
        revoked = {"person": house.household.speaker, "key": "away-test-key"}
        await house.client.request("DELETE", f"/ui/schedule/shares/{number}", json=revoked)
        assert (await house.client.get(address)).status_code == 404
