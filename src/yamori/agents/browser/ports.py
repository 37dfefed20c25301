"""What the Browser agent needs from outside: a search engine and pages. Adapters are beside (`search_engines/`, `pages/`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from yamori.domain.errors import HouseSilent
from yamori.domain.language import Language


class SearchUnavailable(HouseSilent):
    """The search engine did not answer, or not as one. The message is for the log."""


class PageUnavailable(HouseSilent):
    """A page could not be read. Where its address leads is not told: that would show what listens in the home's network."""


@dataclass(frozen=True, kw_only=True)
class SearchResult:
    """One line of a search engine's answer. Its texts are data of strangers."""

    url: str
    title: str
    excerpt: str = ""
    published: date | None = None


class PersonalData(Protocol):
    async def known(self, person: str) -> Mapping[str, str]:
        """What is remembered of a person's own that forms ask for: `name`, `email`, `phone`, `address`, `postcode`, `birthday`."""
        ...


class Search(Protocol):
    async def find(self, query: str, language: Language) -> tuple[SearchResult, ...]:
        """The results, best first. Raises `SearchUnavailable`."""
        ...


@dataclass(frozen=True, kw_only=True)
class FetchedPage:
    url: str
    """Where it was in the end, after redirects."""
    text: str
    """HTML, or plain text where `is_html` is false."""
    is_html: bool


class Pages(Protocol):
    async def fetch(self, url: str) -> FetchedPage:
        """Raises `InvalidRequest` for what is no web address, `PageUnavailable` for one that cannot be read."""
        ...
