"""The page's static files: a fixed set, read from the package, with addresses that change when their content does."""

import asyncio
import gzip
import mimetypes
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import Request
from fastapi.responses import FileResponse, Response

from yamori.agentkit.access import allowed
from yamori.domain.access import Who

_FOLDER = Path(__file__).parent / "static"
_KINDS = (".css", ".js", ".svg", ".png")
_WORTH_PACKING = 4_000
"""Bytes; below that, packing saves nothing."""


@cache
def page_assets() -> "Assets":
    """Read and packed once, for all that a process serves."""
    return Assets()


class Assets:
    """Only what lies in the folder when the page is wired can be asked for, so no path can lead out of it."""

    def __init__(self) -> None:
        self._files = {file.relative_to(_FOLDER).as_posix(): file for file in sorted(_FOLDER.rglob("*")) if file.suffix in _KINDS}
        self._packed: dict[str, bytes] = {}
        self._versions = {name: sha256(file.read_bytes()).hexdigest()[:12] for name, file in self._files.items()}

    def address(self, name: str) -> str:
        """Raises `KeyError` for a file that is not there: a template's mistake."""
        return f"/static/{name}?v={self._versions[name]}"

    def text(self, name: str) -> str:
        """What stands in a file that is served at an address of its own."""
        return self._files[name].read_text(encoding="utf-8")

    @allowed(Who.ANYBODY)
    async def serve(self, request: Request, name: str) -> Response:
        """`GET /static/{name}`."""
        file = self._files.get(name)
        if file is None:
            return Response(status_code=404)
        current = request.query_params.get("v") == self._versions[name]
        kind = mimetypes.guess_type(file.name)[0]
        headers = {
            "Cache-Control": "public, max-age=31536000, immutable" if current else "no-cache",
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'",
            "Vary": "Accept-Encoding",
        }
        if file.stat().st_size < _WORTH_PACKING or "gzip" not in request.headers.get("accept-encoding", ""):
            return FileResponse(file, media_type=kind, headers=headers)
        if name not in self._packed:
            self._packed[name] = await asyncio.to_thread(lambda: gzip.compress(file.read_bytes(), 6, mtime=0))
        return Response(self._packed[name], media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
