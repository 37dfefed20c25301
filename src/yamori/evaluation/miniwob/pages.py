"""Serves the pages of MiniWoB++ out of its wheel or a folder, and holds what each episode told of itself."""

import asyncio
import mimetypes
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import yaml
from starlette.types import Receive, Scope, Send

from yamori.domain.errors import InvalidRequest

GET = "get them with `pip download --no-deps miniwob` (MIT) and name the wheel: yamori eval browser --suite miniwob miniwob-*.whl"
_TOLD = "/_episodes/"
_NO_NAMES = ("..", "")


@dataclass(kw_only=True)
class Episode:
    """One page with one seed."""

    task: str = ""
    """What the page asks for, in its words."""
    reward: float | None = None
    """`WOB_REWARD_GLOBAL`, which shrinks with time; None while it goes on."""
    raw: float = 0.0
    """`WOB_RAW_REWARD_GLOBAL`: 1 for a success."""
    reason: str = ""
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class MiniWob:
    """An ASGI app. `root`: the folder with `miniwob/`, `core/` and `common/`."""

    def __init__(self, root: Traversable) -> None:
        self._root = root
        self._episodes: dict[str, Episode] = {}
        self._pages: dict[str, str] = {}

    def page_names(self) -> Sequence[str]:
        return sorted(one.name.removesuffix(".html") for one in (self._root / "miniwob").iterdir() if one.name.endswith(".html"))

    def begin(self, page: str, *, seed: int) -> tuple[str, Episode]:
        """Its path, which says nothing of what the page wants, and its episode, which is listened to from then on."""
        episode, name = Episode(), f"e{len(self._episodes)}"
        self._episodes[name], self._pages[name] = episode, page
        return f"/miniwob/{name}.html?{urlencode({'seed': seed, 'episode': name})}", episode

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        if path.startswith(_TOLD):
            self._told(path.removeprefix(_TOLD), scope["query_string"].decode())
            await _answer(send, 204, b"", "text/plain")
            return
        page = self._pages.get(path.removeprefix("/miniwob/").removesuffix(".html"))
        body = await asyncio.to_thread(self._read, f"miniwob/{page}.html" if page is not None else path.strip("/"))
        if body is not None and page is not None:
            body += b"\n<script>" + _script().encode() + b"</script>\n"
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        await _answer(send, 200 if body is not None else 404, body or b"", kind)

    def _read(self, path: str) -> bytes | None:
        at = self._root
        for name in path.split("/"):
            if name in _NO_NAMES:
                return None
            at = at / name
        return at.read_bytes() if at.is_file() else None

    def _told(self, what: str, query: str) -> None:
        name, _, event = what.partition("/")
        episode = self._episodes.get(name)
        told = {key: values[0] for key, values in parse_qs(query).items()}
        if episode is None:
            return
        if event == "begun":
            episode.task = told.get("task", "")
            episode.begun.set()
        elif event == "ended" and not episode.ended.is_set():
            episode.reward, episode.raw, episode.reason = float(told["reward"]), float(told["raw"]), told.get("reason", "")
            episode.ended.set()


def pages_at(where: Path | None) -> Traversable:
    """The pages in a wheel, in a folder, or in an installed `miniwob`. Raises `InvalidRequest` that says how to get them."""
    if where is None:
        spec = find_spec("miniwob")
        found: Traversable | None = Path(spec.origin).parent / "html" if spec is not None and spec.origin else None
    elif where.is_file() and zipfile.is_zipfile(where):
        found = zipfile.Path(where, "miniwob/html/")
    else:
        found = next((one for one in (where, where / "html", where / "miniwob" / "html") if (one / "core").is_dir()), None)
    if found is None or not (found / "core" / "core.js").is_file():
        raise InvalidRequest(f"there are no pages of MiniWoB++; {GET}", where="FILE")
    return found


def forty() -> Sequence[str]:
    held: Sequence[str] = yaml.safe_load((files("yamori.evaluation.miniwob") / "pages.yaml").read_text(encoding="utf-8"))["forty"]
    return held


@cache
def _script() -> str:
    return (files("yamori.evaluation.miniwob") / "episode.js").read_text(encoding="utf-8")


async def _answer(send: Send, status: int, body: bytes, kind: str) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", kind.encode())]})
    await send({"type": "http.response.body", "body": body})
