"""Files that were made to hurt: each ends soon, and says why or is read as far as it goes; the file behind it is read."""

import asyncio
import os
import stat
import tempfile
from pathlib import Path

import pytest

from yamori.agents.lifestyle.reading.apart import Apart, Worker
from yamori.agents.lifestyle.reading.reader import Ended, Part, Reader, Reason, Skipped, Unreadable

from . import attacks
from .attacks import ATTACKS, Attack

PAPERS = Path(__file__).parent / "papers"
SOON = 60.0
"""Seconds, on a machine that does other things beside."""
REFUSED = {
    attacks.one_page_a_million_times: {Reason.DAMAGED},
    attacks.page_tree_of_itself: {Reason.DAMAGED},
    attacks.forms_in_forms: {Reason.DAMAGED, Reason.TIMED_OUT, Reason.TOO_LARGE},
    attacks.stream_that_unpacks_without_end: {Reason.DAMAGED, Reason.TOO_LARGE, Reason.TIMED_OUT, Reason.EMPTY},
    attacks.no_page: {Reason.DAMAGED, Reason.EMPTY},
    attacks.word_that_unpacks_without_end: {Reason.TOO_LARGE},
    attacks.word_that_lies_about_its_size: {Reason.DAMAGED},
    attacks.word_of_many_files: {Reason.TOO_LARGE},
    attacks.zip_in_zip: {Reason.NOT_WHAT_IT_SAYS},
    attacks.png: {Reason.TOO_LARGE},
    attacks.png_of_text_without_end: {Reason.DAMAGED},
    attacks.jpeg: {Reason.TOO_LARGE},
    attacks.webp: {Reason.TOO_LARGE},
    attacks.tiff: {Reason.TOO_LARGE},
    attacks.gif: {Reason.UNKNOWN},
}
"""What must not be taken for read."""
READ = {
    attacks.tags_in_tags: "Seen.",
    attacks.attributes_without_end: "Seen.",
    attacks.style_sheet_of_braces: "Seen.",
    attacks.one_written_page_very_often: "The key lies under the pot.",
    attacks.message_of_broken_encodings: "The meter is in the cellar.",
    attacks.header_of_megabytes: "Hello there.",
    attacks.zip_in_mail: "The bill is attached.",
    attacks.line_of_a_hundred_megabytes: "a",
    attacks.braces_in_braces: "a",
    attacks.number_without_end: "a",
    attacks.quotes_in_quotes: "Wipe it.",
    attacks.word_of_paths_outside: "The code is 1234.",
    attacks.word_in_word: "The code is 1234.",
}
"""What is told by the part of the file that does no harm."""


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Tesseract that is a script, so that pictures are opened."""
    program = tmp_path / "bin" / "tesseract"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nif [ "$1" = --list-langs ]; then printf "List:\\neng\\n"; exit; fi\ncat > /dev/null\necho word\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}/usr/bin{os.pathsep}/bin")


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
async def test_a_file_that_was_made_to_hurt_ends_soon_and_the_file_behind_it_is_read(attack: Attack, tmp_path: Path) -> None:
    name, data = attack()
    (tmp_path / name).write_bytes(data)
    texts, reason = list[str](), None
    async with Reader() as reader:
        async with asyncio.timeout(SOON):
            try:
                texts = [e.text async for e in reader.read(tmp_path / name) if isinstance(e, Part)]
            except Unreadable as refused:
                reason = refused.reason
                assert str(refused)
        assert [e async for e in reader.read(PAPERS / "rules.docx")][-1] == Ended()
    assert attack not in REFUSED or reason in REFUSED[attack]
    assert attack not in READ or READ[attack] in texts
    assert sum(map(len, texts)) < 20_000_000
    assert _is_clean()


def _is_clean() -> bool:
    """Nothing was written where a path in a package leads."""
    return not (Path(tempfile.gettempdir()) / "yamori-was-here").exists()


async def test_what_was_left_out_of_a_pdf_is_said_with_its_pages(tmp_path: Path) -> None:
    name, data = attacks.one_written_page_very_often()
    (tmp_path / name).write_bytes(data)
    async with Reader() as reader:
        events = [e async for e in reader.read(tmp_path / name)]
    assert [(e.where, e.reason) for e in events if isinstance(e, Skipped)] == [("pages 5001 to 60000", Reason.TOO_MANY_PAGES)]
    assert events[-1] == Ended(pages=60_000)


class Endless:
    """A process that is at one file for ever, and does others at once."""

    started = 0

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._stuck = False

    @classmethod
    async def start(cls) -> Apart:
        cls.started += 1
        return cls(await Worker.start())

    @property
    def alive(self) -> bool:
        return self._worker.alive

    async def ask(self, line: bytes) -> None:
        self._stuck = b"endless" in line
        await self._worker.ask(line)

    async def line(self) -> bytes:
        if self._stuck:
            await asyncio.Event().wait()
        return await self._worker.line()

    async def end(self) -> None:
        await self._worker.end()


async def test_a_file_that_takes_long_holds_up_none_of_those_behind_it(tmp_path: Path) -> None:
    for name in ("endless1.txt", "endless2.txt", "endless3.txt", "a.txt", "b.txt"):
        (tmp_path / name).write_text("Shoes stay in the hall.")

    async with Reader(Endless.start, quick=0.5) as reader:

        async def read(name: str) -> list[str]:
            return [e.text async for e in reader.read(tmp_path / name) if isinstance(e, Part)]

        slow = [asyncio.create_task(read(f"endless{n}.txt")) for n in (1, 2, 3)]
        async with asyncio.timeout(SOON):
            assert await asyncio.gather(read("a.txt"), read("b.txt")) == [["Shoes stay in the hall."]] * 2
        assert not any(task.done() for task in slow)
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        assert await read("a.txt") == ["Shoes stay in the hall."]


async def test_a_file_that_goes_on_beside_the_others_is_read_whole_and_each_part_once(tmp_path: Path) -> None:
    rows = "".join(f'{{"question": "q{n}?", "answer": "a{n}"}}\n' for n in range(3_000))
    for name in ("one.jsonl", "two.jsonl"):
        (tmp_path / name).write_text(rows)
    async with Reader(quick=0.0) as reader:

        async def read(name: str) -> list[str]:
            found = []
            async for event in reader.read(tmp_path / name):
                if isinstance(event, Part):
                    found.append(event.text)
                    await asyncio.sleep(0)
            return found

        assert await asyncio.gather(read("one.jsonl"), read("two.jsonl")) == [[f"a{n}" for n in range(3_000)]] * 2
