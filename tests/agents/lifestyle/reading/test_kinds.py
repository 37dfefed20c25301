"""What a file is, whatever its name says."""

import os
import zipfile
from pathlib import Path

import pytest

from yamori.agents.lifestyle.reading.files import read
from yamori.agents.lifestyle.reading.kinds import Kind, kind_of
from yamori.agents.lifestyle.reading.reader import Opened, Reason, Unreadable, explained

PAPERS = Path(__file__).parent / "papers"


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (b"%PDF-1.7\n...", "manual.txt", Kind.PDF),
        (b"<!DOCTYPE html><html><p>x", "manual.pdf", Kind.HTML),
        (b"<?xml version='1.0'?>\n<!-- saved -->\n<html><body>x", "a.txt", Kind.HTML),
        (b'{"question": "a", "answer": "b"}\n', "faq.txt", Kind.JSONL),
        (b"From: a@b.example\r\nSubject: x\r\nDate: Mon, 2 Mar 2026 09:00:00 +0900\r\n\r\nhello", "letter.txt", Kind.MAIL),
        (b"\x89PNG\r\n\x1a\n", "scan.pdf", Kind.IMAGE),
        (b"# Title\n\ntext", "a.md", Kind.MARKDOWN),
        (b"From: the kitchen\n\nA letter.", "a.txt", Kind.TEXT),
        (b"plain words only", "a.html", Kind.TEXT),
        ("取扱".encode("utf-16"), "a.txt", Kind.TEXT),
    ],
)
def test_content_decides_and_the_name_only_helps(tmp_path: Path, content: bytes, name: str, kind: Kind) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert kind_of(path, name) is kind


@pytest.mark.parametrize(
    ("content", "name", "reason", "said"),
    [
        (b"MZ\x90\x00", "manual.pdf", Reason.NOT_WHAT_IT_SAYS, "is a program"),
        (b"\x7fELF\x02", "tool", Reason.UNKNOWN, "is a program"),
        (b"Rar!\x1a\x07\x00", "papers.rar", Reason.UNKNOWN, "unpack it first"),
        (b"{\\rtf1", "letter.rtf", Reason.UNKNOWN, "rich-text"),
        (b"\x00\x00\x00\x18ftypmp42", "film.mp4", Reason.UNKNOWN, "a film"),
        (bytes(range(256)) * 40, "a.txt", Reason.NOT_WHAT_IT_SAYS, "unknown binary"),
        (b"", "a.pdf", Reason.EMPTY, "is empty"),
        (b"\x00" * 500, "a.txt", Reason.EMPTY, "is empty"),
        (b"PK\x03\x04" + b"x" * 100, "a.docx", Reason.DAMAGED, "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "a.docx", Reason.LOCKED, "locked"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.doc", Reason.UNKNOWN, "old Office"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_it_is(tmp_path: Path, content: bytes, name: str, reason: Reason, said: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(Unreadable, match=said) as refused:
        kind_of(path, name)
    assert refused.value.reason is reason


@pytest.mark.parametrize(("inside", "said"), [("xl/workbook.xml", "Excel"), ("content.xml", "OpenDocument"), ("a.txt", "ZIP")])
def test_other_packages_are_told_apart(tmp_path: Path, inside: str, said: str) -> None:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(inside, "x")
    with pytest.raises(Unreadable, match=said) as refused:
        kind_of(path, path.name)
    assert refused.value.reason is Reason.NOT_WHAT_IT_SAYS


def test_a_pdf_called_a_text_is_read_as_a_pdf(tmp_path: Path) -> None:
    path = tmp_path / "kettle.txt"
    path.write_bytes((PAPERS / "kettle.pdf").read_bytes())
    opened, *_ = read(path, path.name)
    assert isinstance(opened, Opened) and opened.kind is Kind.PDF


def test_a_pipe_and_a_folder_are_no_papers(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.txt")
    for path in (tmp_path / "a.txt", tmp_path):
        with pytest.raises(Unreadable, match="is not a file"):
            list(read(path, path.name))


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_is_explained_in_both_languages(reason: Reason) -> None:
    assert explained(reason, "en").isascii() or "…" in explained(reason, "en")
    assert not explained(reason, "ja").isascii()
