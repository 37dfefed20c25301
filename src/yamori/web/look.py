"""How an answer of the page leaves: templates with everything escaped, the reader's language and colours, strict headers."""

import gzip
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

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
DEVELOPER_COOKIE = "yamori_developer"
THEMES = ("auto", "light", "dark")
"""`auto` is what the device says."""
_DEVELOPER_ON = "on"
_A_YEAR = 31_536_000
"""Seconds. How long this browser remembers a choice."""
_WORTH_PACKING, _EFFORT = 20_000, 5
"""Characters; of gzip's nine."""
_TOKEN = 'name="csrf"'
_BRIEF = 140
"""Characters."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; worker-src 'self'; manifest-src 'self'"
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
    """One of `THEMES`."""
    is_developer: bool = False
    """They asked on this device to see what the house works with: model calls, tokens, ids, names of files and tools."""


def reader_of(request: Request) -> Reader:
    """What was chosen (`?lang=`, then a cookie) goes before what the browser asks for; a cookie that holds anything else is ignored."""
    submitted = request.query_params.get("lang") or request.cookies.get(LANGUAGE_COOKIE) or ""
    language = Language(submitted) if submitted in all_words() else preferred(request.headers.get("accept-language", ""))
    theme = request.cookies.get(THEME_COOKIE, "")
    return Reader(
        language=language,
        theme=theme if theme in THEMES else "auto",
        is_developer=request.cookies.get(DEVELOPER_COOKIE) == _DEVELOPER_ON,
    )


def keep_choice(request: Request, response: HTMLResponse, reader: Reader) -> HTMLResponse:
    """The language of `?lang=` is this browser's from now on."""
    if request.query_params.get("lang"):
        set_choice(response, LANGUAGE_COOKIE, reader.language.value)
    return response


def keep_look(response: Response, reader: Reader) -> None:
    """This browser shows pages like that from now on."""
    set_choice(response, LANGUAGE_COOKIE, reader.language.value)
    set_choice(response, THEME_COOKIE, reader.theme)
    set_choice(response, DEVELOPER_COOKIE, _DEVELOPER_ON if reader.is_developer else "off")


def set_choice(response: Response, cookie: str, value: str, *, hidden: bool = False) -> None:
    """Remember a choice in this browser; `hidden` from its scripts."""
    response.set_cookie(cookie, value, max_age=_A_YEAR, samesite="strict", httponly=hidden)


class Compiled(BytecodeCache):
    """Templates are compiled once in a process, whoever renders them; one whose text is another is compiled anew."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._codes[bucket.key, bucket.checksum] = bucket.code


_COMPILED = Compiled()


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
            bytecode_cache=_COMPILED,
        )
        icons = self._environment.get_template("shell/icons.html").module
        self._environment.globals.update(asset=assets.address, mark=mark, spelled=spelled, fresh_key=fresh_key, icon=getattr(icons, "icon"))  # noqa: B009 - a macro
        self._environment.filters.update(json=as_json, brief=_in_brief, part=_as_part)

    def words(self, language: Language) -> Words:
        return self._words[language]

    def plain(self, template: str, **values: object) -> str:
        """A page that is the same for everybody: it knows neither reader nor caller."""
        return self._environment.get_template(template).render(**values)

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


def fresh_key() -> str:
    """For a form that is to be taken once, however often it is sent."""
    return secrets.token_hex(8)


def answered(html: str, *, status: int = 200, headers: Mapping[str, str] | None = None) -> HTMLResponse:
    """A page or fragment on its way out, under the strict headers."""
    return HTMLResponse(html, status_code=status, headers={**HEADERS, **(headers or {})})


def packed(html: str, request: Request, *, status: int = 200) -> HTMLResponse:
    """What grows with the home, packed where the browser can unpack it. What holds a form's token is not: its length would tell of it."""
    if len(html) < _WORTH_PACKING or _TOKEN in html or "gzip" not in request.headers.get("accept-encoding", ""):
        return answered(html, status=status)
    headers = {**HEADERS, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return HTMLResponse(gzip.compress(html.encode(), _EFFORT, mtime=0), status_code=status, headers=headers)


def _in_brief(arguments: Mapping[str, Value]) -> str:
    """` · title: Dentist, date: 2026-11-22`: what a tool is called with, short enough for one line."""
    given = {name: value for name, value in arguments.items() if value not in (None, "", [], {})}
    line = ", ".join(f"{spelled(name)}: {value if isinstance(value, str) else as_json(value)}" for name, value in given.items())
    return f" · {line[:_BRIEF]}{'…' if len(line) > _BRIEF else ''}" if line else ""


def _as_part(name: str) -> str:
    """As one part of a path, whatever characters it has."""
    return quote(name, safe="", errors="replace")
