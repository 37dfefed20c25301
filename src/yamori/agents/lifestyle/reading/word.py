"""Word (.docx), by way of the HTML that mammoth makes of it."""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from yamori.agents.lifestyle.reading import html, word_package
from yamori.agents.lifestyle.reading.characters import line
from yamori.agents.lifestyle.reading.events import Content
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable
from yamori.agents.lifestyle.reading.word_notes import with_notes_in_place
from yamori.agents.lifestyle.rules.passages import Part

_STYLES = "\n".join(
    [
        "p[style-name='Title'] => h1:fresh",
        *(f"p[style-name='Heading {n}'] => h{min(6, n + 1)}:fresh" for n in range(1, 10)),
        "comment-reference => sup",
    ]
)
"""The title stands above the headings."""
_TITLE = re.compile(r"<dc:title>([^<]{2,300})</dc:title>")
_NO_TITLE = re.compile(r"untitled|無題|document\s?\d*$|文書\s?\d*$|microsoft word|word document|.*\.docx?$", re.IGNORECASE)


def read(path: Path, name: str) -> Iterator[Content]:
    """The text, with notes and comments where they belong, and then what stands at the edge of its pages. Raises `Unreadable`."""
    try:
        with zipfile.ZipFile(path) as archive:
            word_package.check(archive, name)
            title = _title(archive)
            markup = with_notes_in_place(_converted(word_package.of_text(archive)), _authors(archive))
            margins = [_converted(word_package.of_margin(archive, part)) for part in word_package.margins(archive)]
    except (zipfile.BadZipFile, KeyError, ValueError, NotImplementedError, EOFError) as error:
        raise Unreadable(f"{name} is damaged: {str(error)[:200] or type(error).__name__}", reason=Reason.DAMAGED) from error
    yield from html.document(markup, kind=Kind.WORD, name=name, title=title)
    yield from _once(part for margin in margins for part in html.parts(margin))


def _once(parts: Iterable[Part]) -> Iterator[Part]:
    """The header of the first page is often that of the others, too."""
    said = set()
    for part in parts:
        if part.text not in said and any(c.isalpha() for c in part.text):
            said.add(part.text)
            yield replace(part, headings=())


def _title(archive: zipfile.ZipFile) -> str | None:
    try:
        found = _TITLE.search(archive.read("docProps/core.xml").decode("utf-8", "replace"))
    except KeyError:
        return None
    import html as entities

    title = line(entities.unescape(found[1])) if found else ""
    return title if title and not _NO_TITLE.match(title) else None


def _authors(archive: zipfile.ZipFile) -> dict[str, str]:
    """Who wrote each comment, by its id."""
    if word_package.COMMENTS not in archive.namelist():
        return {}
    space = word_package.SPACE
    comments = word_package.parsed(archive.read(word_package.COMMENTS)).iter(f"{space}comment")
    return {comment.get(f"{space}id", ""): line(comment.get(f"{space}author", "")) for comment in comments}


def _converted(package: io.BytesIO) -> str:
    import mammoth

    def nothing(_: Any) -> dict[str, str]:
        return {}

    made = mammoth.convert_to_html(
        package, style_map=_STYLES, convert_image=mammoth.images.img_element(nothing), external_file_access=False
    )
    return str(made.value)
