"""The door: files are read in a process of their own, and whatever they do to it stays there."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from yamori.agents.lifestyle.reading.apart import Apart, Died, Silent, Worker
from yamori.agents.lifestyle.reading.reader import Ended, Kind, Opened, Part, Reader, Reason, Skipped, Unreadable
from yamori.agents.lifestyle.reading.wire import packed

PAPERS = Path(__file__).parent / "papers"


@pytest.fixture
async def reader() -> AsyncIterator[Reader]:
    async with Reader() as opened:
        yield opened


async def test_one_process_reads_file_after_file(tmp_path: Path) -> None:
    started = 0

    async def start() -> Apart:
        nonlocal started
        started += 1
        return await Worker.start()

    (tmp_path / "a.txt").write_text("静かに。")
    (tmp_path / "b.jsonl").write_text('{"question": "q?", "answer": "a"}\nx\n')
    async with Reader(start) as reader:
        assert [e async for e in reader.read(tmp_path / "a.txt")] == [Opened(kind=Kind.TEXT, title="a"), Part(text="静かに。"), Ended()]
        with pytest.raises(Unreadable, match="locked"):
            _ = [e async for e in reader.read(PAPERS / "locked.pdf")]
        assert [e async for e in reader.read(tmp_path / "b.jsonl", name="faq.jsonl")] == [
            Opened(kind=Kind.JSONL, title="faq"),
            Part(text="a", question="q?"),
            Skipped(where="line 2", why="the line is not JSON", reason=Reason.NOT_AN_ENTRY),
            Ended(),
        ]
        assert len([e async for e in reader.read(PAPERS / "kettle.pdf") if isinstance(e, Part)]) == 7
    assert started == 1


async def test_a_library_that_fails_on_a_file_refuses_that_file_only(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "broken.docx").write_bytes(b"PK\x03\x04" + bytes(200))
    with pytest.raises(Unreadable):
        _ = [e async for e in reader.read(tmp_path / "broken.docx")]
    assert [e async for e in reader.read(PAPERS / "rules.docx")][-1] == Ended()


async def test_a_file_that_is_not_there_is_refused(reader: Reader, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="is not there any more"):
        _ = [e async for e in reader.read(tmp_path / "gone.pdf")]


async def test_a_caller_who_stops_in_the_middle_gets_the_next_file_whole(reader: Reader, tmp_path: Path) -> None:
    long = tmp_path / "long.jsonl"
    long.write_text('{"question": "q?", "answer": "a"}\n' * 20_000)
    events = reader.read(long)
    await anext(events)
    await events.aclose()
    assert len([e async for e in reader.read(PAPERS / "kettle.pdf") if isinstance(e, Part)]) == 7


async def test_two_callers_take_turns(reader: Reader) -> None:
    async def parts(name: str) -> int:
        return len([e async for e in reader.read(PAPERS / name) if isinstance(e, Part)])

    assert await asyncio.gather(parts("kettle.pdf"), parts("suihanki.pdf"), parts("rules.docx")) == [7, 4, 5]


async def test_the_process_gets_no_secret_of_the_household() -> None:
    worker = await Worker.start(environment={"PATH": "/usr/bin", "YAMORI_SECRET": "x", "OPENAI_API_KEY": "y"})
    try:
        seen = _environment(worker.pid)
        assert b"YAMORI_SECRET" not in seen and b"OPENAI_API_KEY" not in seen
    finally:
        await worker.end()


def _environment(pid: int) -> bytes:
    seen = Path(f"/proc/{pid}/environ")
    if not seen.exists():
        pytest.skip("only Linux shows a process's environment")
    return seen.read_bytes()


class Scripted:
    """A process that says what a test wants, and then ends or falls silent."""

    def __init__(self, *lines: bytes | Exception) -> None:
        self._lines = list(lines)
        self.alive = True

    async def ask(self, line: bytes) -> None:
        pass

    async def line(self) -> bytes:
        said = self._lines.pop(0)
        if isinstance(said, Exception):
            self.alive = False
            raise said
        return said

    async def end(self) -> None:
        self.alive = False


OPENED = packed(Opened(kind=Kind.PDF, title="x", pages=2))
END = packed(Ended(pages=2))


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        (Died(signal.SIGSEGV), Reason.DAMAGED),
        (Died(signal.SIGXCPU), Reason.TIMED_OUT),
        (Silent(), Reason.TIMED_OUT),
        (b"{not json\n", Reason.DAMAGED),
        (b'{"part": {"page": 1}}\n', Reason.DAMAGED),
    ],
)
async def test_what_ends_the_process_is_told_and_the_next_file_gets_a_new_one(what: bytes | Exception, reason: Reason) -> None:
    processes = [Scripted(OPENED, what), Scripted(OPENED, END)]

    async def start() -> Apart:
        return processes.pop(0)

    async with Reader(start) as reader:
        with pytest.raises(Unreadable) as refused:
            _ = [e async for e in reader.read(Path("x.pdf"))]
        assert refused.value.reason is reason
        assert [e async for e in reader.read(Path("x.pdf"))] == [Opened(kind=Kind.PDF, title="x", pages=2), Ended(pages=2)]


async def test_a_process_that_an_earlier_file_broke_does_not_cost_the_next_one() -> None:
    processes = [Scripted(OPENED, END, Died(signal.SIGSEGV)), Scripted(OPENED, END)]

    async def start() -> Apart:
        return processes.pop(0)

    async with Reader(start) as reader:
        for _ in range(2):
            assert [e async for e in reader.read(Path("x.pdf"))][-1] == Ended(pages=2)


async def test_a_file_that_ends_every_process_is_refused_and_not_tried_for_ever() -> None:
    processes = [Scripted(OPENED, END, Died(signal.SIGSEGV)), Scripted(Died(signal.SIGSEGV))]

    async def start() -> Apart:
        return processes.pop(0)

    async with Reader(start) as reader:
        _ = [e async for e in reader.read(Path("good.pdf"))]
        with pytest.raises(Unreadable):
            _ = [e async for e in reader.read(Path("bad.pdf"))]
    assert not processes


async def test_memory_without_end_is_refused_and_the_household_goes_on(reader: Reader, tmp_path: Path) -> None:
    heavy = tmp_path / "heavy.html"
    heavy.write_text("<p>a" * 7_000_000)
    with pytest.raises(Unreadable) as refused:
        _ = [e async for e in reader.read(heavy)]
    assert refused.value.reason in (Reason.TOO_LARGE, Reason.DAMAGED, Reason.TIMED_OUT)
    assert [e async for e in reader.read(PAPERS / "kettle.pdf")][-1] == Ended(pages=3)
