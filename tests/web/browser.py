"""The page in a real browser: served on a free port of this machine, and looked at by headless Chromium."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from playwright.async_api import Browser, Page, async_playwright

from .household import FakeHousehold
from .visitor import page_of

CHROMIUM = Path("/usr/bin/chromium")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-proxy-server",
)


IN_CHROMIUM = (
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.usefixtures("one_chromium"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no Chromium at {CHROMIUM} (apt-get install chromium)"),
)
"""The marks of tests that look at pages, all in one event loop: a Chromium and its driver cost more to start than most of them."""
_shared: list[Browser] = []
"""That of this process, while its loop runs."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser in which nothing is open; what is opened in it is closed again."""
    async with shared_chromium():
        browser = _shared[-1]
        try:
            yield browser
        finally:
            for context in browser.contexts:
                await context.close()


@asynccontextmanager
async def shared_chromium() -> AsyncIterator[None]:
    """For as long as this goes on, `chromium` starts none of its own."""
    if _shared and _shared[-1].is_connected():
        yield
        return
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS)
        _shared.append(browser)
        try:
            yield
        finally:
            _shared.remove(browser)
            await browser.close()


@asynccontextmanager
async def served(household: FakeHousehold, port: int = 0) -> AsyncIterator[str]:
    """The address of the page; whoever connects before the server runs waits in the socket's queue."""
    server = uvicorn.Server(uvicorn.Config(page_of(household), log_level="warning", log_config=None, timeout_graceful_shutdown=1))
    listening = socket.create_server(("127.0.0.1", port))
    running = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running


async def show(page: Page, *, hidden: bool) -> None:
    """What a browser does when its tab goes to the back or comes to the front."""
    await page.evaluate(
        "(hidden) => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )
