"""What a file is: by its first bytes, then by what its text looks like, and only then by its name."""

import json
import re
import zipfile
from enum import StrEnum
from pathlib import Path, PurePath

from yamori.agents.lifestyle.reading.decoding import decoded
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable

_HEAD = 65_536


class Kind(StrEnum):
    PDF = "pdf"
    WORD = "word"
    HTML = "html"
    MARKDOWN = "markdown"
    TEXT = "text"
    JSONL = "jsonl"
    MAIL = "mail"
    CALENDAR = "calendar"
    TABLE = "table"
    IMAGE = "image"


_NAMES = {
    ".pdf": Kind.PDF,
    ".docx": Kind.WORD,
    ".docm": Kind.WORD,
    ".html": Kind.HTML,
    ".htm": Kind.HTML,
    ".xhtml": Kind.HTML,
    ".md": Kind.MARKDOWN,
    ".markdown": Kind.MARKDOWN,
    ".txt": Kind.TEXT,
    ".text": Kind.TEXT,
    ".jsonl": Kind.JSONL,
    ".ndjson": Kind.JSONL,
    ".eml": Kind.MAIL,
    ".mht": Kind.MAIL,
    ".mhtml": Kind.MAIL,
    ".ics": Kind.CALENDAR,
    ".csv": Kind.TABLE,
    ".tsv": Kind.TABLE,
    ".png": Kind.IMAGE,
    ".jpg": Kind.IMAGE,
    ".jpeg": Kind.IMAGE,
    ".tif": Kind.IMAGE,
    ".tiff": Kind.IMAGE,
    ".webp": Kind.IMAGE,
    ".heic": Kind.IMAGE,
    ".heif": Kind.IMAGE,
}
ENDINGS = frozenset(_NAMES)
"""Endings of the names of files that can be read, in lower case: what a watched folder looks for."""
PICTURES = frozenset(ending for ending, kind in _NAMES.items() if kind is Kind.IMAGE) - {".tif", ".tiff"}
"""Endings of single pictures, such as photos; a TIFF may hold the pages of a document."""

_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*")
_FAMILIES = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"avif"}
_OTHERS = (
    (b"MZ", "a program"),
    (b"\x7fELF", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"\xce\xfa\xed\xfe", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\x00asm", "a program"),
    (b"\x1f\x8b", "a packed archive; unpack it first"),
    (b"BZh", "a packed archive; unpack it first"),
    (b"\xfd7zXZ\x00", "a packed archive; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a packed archive; unpack it first"),
    (b"Rar!\x1a\x07", "a packed archive; unpack it first"),
    (b"{\\rtf", "a rich-text file (RTF); save it as Word (.docx) or PDF"),
    (b"\x78\x9f\x3e\x22", "a package of Outlook (winmail.dat); ask the sender for plain attachments"),
    (b"SQLite format 3\x00", "a database"),
    (b"GIF8", "a GIF image; save it as PNG"),
    (b"ID3", "a sound file"),
    (b"OggS", "a sound file"),
    (b"fLaC", "a sound file"),
    (b"\x1aE\xdf\xa3", "a film"),
    (b"%!PS", "a PostScript file; save it as PDF"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MARKUP = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")
_HEADER = re.compile(r"(?:From|Return-Path|Received|Delivered-To|Message-ID|MIME-Version|Date|Subject|X-[\w-]+): ", re.IGNORECASE)
_LETTER = re.compile(r"^(?:From|Date|Subject):", re.IGNORECASE | re.MULTILINE)


def kind_of(path: Path, name: str) -> Kind:
    """What is to be read, and by which module. Raises `Unreadable` for what nothing here reads."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head.strip(b"\x00 \r\n\t\xef\xbb\xbf"):
        raise Unreadable(f"{name} is empty", reason=Reason.EMPTY)
    if b"%PDF-" in head[:1024]:
        return Kind.PDF
    if head.startswith(b"PK\x03\x04"):
        return _packed(path, name)
    if head.startswith(_OLE):
        return _old_office(path, name)
    if head.startswith(_IMAGES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP") or (head[4:8] == b"ftyp" and head[8:12] in _FAMILIES):
        return Kind.IMAGE
    for mark, what in _OTHERS:
        if head.startswith(mark):
            raise _refused(name, what)
    if head[4:8] == b"ftyp" or head[:4] == b"RIFF":
        raise _refused(name, "a film or a sound file")
    if _binary(head):
        raise _refused(name, "a file of an unknown binary kind")
    return _written(_prefix(head), name)


def _refused(name: str, what: str) -> Unreadable:
    """`what` it is; its name decides whether that is a surprise."""
    ending = PurePath(name).suffix.lower()
    if ending in _NAMES:
        return Unreadable(f"{name} is not what its name says: it is {what}", reason=Reason.NOT_WHAT_IT_SAYS)
    return Unreadable(f"{name} is {what}; it cannot be read", reason=Reason.UNKNOWN)


def _packed(path: Path, name: str) -> Kind:
    try:
        with zipfile.ZipFile(path) as archive:
            inside = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise Unreadable(f"{name} is damaged: the package that a Word file is cannot be opened", reason=Reason.DAMAGED) from error
    if "word/document.xml" in inside:
        return Kind.WORD
    for mark, what in (
        ("xl/workbook.xml", "an Excel workbook; save it as PDF"),
        ("ppt/presentation.xml", "a PowerPoint presentation; save it as PDF"),
        ("content.xml", "an OpenDocument file; save it as Word (.docx) or PDF"),
        ("META-INF/container.xml", "an e-book (EPUB); save it as PDF"),
        ("AndroidManifest.xml", "a program"),
        ("META-INF/MANIFEST.MF", "a program"),
    ):
        if mark in inside:
            raise _refused(name, what)
    raise _refused(name, "a packed archive (ZIP); unpack it first")


def _old_office(path: Path, name: str) -> Kind:
    with path.open("rb") as file:
        locked = "EncryptedPackage".encode("utf-16-le") in file.read(4_000_000)
    if locked:
        raise Unreadable(f"{name} is locked with a password; save a copy without one", reason=Reason.LOCKED)
    raise _refused(name, "a file of an old Office or Outlook (.doc, .xls, .ppt, .msg); save it as Word (.docx), PDF or e-mail (.eml)")


def _binary(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    zeros = head.count(0)
    if zeros and max(head[::2].count(0), head[1::2].count(0)) > 0.9 * zeros and zeros > len(head) // 20:
        return False  # UTF-16 without its mark
    controls = sum(head.count(bytes([c])) for c in (*range(8), *range(14, 27), *range(28, 32), 127))
    return (zeros > 0 and controls > 8) or controls > len(head) // 20


def _prefix(head: bytes) -> str:
    """Enough of the text to see what it is; a character that the cut broke is lost."""
    cut = head if len(head) < _HEAD else head[: head.rfind(b"\n") + 1] or head[:-4]
    try:
        return decoded(cut)
    except Unreadable:
        return cut.decode("latin-1")


def _written(text: str, name: str) -> Kind:
    named = _NAMES.get(PurePath(name).suffix.lower())
    if _MARKUP.match(text):
        return Kind.HTML
    if _entry(text):
        return Kind.JSONL
    if _HEADER.match(text) and len(_LETTER.findall(text[: text.find("\n\n") if "\n\n" in text else None].replace("\r", ""))) >= 2:
        return Kind.MAIL
    if named is Kind.HTML:
        return Kind.HTML if _TAG.search(text) else Kind.TEXT
    if text.lstrip("\ufeff \r\n").upper().startswith("BEGIN:VCALENDAR"):
        return Kind.CALENDAR
    if named in (Kind.MARKDOWN, Kind.JSONL, Kind.TABLE):
        return named
    return Kind.TEXT


def _entry(text: str) -> bool:
    """Whether the first line is an entry of the paper's JSONL."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    if not first.lstrip("\ufeff ").startswith("{") or '"question"' not in first:
        return False
    try:
        return isinstance(json.loads(first.lstrip("\ufeff ")), dict)
    except ValueError:
        return False
