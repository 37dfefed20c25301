"""Files that are brought and papers that are taken away, without a browser: each good one is kept, each bad one says why."""

import json
from collections.abc import AsyncIterator

import httpx

from yamori.apps.guard import Guard
from yamori.apps.hosts import AllowedHosts
from yamori.web.papers.arriving import LINES

from .fake import FakePapers
from .shelf import shelf, shelf_of

TOLD = {"accept": LINES}


def steps(reply: httpx.Response) -> list[tuple[str, str, str]]:
    return [(s["name"], s["stage"], s["says"]) for s in map(json.loads, reply.text.splitlines())]


async def test_every_step_of_a_file_is_told() -> None:
    async with shelf() as house:
        reply = await house.bring("/papers/house%20rules", ("rules.txt", b"Shoes off.\nBe kind."), headers=TOLD)
    assert reply.headers["content-type"].startswith(LINES)
    assert steps(reply) == [("rules.txt", "waiting", "waits until it is read"), ("rules.txt", "read", "read: 2 passages")]
    assert house.papers.kept == {("house rules", "rules.txt"): b"Shoes off.\nBe kind."}


async def test_one_bad_file_never_stops_the_rest() -> None:
    async with shelf() as house:
        files = (("locked.pdf", b"x"), (".hidden", b"x"), ("huge.txt", b"x" * 1_001), ("folder/good.txt", b"Good."))
        told = await house.bring("/papers/household", *files, headers=TOLD)
        page = await house.bring("/papers/household", *files)
    ended = {name: (stage, says) for name, stage, says in steps(told)}
    assert ended["good.txt"] == ("read", "read: 1 passage")
    assert ended["locked.pdf"] == ("failed", "It is locked with a password; save a copy without one.")
    assert "file name with its ending" in ended[".hidden"][1]
    assert "too large" in ended["huge.txt"][1]
    for expected in ("read: 1 passage", "locked with a password", "file name with its ending", "too large"):
        assert expected in page.text, "without scripts, too"


async def test_the_form_may_name_the_topic_a_new_one_as_well() -> None:
    async with shelf() as house:
        page = await house.bring("/papers", ("rules.txt", b"x"), topic="house rules")
        bad = await house.bring("/papers", ("rules.txt", b"x"), topic="a/b")
        none = await house.bring("/papers", ("rules.txt", b"x"), headers=TOLD)
    assert page.status_code == 200
    assert ("house rules", "rules.txt") in house.papers.kept
    assert len(house.papers.kept) == 1
    assert (bad.status_code, none.status_code) == (422, 422)
    assert "A topic cannot have this name" in bad.text
    assert "A topic cannot have this name" in none.text


async def test_more_than_may_come_is_refused_as_soon_as_it_has_come() -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        yield b'--cut\r\nContent-Disposition: form-data; name="file"; filename="big.txt"\r\n\r\n'
        while sent < 100:
            sent += 1
            yield b"x" * 100_000

    form = {"content-type": "multipart/form-data; boundary=cut"}
    async with shelf() as house:
        streamed = await house.browser.post("/papers/household", content=endless(), headers={**form, **TOLD})
        announced = await house.browser.post("/papers/household", content=b"x" * 1_100_000, headers=form)
    assert (streamed.status_code, announced.status_code) == (413, 413)
    assert sent < 100
    assert "too large" in streamed.text
    assert house.papers.kept == {}
    assert [p.closed for p in house.papers.received] == [True], "nothing of it lies about"


async def test_a_picture_that_is_too_large_is_refused_in_the_readers_language() -> None:
    async with shelf() as house:
        for language, says in (("en", "It is too large: at most"), ("ja", "大きすぎます。一度に")):
            headers = {"accept-language": language, **TOLD}
            reply = await house.browser.post("/papers", files={"file": ("holiday.png", b"x" * 1_100_000, "image/png")}, headers=headers)
            assert reply.status_code == 413 and says in reply.text
    assert house.papers.kept == {}


async def test_what_is_no_form_with_files_is_refused() -> None:
    async with shelf() as house:
        form = {"content-type": "multipart/form-data; boundary=cut"}
        plain = await house.browser.post("/papers/household", data={"file": "x"})
        broken = await house.browser.post("/papers/household", content=b"nonsense", headers=form)
        unbound = await house.browser.post("/papers/household", content=b"x", headers={"content-type": "multipart/form-data"})
        empty = await house.bring("/papers/household", ("", b""))
    assert [r.status_code for r in (plain, broken, unbound, empty)] == [415, 400, 400, 422]
    assert house.papers.kept == {}


async def test_a_full_disk_is_said_in_the_readers_language() -> None:
    async with shelf(accept_language="ja") as house:
        house.papers.full = True
        reply = await house.bring("/papers/household", ("rules.txt", b"x"), headers=TOLD)
    assert steps(reply)[-1] == ("rules.txt", "failed", "ディスクがいっぱいです。空きを作ってから、もう一度追加してください。")


async def test_a_paper_that_was_added_here_is_removed_after_a_confirmation_and_no_other_one() -> None:
    async with shelf() as house:
        house.papers.put("house rules", "rules.txt", "x")
        house.papers.put("house rules", "starter.jsonl", "x", origin="starter")
        page = (await house.browser.get("/papers/house%20rules")).text
        kept = await house.browser.post("/papers/house%20rules/2/remove")
        gone = await house.browser.post("/papers/house%20rules/1/remove")
        again = await house.browser.post("/papers/house%20rules/1/remove")
    assert page.count("/remove") == 1
    assert "go for good" in page
    assert (kept.status_code, "Only papers that were added here" in kept.text) == (409, True)
    for reply in (gone, again):
        assert (reply.status_code, reply.headers["location"]) == (303, "/papers/house%20rules")
    assert list(house.papers.held) == [("house rules", 2)]


async def test_a_page_from_elsewhere_brings_and_removes_nothing() -> None:
    papers = FakePapers()
    papers.put("household", "rules.txt", "x")
    transport = httpx.ASGITransport(app=Guard(shelf_of(papers), allowed=AllowedHosts()))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8765") as browser:
        elsewhere = {"origin": "http://evil.example"}
        replies = [
            await browser.post("/papers/household", files=[("file", ("x.txt", b"x"))], headers=elsewhere),
            await browser.post("/papers/household/1/remove", headers=elsewhere),
        ]
        own = await browser.post("/papers/household", files=[("file", ("x.txt", b"x"))], headers={"origin": "http://127.0.0.1:8765"})
    assert [reply.status_code for reply in (*replies, own)] == [403, 403, 200]
    assert len(papers.held) == 2
