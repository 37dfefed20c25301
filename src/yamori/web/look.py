"""How an answer of the page leaves: templates with everything escaped, the reader's language and colours, strict headers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from yamori.agentkit.access import CALLER
from yamori.domain.access import Who, chooses_person, is_enough
from yamori.domain.caller import Role
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.web.assets import Assets
from yamori.web.marks import mark
from yamori.web.words import Words, all_words, as_json, preferred, spelled

LANGUAGE_COOKIE = "yamori_language"
THEME_COOKIE = "yamori_theme"
_BRIEF = 140
"""Characters."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Not `no-referrer`: that turns the Origin of a form into `null`, and the app checks it.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True, kw_only=True)
class Reader:
    """Who looks at the page, as far as its look goes."""

    language: Language
    theme: str
    """`auto`, `light` or `dark`."""


def reader_of(request: Request) -> Reader:
    """The switch in the page (`?lang=`, then a cookie) goes before what the browser asks for."""
    submitted = request.query_params.get("lang") or request.cookies.get(LANGUAGE_COOKIE) or ""
    language = Language(submitted) if submitted in set(Language) else preferred(request.headers.get("accept-language", ""))
    theme = request.cookies.get(THEME_COOKIE, "auto")
    return Reader(language=language, theme=theme if theme in {"light", "dark"} else "auto")


class Look:
    """Renders templates for a reader."""

    def __init__(self, assets: Assets, name_of: Callable[[str], str] = str) -> None:
        """`name_of`: a person's name, by their id."""
        self._name_of = name_of
        self._words = all_words()
        self._environment = Environment(
            loader=FileSystemLoader(Path(__file__).parent / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals.update(asset=assets.address, mark=mark, spelled=spelled)
        self._environment.filters.update(json=as_json, brief=_in_brief, part=_as_part)

    def words(self, language: Language) -> Words:
        return self._words[language]

    def render(self, template: str, *, reader: Reader, **values: object) -> str:
        caller = CALLER.get()
        return self._environment.get_template(template).render(
            t=self._words[reader.language],
            reader=reader,
            by_session=not chooses_person(caller),
            hears_notices=chooses_person(caller) or is_enough(Who.FAMILY, caller.standing or Role.GUEST),
            by_adult=caller.role is Role.ADULT and caller.acting_for is None,
            signed_in_as=self._name_of(caller.person) if caller.person is not None else "",
            **values,
        )


def answered(html: str, *, status: int = 200, headers: Mapping[str, str] | None = None) -> HTMLResponse:
    """A page or fragment on its way out, under the strict headers."""
    return HTMLResponse(html, status_code=status, headers={**HEADERS, **(headers or {})})


def _in_brief(arguments: Mapping[str, Value]) -> str:
    """` · title: Dentist, date: 2026-11-22`: what a tool is called with, short enough for one line."""
    given = {name: value for name, value in arguments.items() if value not in (None, "", [], {})}
    line = ", ".join(f"{spelled(name)}: {value if isinstance(value, str) else as_json(value)}" for name, value in given.items())
    return f" · {line[:_BRIEF]}{'…' if len(line) > _BRIEF else ''}" if line else ""


def _as_part(name: str) -> str:
    """As one part of a path, whatever characters it has."""
    return quote(name, safe="", errors="replace")
