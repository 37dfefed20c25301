"""What makes the page an app that can be installed: its manifest, its service worker, and the page that stands in while the house is away.

The worker keeps that page and the static files it needs, and nothing of the household: no page, no answer, no picture.
"""

import json
from hashlib import sha256

from fastapi import APIRouter, Request, Response

from yamori.agentkit.access import allowed
from yamori.domain.access import Who
from yamori.web.assets import Assets
from yamori.web.look import Look, answered, reader_of
from yamori.web.words import all_words

OFFLINE = "/offline"
_KEPT = ("yamori.css", "shell.css", "offline.css", "gecko.svg")
"""Static files that the page of an absent house needs."""
_WORKER = "service-worker.js"
_ICONS = (
    ("gecko.svg", "any", "image/svg+xml", "any"),
    ("icons/192.png", "192x192", "image/png", "any"),
    ("icons/512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)
_PAPER = "#f7f3ec"
"""The page's colour by day, as in `yamori.css`."""
_UNSTORED = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}


class InstallRoutes:
    """`/manifest.webmanifest`, `/service-worker.js` and `/offline`, for anybody: none says anything of the house."""

    def __init__(self, assets: Assets, look: Look) -> None:
        self._assets, self._look = assets, look

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/manifest.webmanifest", self.manifest, methods=["GET"])
        router.add_api_route(f"/{_WORKER}", self.worker, methods=["GET"])
        router.add_api_route(OFFLINE, self.offline, methods=["GET"])
        return router

    @allowed(Who.ANYBODY)
    async def manifest(self, request: Request) -> Response:
        """Named in the reader's language."""
        words = self._look.words(reader_of(request).language)
        icons = [
            {"src": self._assets.address(name), "sizes": sizes, "type": kind, "purpose": purpose} for name, sizes, kind, purpose in _ICONS
        ]
        described = {
            "id": "/",
            "name": words("page.title"),
            "short_name": words("page.title"),
            "description": words("page.tagline"),
            "lang": words.language.value,
            "dir": "ltr",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": _PAPER,
            "background_color": _PAPER,
            "icons": icons,
        }
        body = json.dumps(described, ensure_ascii=False)
        return Response(body, media_type="application/manifest+json", headers={**_UNSTORED, "Vary": "Accept-Language, Cookie"})

    @allowed(Who.ANYBODY)
    async def worker(self) -> Response:
        """The script behind what it is to keep; another version of any of it makes another worker."""
        files = [OFFLINE, *(self._assets.address(name) for name in _KEPT)]
        script = self._assets.text(_WORKER)
        version = sha256("\n".join([script, self._offline_page(), *files]).encode()).hexdigest()[:12]
        told = f"const VERSION = {json.dumps(version)};\nconst OFFLINE = {json.dumps(OFFLINE)};\nconst FILES = {json.dumps(files)};\n"
        # What a worker asks for is ruled by the policy of its own script.
        policy = {"Content-Security-Policy": "default-src 'none'; connect-src 'self'"}
        return Response(told + script, media_type="text/javascript", headers={**_UNSTORED, **policy})

    @allowed(Who.ANYBODY)
    async def offline(self, request: Request) -> Response:
        """In every language, since it is kept when the app is installed and shown whenever the house is away."""
        return answered(self._offline_page())

    def _offline_page(self) -> str:
        texts = [(language.value, words) for language, words in all_words().items()]
        return self._look.plain("offline.html", texts=texts)
