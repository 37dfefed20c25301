"""The page in a real browser: served on a free port of this machine, and looked at by headless Chromium."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

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


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS)
        try:
            yield browser
        finally:
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
