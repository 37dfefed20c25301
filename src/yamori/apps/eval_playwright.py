"""The lower limit of `yamori eval browser`: the scripts of its tasks by Playwright, which knows the pages, settles nothing and asks nobody.

Playwright is a package for development; without it `--model script` plays the same scripts with our own browser.
"""

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yamori.agents.browser.chromium.finding import find_chromium
from yamori.domain.errors import Misconfigured
from yamori.evaluation.web.tasks import OperateTask

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"
)  # fmt: skip
if TYPE_CHECKING:
    from playwright.async_api import Page


@dataclass(frozen=True, kw_only=True)
class Scripted:
    """Where a script came to."""

    url: str = ""
    title: str = ""
    text: str = ""
    seconds: float = 0.0
    problem: str = ""


async def scripted_with_playwright(task: OperateTask) -> Scripted:
    """Its seconds begin when the browser stands. Raises `Misconfigured` where Playwright or Chromium is missing."""
    try:
        from playwright.async_api import Error, async_playwright
    except ImportError as missing:
        raise Misconfigured("--model playwright needs the package playwright: pip install playwright") from missing
    program = find_chromium()
    if program is None:
        raise Misconfigured("--model playwright needs Chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(program), args=["--no-sandbox", "--disable-gpu"])
        page = await browser.new_page()
        page.on("dialog", lambda dialog: dialog.accept())
        page.set_default_timeout(5000)
        started = time.monotonic()
        try:
            await page.goto(next(word for word in task.says.split() if word.startswith("http")).rstrip(","))
            for do, name, *values in task.script:
                await _do(page, do, name, values[0] if values else "")
                await page.wait_for_load_state()
            return Scripted(url=page.url, title=await page.title(), text=await page.inner_text("main"), seconds=time.monotonic() - started)
        except Error as failed:
            return Scripted(problem=str(failed)[:200], seconds=time.monotonic() - started)
        finally:
            await browser.close()


async def _do(page: "Page", do: str, name: str, value: str) -> None:
    main, label = page.locator("main"), re.compile(rf"^\s*{re.escape(name)}")
    match do:
        case "select":
            await main.get_by_label(label).first.select_option(label=value)
        case "fill":
            await main.get_by_label(label).first.fill(value)
        case "date":
            await _day(page, name, value)
        case _:
            said = re.compile(re.escape(name))
            await main.get_by_role("button", name=said).or_(main.get_by_role("link", name=said)).first.click()


async def _day(page: "Page", name: str, value: str) -> None:
    """Through the months of the calendar, as a person would."""
    await page.get_by_label(name).first.click()
    wanted, months = value.split("-"), _MONTHS
    for _ in range(40):
        if await page.get_by_text(f"{months[int(wanted[1]) - 1]} {wanted[0]}", exact=True).count():
            break
        await page.get_by_role("button", name="Next month").click()
    await page.get_by_role("gridcell", name=str(int(wanted[2])), exact=True).click()
