"""The file that a paper was read from, as it came. It may hold anything, so that none of it may run as a page of ours."""

import asyncio
import codecs
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from fastapi.responses import FileResponse, Response

from yamori.web.look import HEADERS
from yamori.web.paper_port import PaperSeen

_LOOKED_AT = 65_536
_IMAGES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp"}
_WRITTEN = frozenset({"text", "markdown", "jsonl"})
_CONFINED = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""Chromium's own viewer opens a PDF under this, too."""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """How a browser is to take a file."""

    kind: str
    """Media type."""
    inline: bool


async def sent(paper: PaperSeen, file: Path) -> Response:
    """Shown in the browser only where it is a PDF, an image or plain text, by what was found in it and not by its name alone."""
    shown = await asyncio.to_thread(how_shown, paper, file)
    # The type goes as a header of its own: given as the media type, every text would be called UTF-8.
    headers: Mapping[str, str] = {
        **HEADERS,
        "Content-Type": shown.kind,
        "Content-Security-Policy": _CONFINED,
    }
    return FileResponse(
        file,
        filename=PurePosixPath(paper.name).name,
        content_disposition_type="inline" if shown.inline else "attachment",
        headers=headers,
    )


def how_shown(paper: PaperSeen, file: Path) -> Shown:
    ending = PurePosixPath(paper.name).suffix.lower()
    if paper.kind == "pdf":
        return Shown(kind="application/pdf", inline=True)
    if paper.kind == "image" and ending in _IMAGES:
        return Shown(kind=_IMAGES[ending], inline=True)
    if paper.kind in _WRITTEN:
        return Shown(kind="text/plain; charset=utf-8" if _is_utf8(file) else "text/plain", inline=True)
    return Shown(kind="application/octet-stream", inline=False)


def _is_utf8(file: Path) -> bool:
    """By its beginning; a browser guesses the encoding of anything else."""
    with file.open("rb") as opened:
        try:
            codecs.getincrementaldecoder("utf-8")().decode(opened.read(_LOOKED_AT))
        except UnicodeDecodeError:
            return False
    return True
