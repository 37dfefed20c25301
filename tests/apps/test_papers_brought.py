"""Files that are brought to the papers through the household's front door: bit by bit to the disk, all of it or nothing."""

import errno
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

import httpx
import pytest
from starlette.types import Message

from yamori.agents.lifestyle.arrival import Opening, to_write
from yamori.agents.lifestyle.intake import ARRIVING
from yamori.agents.lifestyle.reading.limits import MOST_BYTES, MOST_PICTURE
from yamori.apps.household import Household, run_household
from yamori.apps.papers import PaperOptions
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels
from yamori.web.papers.arriving import LINES

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
FORM = {"content-type": "multipart/form-data; boundary=cut", "accept": LINES}
HEAD = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n'
TAIL = b"\r\n--cut--\r\n"
CHUNK = 50_000
PAPERS = Path(__file__).parents[1] / "agents" / "lifestyle" / "reading" / "papers"


@dataclass
class Disk:
    """The door to the disk. It takes so many bytes, then it is full."""

    room: int = 1 << 40
    largest: int = 0
    """Bytes of the largest piece that was written at once."""
    opened: list[Path] = field(default_factory=list)

    def open(self, path: Path) -> BinaryIO:
        self.opened.append(path)
        return Watched(self, path)


class Watched(io.FileIO):
    """A file on that disk."""

    def __init__(self, disk: Disk, path: Path) -> None:
        super().__init__(path, "wb")
        self._disk = disk

    def write(self, data: Any) -> int:  # whatever holds bytes
        self._disk.room -= len(data)
        self._disk.largest = max(self._disk.largest, len(data))
        if self._disk.room < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(data) or 0


@dataclass(frozen=True, kw_only=True)
class House:
    household: Household
    client: httpx.AsyncClient
    data: Path

    async def bring(self, topic: str, body: AsyncIterator[bytes] | bytes, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.post(f"/papers/{topic}", content=body, headers={**FORM, **named})

    async def ask(self, question: str) -> dict[str, Any]:
        reply = await self.client.post("/agents/lifestyle/tools/answer_question", json={"question": question})
        assert reply.status_code == 200, reply.text
        value: dict[str, Any] = reply.json()["value"]
        return value

    async def page(self, path: str) -> httpx.Response:
        return await self.client.get(path)

    def lying(self) -> list[str]:
        """Every file that lies about, but the indexes."""
        return sorted(p.name for p in (self.data / "papers").rglob("*") if p.is_file() and "passages" not in p.name)


@asynccontextmanager
async def living(data: Path, *, opening: Opening = to_write, watched: Path | None = None) -> AsyncIterator[House]:
    options = PaperOptions(opening=opening, watched=watched)
    async with (
        run_household(load_home("demo"), data=data, clock=SetClock(MORNING), models=ScriptedModels({}), papers=options) as household,
        httpx.AsyncClient(transport=httpx.ASGITransport(household.app), base_url="http://127.0.0.1", timeout=60.0) as client,
    ):
        yield House(household=household, client=client, data=data)


async def in_chunks(name: bytes, *pieces: bytes) -> AsyncIterator[bytes]:
    yield HEAD % name
    for piece in pieces:
        yield piece
    yield TAIL


def steps(reply: httpx.Response) -> list[tuple[str, str, str]]:
    assert reply.status_code == 200, reply.text
    return [(s["name"], s["stage"], s["says"]) for s in map(json.loads, reply.text.splitlines())]


def notes(count: int) -> list[bytes]:
    """A text in pieces, cut anywhere."""
    whole = b"".join(b"## Shelf %d\n\nThe teapot of shelf %d is rinsed %d times.\n\n" % (n, n, n + 2) for n in range(count))
    return [whole[at : at + CHUNK] for at in range(0, len(whole), CHUNK)]


async def test_a_body_in_many_chunks_goes_to_the_disk_as_it_comes_and_is_read(tmp_path: Path) -> None:
    disk, pieces = Disk(), notes(4_000)
    async with living(tmp_path, opening=disk.open) as house:
        told = steps(await house.bring("shelves", in_chunks("棚.md".encode(), *pieces)))
        assert (tmp_path / "papers" / "shelves" / "files" / "棚.md").read_bytes() == b"".join(pieces)
        found = await house.ask("How often is the teapot of shelf 3210 rinsed?")
    assert len(pieces) > 4
    assert disk.largest <= CHUNK, "never is more of it held than what just came"
    assert told[0][1] == "waiting"
    assert told[-1][:2] == ("棚.md", "read")
    assert "3212 times" in found["sentences"][0]["text"]
    assert house.lying() == ["棚.md"]


async def test_of_a_file_over_the_limit_nothing_stays_and_the_others_are_read(tmp_path: Path) -> None:
    megabyte = bytes(1_000_000)

    async def body() -> AsyncIterator[bytes]:
        yield HEAD % b"small.md" + b"# Tea\n\nThree minutes.\n\r\n" + HEAD % b"huge.txt"
        for _ in range(MOST_BYTES // len(megabyte)):
            yield megabyte
        yield b"x\r\n" + HEAD % b"after.md" + b"# Rice\n\nForty minutes.\n" + TAIL

    async with living(tmp_path) as house:
        told = steps(await house.bring("kitchen", body(), accept_language="ja"))
        assert house.lying() == ["after.md", "small.md"]
    ended = {name: (stage, says) for name, stage, says in told}
    assert {name: stage for name, (stage, _) in ended.items()} == {"small.md": "read", "huge.txt": "failed", "after.md": "read"}
    assert ended["huge.txt"][1] == "大きすぎます。一度に 200 MB までです。"


async def test_of_a_picture_over_its_own_limit_nothing_stays_either(tmp_path: Path) -> None:
    megabyte = bytes(1_000_000)

    async def body() -> AsyncIterator[bytes]:
        yield HEAD % b"walk.jpg" + b"\xff\xd8\xff"
        for _ in range(2 * MOST_PICTURE // len(megabyte)):
            yield megabyte
        yield b"\r\n" + HEAD % b"after.md" + b"# Rice\n\nForty minutes.\n" + TAIL

    async with living(tmp_path) as house:
        told = steps(await house.bring("kitchen", body()))
        assert house.lying() == ["after.md"]
    ended = {name: (stage, says) for name, stage, says in told}
    assert ended["walk.jpg"] == ("failed", "It is too large: at most 25 MB at a time.")
    assert ended["after.md"][0] == "read"


@pytest.mark.parametrize(
    "body",
    [
        HEAD % b"a.md" + b"# Tea\n\nThree minutes.",
        HEAD % b"a.md" + b"# Tea\n\nThree minutes." + TAIL[:-6],
        b"nonsense",
        b"--cut\r\nContent-Disposition: form-data; filename=a.md\r\n\r\nx" + TAIL,
        b"--cut\r\n" + b"x-y: " + b"z" * 20_000 + b"\r\n\r\nx" + TAIL,
        (HEAD % b"a.md" + b"x\r\n") * 300 + TAIL,
        b'--cut\r\nContent-Disposition: form-data; name="topic"\r\n\r\n' + b"x" * 5_000 + TAIL,
    ],
    ids=["no end", "half an end", "no form", "no name", "an endless head", "too many files", "an endless field"],
)
async def test_of_a_broken_form_nothing_is_kept(tmp_path: Path, body: bytes) -> None:
    async with living(tmp_path) as house:
        reply = await house.bring("kitchen", body)
        assert house.lying() == []
        assert await house.household.papers.papers.all() == []
    assert reply.status_code == 400


async def test_a_page_that_goes_away_in_mid_file_leaves_nothing(tmp_path: Path) -> None:
    disk, answers = Disk(), list[Message]()
    coming: list[Message] = [
        {"type": "http.request", "body": HEAD % b"a.md" + b"# Tea\n\n", "more_body": True},
        {"type": "http.request", "body": b"Three", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return coming.pop(0)

    async def send(message: Message) -> None:
        answers.append(message)

    async with living(tmp_path, opening=disk.open) as house:
        headers = [(b"host", b"127.0.0.1"), *((k.encode(), v.encode()) for k, v in FORM.items())]
        about = {"type": "http", "method": "POST", "scheme": "http", "path": "/papers/kitchen", "query_string": b"", "headers": headers}
        about["client"] = ("127.0.0.1", 5000)
        await house.household.app({**about, "asgi": {"version": "3.0"}, "http_version": "1.1", "root_path": ""}, receive, send)
        assert len(disk.opened) == 1, "some of it lay there"
        assert house.lying() == []
        assert await house.household.papers.papers.all() == []


@pytest.mark.parametrize(("language", "says"), [("en", "The disk is full"), ("ja", "ディスクがいっぱいです")])
async def test_a_disk_that_is_full_is_said_and_what_fits_is_kept(tmp_path: Path, language: str, says: str) -> None:
    disk = Disk(room=60)
    async with living(tmp_path, opening=disk.open) as house:
        large, small = bytes(100), b"# Tea\n\nThree minutes.\n"
        told = steps(await house.bring("kitchen", in_chunks(b"large.txt", large), accept_language=language))
        disk.room = 60
        after = steps(await house.bring("kitchen", in_chunks(b"small.md", small), accept_language=language))
        assert house.lying() == ["small.md"]
        assert [p.name for p in await house.household.papers.papers.all()] == ["small.md"]
    assert told == [("large.txt", "failed", told[0][2])]
    assert told[0][2].startswith(says)
    assert after[-1][1] == "read"


async def test_what_was_on_its_way_when_the_process_was_killed_is_gone_at_the_next_start(tmp_path: Path) -> None:
    left = tmp_path / "papers" / ARRIVING / "half"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half a file")
    async with living(tmp_path) as house:
        assert house.lying() == []
        assert await house.household.papers.papers.all() == []


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("broken", ["locked", "damaged"])
async def test_a_paper_that_is_replaced_by_one_that_cannot_be_read_is_listed_with_the_reason_and_quoted_no_more(
    tmp_path: Path, language: str, broken: str
) -> None:
    manual, locked = (PAPERS / "kettle.pdf").read_bytes(), (PAPERS / "locked.pdf").read_bytes()
    question = "How many times do I boil a full kettle when it smells?"
    locks, damages = {"en": "password", "ja": "パスワードで保護されています"}, {"en": "damaged", "ja": "壊れていて"}
    says = (locks if broken == "locked" else damages)[language]
    async with living(tmp_path) as house:
        await house.bring("kitchen", in_chunks(b"manual.pdf", manual))
        before = await house.ask(question)
        address = before["sources"][0]["address"].partition("?")[0]
        opened = await house.page(f"{address}/file")
        told = steps(
            await house.bring("kitchen", in_chunks(b"manual.pdf", locked if broken == "locked" else manual[:400]), accept_language=language)
        )
        after = await house.ask(question)
        gone, file = await house.page(address), await house.page(f"{address}/file")
        listed = (await house.client.get("/papers/kitchen", headers={"accept-language": language})).text
    assert opened.content == manual
    assert told[-1][:2] == ("manual.pdf", "failed")
    assert says in told[-1][2]
    assert says in listed
    assert (after["sources"], after["nearest"]) == ([], [])
    assert (gone.status_code, file.status_code) == (404, 404), "no page of the old file opens in the new one"


async def test_while_a_new_version_is_not_read_yet_no_page_of_the_old_one_opens_in_it(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "manual.pdf").write_bytes((PAPERS / "kettle.pdf").read_bytes())
    async with living(tmp_path / "data", watched=shared) as house:
        await house.household.papers.starting.done()
        before = await house.ask("How many times do I boil a full kettle when it smells?")
        address = before["sources"][0]["address"].partition("?")[0]
        read, opened = await house.page(address), await house.page(f"{address}/file")
        (shared / "manual.pdf").write_bytes((PAPERS / "locked.pdf").read_bytes())
        between, lost = await house.page(address), await house.page(f"{address}/file")
        await house.household.papers.starting.look()
        listed = await house.page("/papers/household")
    assert (opened.status_code, "#page=1" in read.text) == (200, True)
    assert (lost.status_code, "#page=1" in between.text) == (404, False)
    assert "password" in listed.text
