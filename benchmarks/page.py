"""First sign of life on the page: from the key to the moment at which the turn stands there, in a real Chromium.

With Yamori running (`make run`): `python benchmarks/page.py [URL] [TIMES]`. Prints milliseconds: median and worst.
"""

import asyncio
import statistics
import sys

from playwright.async_api import async_playwright

STOPWATCH = """() => {
    window.keyAt = window.lifeAt = undefined;
    addEventListener("keydown", () => { window.keyAt = performance.now(); }, {capture: true, once: true});
    const before = document.querySelectorAll(".turn").length;
    new MutationObserver(() => { if (document.querySelectorAll(".turn").length > before) window.lifeAt ??= performance.now(); })
        .observe(document.getElementById("talk"), {childList: true, subtree: true});
}"""


async def main(address: str, times: int) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        page = await browser.new_page()
        await page.goto(address)
        await page.locator(".device").first.wait_for(state="attached")
        taken: list[float] = []
        for number in range(times):
            await page.fill("#text", f"Dim the bedside lamp to {20 + number} %")
            await page.evaluate(STOPWATCH)
            await page.keyboard.press("Enter")
            await page.locator(".turn .status").nth(number).wait_for(state="attached")
            taken.append(await page.evaluate("lifeAt - keyAt"))
            await page.locator(".turn .answer").nth(number).wait_for()
        await browser.close()
    print(f"first sign of life: median {statistics.median(taken):.0f} ms, worst {max(taken):.0f} ms of {times}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8765", int(sys.argv[2]) if len(sys.argv) > 2 else 20))
