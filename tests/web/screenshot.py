"""Pictures of the page: `python -m tests.web.screenshot OUT_FOLDER [URL]`, wide and narrow, light and dark, English and Japanese.

With a URL it sends `--say TEXT` to that household and waits for the answer; without one it plays a turn of its own.
"""

import argparse
import asyncio
from pathlib import Path

from playwright.async_api import Browser

from yamori.domain.events import Replied, TaskEnded, TaskStarted, ToolEnded, ToolStarted

from .browser import chromium, served
from .household import FakeHousehold, receipt, two_tasks, unlock_approval

SIZES = {"wide": (1280, 860), "narrow": (390, 844)}


async def play(household: FakeHousehold) -> None:
    """A whole turn in front of the camera, and the beginning of another."""
    first = await household.plays.get()
    dentist = {"title": "Dentist", "date": "2026-11-22", "time": "15:30"}
    proof = receipt(words=first.text)
    household.gate.receipts.insert(0, proof)
    await household.happen(
        first.id,
        two_tasks(),
        TaskStarted(task=1, agent="iot", attempt=1),
        ToolStarted(task=1, agent="iot", tool="control", arguments={"device": "living-light", "command": "setLevel", "level": 30}),
        ToolEnded(task=1, agent="iot", tool="control", ok=True, receipts=(proof,)),
        TaskEnded(task=1, agent="iot", status="done", text=""),
        TaskStarted(task=2, agent="scheduler", attempt=1),
        ToolStarted(task=2, agent="scheduler", tool="add_task", arguments=dentist),
        ToolEnded(task=2, agent="scheduler", tool="add_task", ok=True, result={"id": 7, **dentist}),
        TaskEnded(task=2, agent="scheduler", status="done", text=""),
        Replied(
            text="The living room light went from 80 % to 30 %.\nDentist is on your calendar for tomorrow, Sunday 22 November, at 15:30.",
            agents=("iot", "scheduler"),
            seconds=6.2,
            model_calls=3,
            prompt_tokens=1710,
            completion_tokens=96,
        ),
    )
    household.gate.put("living-light.main.switchLevel.level", 30)


async def play_on(household: FakeHousehold) -> None:
    second = await household.plays.get()
    started, held = TaskStarted(task=1, agent="iot", attempt=1), TaskEnded(task=1, agent="iot", status="held", text="")
    await household.happen(second.id, started, held, unlock_approval())


async def pictures(browser: Browser, out: Path, address: str | None, say: str) -> None:
    for language in ("en", "ja"):
        for theme in ("light", "dark"):
            for size, (width, height) in SIZES.items():
                context = await browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if theme == "dark" else "light",
                    locale=language,
                    device_scale_factor=2 if size == "narrow" else 1.5,
                    has_touch=size == "narrow",
                )
                household = FakeHousehold()
                async with served(household) as own:
                    page = await context.new_page()
                    page.on("console", lambda message: print(message.text))
                    await page.goto(address or own)
                    await page.wait_for_selector(".device", state="attached")
                    name = f"{language}-{theme}-{size}"
                    await page.screenshot(path=out / f"{name}-1-welcome.png")
                    await page.fill("#text", say)
                    await page.keyboard.press("Enter")
                    if address is None:
                        await play(household)
                    await page.wait_for_selector(".turn .answer", timeout=120_000)
                    await page.wait_for_timeout(700)
                    await page.screenshot(path=out / f"{name}-2-answer.png")
                    if address is None:
                        await page.fill("#text", "Unlock the front door")
                        await page.keyboard.press("Enter")
                        await play_on(household)
                        await page.wait_for_selector(".ask")
                        await page.wait_for_timeout(500)
                        await page.screenshot(path=out / f"{name}-3-ask.png")
                        if size == "narrow":
                            await page.click("[popovertarget=house]")
                            await page.wait_for_timeout(300)
                            await page.screenshot(path=out / f"{name}-4-home.png")
                    await context.close()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("url", nargs="?")
    parser.add_argument("--say", default="Dim the living room to 30 % and put the dentist on my calendar tomorrow at half past three")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    async with chromium() as browser:
        await pictures(browser, given.out, given.url, given.say)


if __name__ == "__main__":
    asyncio.run(main())
