"""The package that a Word file is: checked before it is unpacked, and without what Word does not show."""

import io
import re
import zipfile
from typing import Any

from yamori.agents.lifestyle.reading.limits import MOST_INSIDE, MOST_MARKUP, MOST_UNPACKED, RATIO
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable

TEXT = "word/document.xml"
COMMENTS = "word/comments.xml"
_RELATIONS = "word/_rels/document.xml.rels"
_ALWAYS = ("[Content_Types].xml", "_rels/.rels")
_WITH_TEXT = re.compile(r"word/(?:styles|numbering|footnotes|endnotes|comments)\.xml")
_MARGIN = re.compile(r"word/(?:header|footer)\d*\.xml")
_MOST_MARGINS = 40
_SHORT = 16
"""Characters of `Page 3 of 12`."""
_SMALL = 1_000_000
"""Bytes; below, a high ratio is only a very empty file."""
_HIDDEN = re.compile(rb"<w:vanish(?:\s*/>|\s+w:val=\"(?:1|true|on)\"\s*/>)")
SPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def check(archive: zipfile.ZipFile, name: str) -> None:
    """Sizes are the package's own word, but no more is ever unpacked than it says. Raises `Unreadable`, `KeyError` without a text."""
    entries = archive.infolist()
    if any(entry.flag_bits & 1 for entry in entries):
        raise Unreadable(f"{name} is locked with a password; save a copy without one", reason=Reason.LOCKED)
    unpacked, packed = sum(e.file_size for e in entries), sum(e.compress_size for e in entries)
    read = archive.getinfo(TEXT).file_size + sum(e.file_size for e in entries if _WITH_TEXT.fullmatch(e.filename) or _is_margin(e.filename))
    bomb = unpacked > _SMALL and unpacked > RATIO * max(1, packed)
    if bomb or unpacked > MOST_UNPACKED or len(entries) > MOST_INSIDE or read > MOST_MARKUP:
        raise Unreadable(
            f"{name} would unpack to {unpacked / 1_000_000:,.0f} MB in {len(entries):,} files, more than a paper may",
            reason=Reason.TOO_LARGE,
        )


def margins(archive: zipfile.ZipFile) -> list[str]:
    """The parts with the headers and the footers, headers first."""
    return sorted((name for name in archive.namelist() if _is_margin(name)), key=lambda name: ("footer" in name, name))[:_MOST_MARGINS]


def of_text(archive: zipfile.ZipFile) -> io.BytesIO:
    """With the text, its notes and comments."""
    kept = [name for name in archive.namelist() if name in _ALWAYS or name in (TEXT, _RELATIONS) or _WITH_TEXT.fullmatch(name)]
    return _package({name: _shown(archive.read(name)) for name in kept})


def of_margin(archive: zipfile.ZipFile, name: str) -> io.BytesIO:
    """With a header or a footer as its text."""
    files = {always: archive.read(always) for always in _ALWAYS}
    relations = f"word/_rels/{name.removeprefix('word/')}.rels"
    if relations in archive.namelist():
        files[_RELATIONS] = archive.read(relations)
    return _package({**files, TEXT: _as_document(_shown(archive.read(name)))})


def parsed(data: bytes) -> Any:
    """The XML of a part: nothing in it is resolved or fetched."""
    from lxml import etree

    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False))


def _is_margin(name: str) -> bool:
    return _MARGIN.fullmatch(name) is not None


def _package(files: dict[str, bytes]) -> io.BytesIO:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as copy:
        for name, data in files.items():
            copy.writestr(name, data)
    made.seek(0)
    return made


def _shown(data: bytes) -> bytes:
    """Without the runs of text that Word does not show."""
    if not _HIDDEN.search(data):
        return data
    from lxml import etree

    tree = parsed(data)
    for mark in list(tree.iter(f"{SPACE}vanish")):
        run = mark.getparent().getparent()
        if mark.get(f"{SPACE}val", "true") in ("1", "true", "on") and run.tag == f"{SPACE}r":
            run.getparent().remove(run)
    return bytes(etree.tostring(tree))


def _as_document(data: bytes) -> bytes:
    from lxml import etree

    margin = parsed(data)
    document = etree.Element(f"{SPACE}document", nsmap=margin.nsmap)
    body = etree.SubElement(document, f"{SPACE}body")
    body.extend(list(margin))
    for paragraph in list(body.iter(f"{SPACE}p")):
        if _is_page_number(paragraph):
            paragraph.clear()
    return bytes(etree.tostring(document))


def _is_page_number(paragraph: Any) -> bool:
    """Whether it holds the number of the page, and hardly anything else."""
    orders = [field.get(f"{SPACE}instr", "") for field in paragraph.iter(f"{SPACE}fldSimple")]
    orders += [field.text or "" for field in paragraph.iter(f"{SPACE}instrText")]
    text = "".join(run.text or "" for run in paragraph.iter(f"{SPACE}t"))
    return any(order.split()[:1] == ["PAGE"] for order in orders) and len(text) <= _SHORT
