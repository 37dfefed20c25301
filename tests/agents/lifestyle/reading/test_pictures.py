"""Pictures of text, with a Tesseract that is a script."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from yamori.agents.lifestyle.reading import image, ocr
from yamori.agents.lifestyle.reading.files import read
from yamori.agents.lifestyle.reading.reader import Part, Reason, Skipped, Unreadable

PAPERS = Path(__file__).parent / "papers"


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which a test puts its `tesseract`."""
    ocr.engine.cache_clear()
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    yield folder
    ocr.engine.cache_clear()


def program(folder: Path, work: str) -> None:
    path = folder / "tesseract"
    path.write_text(f'#!/bin/sh\nif [ "$1" = --list-langs ]; then printf "List:\\neng\\njpn\\nosd\\n"; exit; fi\ncat > /dev/null\n{work}\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_a_photographed_paper_is_read_in_both_languages(engine: Path) -> None:
    program(engine, 'printf "%s\\n\\n保 証 期 間 は 1 年 で す。\\n" "$*"')
    assert [e.text for e in read(PAPERS / "guarantee.png", "guarantee.png") if isinstance(e, Part)] == [
        "stdin stdout -l eng+jpn --psm 3 -c textord_tabfind_find_tables=0",
        "保証期間は 1 年です。",
    ]


def test_a_scanned_page_has_its_page_number(engine: Path) -> None:
    program(engine, 'echo "Keep this guarantee."')
    assert [(e.page, e.text) for e in read(PAPERS / "scanned.pdf", "scanned.pdf") if isinstance(e, Part)] == [
        (1, "Keep this guarantee."),
        (2, "The second page is text."),
    ]


def test_an_engine_that_fails_skips_the_page_with_what_it_said(engine: Path) -> None:
    program(engine, 'echo "no memory" >&2; exit 1')
    skipped = [e for e in read(PAPERS / "scanned.pdf", "scanned.pdf") if isinstance(e, Skipped)]
    assert [(s.where, s.why, s.reason) for s in skipped] == [("page 1", "Tesseract failed: no memory", Reason.ILLEGIBLE)]


def test_without_an_engine_a_picture_is_refused_with_what_to_install(engine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(engine))
    with pytest.raises(Unreadable, match="apt install tesseract-ocr") as refused:
        list(read(PAPERS / "guarantee.png", "guarantee.png"))
    assert refused.value.reason is Reason.NO_OCR


def test_a_damaged_picture_is_refused(engine: Path, tmp_path: Path) -> None:
    program(engine, "echo text")
    path = tmp_path / "half.png"
    path.write_bytes((PAPERS / "guarantee.png").read_bytes()[:300])
    with pytest.raises(Unreadable) as refused:
        list(read(path, path.name))
    assert refused.value.reason is Reason.DAMAGED


def test_a_picture_of_too_many_bytes_is_refused_whatever_its_name() -> None:
    with pytest.raises(Unreadable, match="too large for a picture") as refused:
        list(image.read(PAPERS / "guarantee.png", "guarantee.pdf", most=100))
    assert refused.value.reason is Reason.TOO_LARGE


def test_a_tiff_may_be_a_whole_book(engine: Path, tmp_path: Path) -> None:
    program(engine, "echo Page.")
    with Image.open(PAPERS / "guarantee.png") as page:
        page.save(tmp_path / "book.tiff", save_all=True, append_images=[page.copy()])
    assert len([e for e in image.read(tmp_path / "book.tiff", "book.tiff", most=100) if isinstance(e, Part)]) == 2
