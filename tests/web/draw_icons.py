"""The app's icons, drawn from `gecko.svg`: `make icons`. They are committed; draw them anew after a change of the drawing.

A maskable icon and Apple's are cut to a shape by the device: their green reaches every edge, and the gecko stands within the safe middle.
"""

import asyncio
import re
from pathlib import Path

from playwright.async_api import Browser

import yamori.web

from .browser import chromium

_STATIC = Path(yamori.web.__file__).parent / "static"
_SAFE = 0.72
"""How much of its side the gecko takes where the edges may be cut."""
_DRAWN = (("192", 192, False), ("512", 512, False), ("maskable-512", 512, True), ("apple-180", 180, True))


async def draw(browser: Browser, svg: str, size: int, file: Path) -> None:
    page = await browser.new_page(viewport={"width": size, "height": size})
    sized = svg.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
    await page.set_content(f"<style>*{{margin:0}}svg{{display:block}}</style>{sized}")
    await page.screenshot(path=file, omit_background=True)
    await page.close()


def full_bleed(svg: str) -> str:
    """The green to the edges, everything else smaller and in the middle."""
    background, rest = re.match(r"(?s)(.*?<rect[^>]*/>)(.*)</svg>", svg).groups()  # type: ignore[union-attr]  # our own drawing
    margin = 64 * (1 - _SAFE) / 2
    return f'{re.sub(r" rx=.16.", "", background)}<g transform="translate({margin} {margin}) scale({_SAFE})">{rest}</g></svg>'


async def main() -> None:
    svg = (_STATIC / "gecko.svg").read_text(encoding="utf-8")
    (_STATIC / "icons").mkdir(exist_ok=True)
    async with chromium() as browser:
        for name, size, is_cut in _DRAWN:
            await draw(browser, full_bleed(svg) if is_cut else svg, size, _STATIC / "icons" / f"{name}.png")


if __name__ == "__main__":
    asyncio.run(main())
