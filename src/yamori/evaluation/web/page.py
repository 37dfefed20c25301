"""A page of a simulated site as plain values; templates draw it and the search engine indexes its text."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, kw_only=True)
class Section:
    """A heading with paragraphs, a table and links, each of which may be missing."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str | date, ...], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    """Text and path."""

    def text(self) -> str:
        cells = [cell.isoformat() if isinstance(cell, date) else cell for row in self.rows for cell in row]
        return " ".join((self.heading, *self.paragraphs, *self.columns, *cells, *(text for text, _ in self.links)))


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page at one address."""

    path: str
    """From the root of the simulated web: `/s/SITE/…`."""
    title: str
    site: str
    """The site's name as a visitor reads it."""
    language: str
    published: date
    sections: tuple[Section, ...]
    banner: str = ""
    """`cookies` or `newsletter`: what covers the page until it is closed."""

    def text(self) -> str:
        return " ".join(section.text() for section in self.sections)
