"""The Papers view over fake papers, and a browser without scripts in front of it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
from fastapi import FastAPI

from yamori.web.assets import Assets
from yamori.web.look import Look
from yamori.web.page import page_router
from yamori.web.papers.pages import PaperPages

from ..household import FakeHousehold
from ..visitor import Watching
from .fake import FakePapers


def shelf_of(papers: FakePapers) -> FastAPI:
    """The page with this view in it."""
    app, household, look = FastAPI(), FakeHousehold(), Look(Assets())
    app.include_router(PaperPages(papers, household, look).router())
    app.include_router(page_router(household))
    return app


class WatchingShelf(Watching):
    """An open stream of this view."""

    def __init__(self, papers: FakePapers, path: str) -> None:
        super().__init__(FakeHousehold(), path)
        self._app = shelf_of(papers)


@dataclass(frozen=True, kw_only=True)
class Shelf:
    papers: FakePapers
    browser: httpx.AsyncClient

    async def bring(self, path: str, *files: tuple[str, bytes], headers: Mapping[str, str] | None = None, **fields: str) -> httpx.Response:
        given = [("file", (name, data)) for name, data in files]
        return await self.browser.post(path, files=given, data=fields, headers=headers)


@asynccontextmanager
async def shelf(**headers: str) -> AsyncIterator[Shelf]:
    papers = FakePapers()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    transport = httpx.ASGITransport(app=shelf_of(papers))
    async with httpx.AsyncClient(transport=transport, base_url="http://yamori.test", headers=named) as browser:
        yield Shelf(papers=papers, browser=browser)
