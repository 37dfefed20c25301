"""Reads WebArena's task file: what is asked, where it begins, and what proves that it was done."""

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yamori.domain.errors import InvalidRequest

_IN_WHEEL = "webarena_verified/assets/dataset/test.raw.json"
GET = "get it with `pip download --no-deps webarena-verified` (Apache-2.0) and name the wheel, or name WebArena's own test.raw.json"


@dataclass(frozen=True, kw_only=True)
class ProgramHtml:
    """What a page has to hold: the text that `locator`, a piece of script, finds on it."""

    url: str
    """`last`: where the run ended; `func:…`: an address that only WebArena's own code can work out."""
    locator: str
    """Empty: the whole page."""
    exact: str | None = None
    must_include: Sequence[str] = ()
    """Each of them; ` |OR| ` stands between what is as good."""


@dataclass(frozen=True, kw_only=True)
class WebArenaTask:
    id: int
    sites: Sequence[str]
    start_url: str
    """With a placeholder for the site, `__SHOPPING__`."""
    intent: str
    kinds: Sequence[str]
    """`string_match`, `url_match`, `program_html`; all have to hold."""
    exact: str | None = None
    must_include: Sequence[str] = ()
    fuzzy: Sequence[str] = ()
    """Answers that WebArena lets a model compare; `N/A` where there is nothing to be found."""
    reference_url: str = ""
    program_html: Sequence[ProgramHtml] = ()


def read_webarena(where: Path) -> list[WebArenaTask]:
    """Raises `InvalidRequest` for a file that holds no tasks of WebArena."""
    try:
        if zipfile.is_zipfile(where):
            with zipfile.ZipFile(where) as wheel:
                held = json.loads(wheel.read(_IN_WHEEL))
        else:
            held = json.loads(where.read_text(encoding="utf-8"))
        return [_task(one) for one in held]
    except (OSError, KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise InvalidRequest(f"{where.name} holds no tasks of WebArena ({type(wrong).__name__}); {GET}", where="FILE") from wrong


def _task(held: Mapping[str, Any]) -> WebArenaTask:
    judged = held["eval"]
    answers = judged.get("reference_answers") or {}
    fuzzy = answers.get("fuzzy_match", [])
    return WebArenaTask(
        id=int(held["task_id"]),
        sites=held["sites"],
        start_url=held["start_url"],
        intent=held["intent"],
        kinds=judged["eval_types"],
        exact=answers.get("exact_match"),
        must_include=answers.get("must_include", []),
        fuzzy=[fuzzy] if isinstance(fuzzy, str) else fuzzy,
        reference_url=judged.get("reference_url") or "",
        program_html=[_program(one) for one in judged.get("program_html") or []],
    )


def _program(held: Mapping[str, Any]) -> ProgramHtml:
    required = held["required_contents"]
    return ProgramHtml(
        url=held["url"], locator=held.get("locator") or "", exact=required.get("exact_match"), must_include=required.get("must_include", [])
    )
