"""WebArena's evaluators over a recorded run, as its own code has them: string match, URL match, program HTML. Pure.

What its code leaves to a model (fuzzy matches) or to functions of its own sites is not judged here, and said so: such a run is neither
right nor wrong.
"""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import parse_qs, urlsplit

from yamori.evaluation.webarena.tasks import ProgramHtml, WebArenaTask

_OR = " |OR| "
_TOKEN = re.compile(r"\w+(?:[.,:]\d+)*|[^\w\s]")
_NOTHING = "N/A"


class Verdict(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    UNJUDGED = "unjudged"


@dataclass(frozen=True, kw_only=True)
class RecordedRun:
    """What a run came to: its answer, the address where it ended, and what was found on pages by the task's locators."""

    task_id: int
    answer: str
    last_url: str
    sites: Mapping[str, str]
    """Addresses of the sites by their placeholders."""
    found: Sequence[Mapping[str, str]] = field(default_factory=tuple)
    """`url`, `locator` as in the task, and the `content` that was there."""


def recorded_run(held: Mapping[str, Any]) -> RecordedRun:
    return RecordedRun(
        task_id=int(held["task_id"]), answer=str(held.get("answer", "")), last_url=str(held.get("last_url", "")),
        sites=dict(held.get("sites", {})), found=[dict(one) for one in held.get("found", ())],
    )  # fmt: skip


def judged(task: WebArenaTask, run: RecordedRun) -> tuple[Verdict, str]:
    """And why; everything that the task asks for has to hold."""
    unjudged = ""
    for kind in task.kinds:
        match kind:
            case "string_match":
                verdict, why = _string(task, run.answer)
            case "url_match":
                verdict, why = _url(task.reference_url, run)
            case "program_html":
                verdict, why = _pages(task.program_html, run)
            case _:
                verdict, why = Verdict.UNJUDGED, f"{kind} is not known"
        if verdict is Verdict.WRONG:
            return verdict, why
        if verdict is Verdict.UNJUDGED:
            unjudged = why
    return (Verdict.UNJUDGED, unjudged) if unjudged else (Verdict.RIGHT, "")


def _string(task: WebArenaTask, answer: str) -> tuple[Verdict, str]:
    if task.exact is not None and _clean(answer) != _clean(task.exact):
        return Verdict.WRONG, f"the answer is not {task.exact!r}"
    for part in task.must_include:
        if not _includes(part, answer, by_token=len(task.must_include) == 1):
            return Verdict.WRONG, f"the answer has no {part!r}"
    if task.fuzzy:
        if all(part == _NOTHING for part in task.fuzzy) and _clean(answer) == _clean(_NOTHING):
            return Verdict.RIGHT, ""
        return Verdict.UNJUDGED, "WebArena lets a model compare this answer"
    return Verdict.RIGHT, ""


def _url(reference: str, run: RecordedRun) -> tuple[Verdict, str]:
    at, asked = _parts(run.last_url)
    wanted = [_parts(_placed(one, run.sites)) for one in reference.split(_OR)]
    if not any(base in at for base, _ in wanted):
        return Verdict.WRONG, f"it ended at {run.last_url}"
    values: dict[str, set[str]] = {}
    for _, query in wanted:
        for name, each in query.items():
            values.setdefault(name, set()).update(each)
    for name, possible in values.items():
        if not possible & set(asked.get(name, ())):
            return Verdict.WRONG, f"its address has no {name} of {sorted(possible)}"
    return Verdict.RIGHT, ""


def _pages(pages: Sequence[ProgramHtml], run: RecordedRun) -> tuple[Verdict, str]:
    unjudged = ""
    for page in pages:
        if page.url.startswith("func:") or page.locator.startswith("func:"):
            unjudged = "WebArena's own code finds this page"
            continue
        content = next((one["content"] for one in run.found if one["url"] == page.url and one["locator"] == page.locator), None)
        if content is None:
            unjudged = f"nothing was recorded of {page.url} {page.locator}".strip()
            continue
        text = html.unescape(content)
        if page.exact is not None and _clean(text) != _clean(page.exact):
            return Verdict.WRONG, f"{page.url} is not {page.exact!r}"
        for part in page.must_include:
            if not any(_includes(one, text, by_token=False) for one in part.split(_OR)):
                return Verdict.WRONG, f"{page.url} has no {part!r}"
    return (Verdict.UNJUDGED, unjudged) if unjudged else (Verdict.RIGHT, "")


def _includes(part: str, text: str, *, by_token: bool) -> bool:
    """A single short token, such as a number, has to stand alone: `5` is not in `15`."""
    wanted, said = _clean(part), _clean(text)
    return wanted in _TOKEN.findall(said) if by_token and len(_TOKEN.findall(wanted)) == 1 else wanted in said


def _clean(text: str) -> str:
    bare = text.strip()
    if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "'\"":
        bare = bare[1:-1]
    return bare.lower()


def _placed(url: str, sites: Mapping[str, str]) -> str:
    for placeholder, address in sites.items():
        url = url.replace(placeholder, address.rstrip("/"))
    return url


def _parts(url: str) -> tuple[str, Mapping[str, Sequence[str]]]:
    parsed = urlsplit(url.rstrip("/"))
    return parsed.netloc + parsed.path.rstrip("/"), parse_qs(parsed.query)
