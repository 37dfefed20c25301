"""Word (.docx), by way of the HTML that mammoth makes of it; what the file would unpack to is checked before it is unpacked."""

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from yamori.agents.lifestyle.reading import html
from yamori.agents.lifestyle.reading.characters import line
from yamori.agents.lifestyle.reading.events import Content
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.limits import MOST_INSIDE, MOST_MARKUP, MOST_UNPACKED, RATIO
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable

_TEXT = "word/document.xml"
_STYLES = "\n".join(
    ["p[style-name='Title'] => h1:fresh", *(f"p[style-name='Heading {n}'] => h{min(6, n + 1)}:fresh" for n in range(1, 10))]
)
"""The title stands above the headings."""
_SMALL = 1_000_000
"""Bytes; below, a high ratio is only a very empty file."""
_HIDDEN = re.compile(rb"<w:vanish(?:\s*/>|\s+w:val=\"(?:1|true|on)\"\s*/>)")
_TITLE = re.compile(r"<dc:title>([^<]{2,300})</dc:title>")
_NO_TITLE = re.compile(r"untitled|無題|document\s?\d*$|文書\s?\d*$|microsoft word|word document|.*\.docx?$", re.IGNORECASE)


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable`."""
    try:
        with zipfile.ZipFile(path) as archive:
            _check(archive, name)
            title = _title(archive)
            hidden = _HIDDEN.search(archive.read(_TEXT)) is not None
            package = _without_hidden(archive) if hidden else None
        markup = _converted(package or path)
    except (zipfile.BadZipFile, KeyError, ValueError, NotImplementedError, EOFError) as error:
        raise Unreadable(f"{name} is damaged: {str(error)[:200] or type(error).__name__}", reason=Reason.DAMAGED) from error
    yield from html.document(markup, kind=Kind.WORD, name=name, title=title)


def _check(archive: zipfile.ZipFile, name: str) -> None:
    """Sizes are the package's own word, but no more is ever unpacked than it says."""
    entries = archive.infolist()
    if any(entry.flag_bits & 1 for entry in entries):
        raise Unreadable(f"{name} is locked with a password; save a copy without one", reason=Reason.LOCKED)
    unpacked, packed = sum(e.file_size for e in entries), sum(e.compress_size for e in entries)
    bomb = unpacked > _SMALL and unpacked > RATIO * max(1, packed)
    if bomb or unpacked > MOST_UNPACKED or len(entries) > MOST_INSIDE or archive.getinfo(_TEXT).file_size > MOST_MARKUP:
        raise Unreadable(
            f"{name} would unpack to {unpacked / 1_000_000:,.0f} MB in {len(entries):,} files, more than a paper may",
            reason=Reason.TOO_LARGE,
        )


def _title(archive: zipfile.ZipFile) -> str | None:
    try:
        found = _TITLE.search(archive.read("docProps/core.xml").decode("utf-8", "replace"))
    except KeyError:
        return None
    import html as entities

    title = line(entities.unescape(found[1])) if found else ""
    return title if title and not _NO_TITLE.match(title) else None


def _without_hidden(archive: zipfile.ZipFile) -> io.BytesIO:
    """The package without the runs of text that Word does not show."""
    from lxml import etree

    space = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
    tree = etree.fromstring(archive.read(_TEXT), etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False))
    for mark in list(tree.iter(f"{space}vanish")):
        run = mark.getparent().getparent()
        if mark.get(f"{space}val", "true") in ("1", "true", "on") and run.tag == f"{space}r":
            run.getparent().remove(run)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as copy:
        for entry in archive.infolist():
            copy.writestr(entry.filename, etree.tostring(tree) if entry.filename == _TEXT else archive.read(entry))
    made.seek(0)
    return made


def _converted(package: io.BytesIO | Path) -> str:
    import mammoth

    def nothing(_: Any) -> dict[str, str]:
        return {}

    with package if isinstance(package, io.BytesIO) else package.open("rb") as file:
        made = mammoth.convert_to_html(
            file, style_map=_STYLES, convert_image=mammoth.images.img_element(nothing), external_file_access=False
        )
    return str(made.value)
