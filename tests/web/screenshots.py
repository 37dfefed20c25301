"""Pictures of every page: `python -m tests.web.screenshots OUT [--only TEXT] [--address URL] [--readme]`, for a phone and a desk, light and
dark, in English and Japanese.

Serves the demo home without a model, filled as a household that lives with it would have filled it; with an address it looks at that house
as it is. What went wrong on a page (its console, a request) is printed, and so is what stands wider than the screen. For people to look at:
pictures are not committed, but for the few of the README (`--readme`, small).
"""

import argparse
import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import uvicorn
from playwright.async_api import Browser, Page

from yamori.apps.evaluated import EvaluatedHousehold, evaluated_household
from yamori.apps.homes import named_home
from yamori.evaluation.household import HouseholdSpec
from yamori.llm.scripted import ScriptedModels

from .browser import chromium
from .schedule_pictures import seed

SIZES = {"phone": (390, 844), "desk": (1280, 800)}
THEMES = ("light", "dark")
NOW = datetime(2026, 11, 21, 18, 20, tzinfo=ZoneInfo("Asia/Tokyo"))
SAID = {
    "en": (
        "Every weekday at seven open the living room blinds",
        "When the front door opens turn on the entrance light",
        "I'm allergic to walnuts",
        "I prefer the bedroom at 19 degrees",
        "Set a timer for 20 minutes",
        "Turn on the floor lamp",
        "Put milk, two lemons and coffee filters on the shopping list",
        "Unlock the front door",
    ),
    "ja": (
        "平日の朝7時にリビングのブラインドを開けて",
        "玄関のドアが開いたら玄関の照明をつけて",
        "くるみのアレルギーがあります",
        "20分のタイマーをかけて",
        "フロアランプをつけて",
        "牛乳とレモン2個を買い物リストに入れて",
        "玄関の鍵を開けて",
    ),
}
PAPER = {
    "en": (
        "rice-cooker.md",
        "# Rice cooker\n\n## Cleaning\n\nTake out the inner lid every day and wash it with warm water. No dishwasher.\n",
    ),
    "ja": ("炊飯器.md", "# 炊飯器の説明書\n\n## お手入れ\n\n内ぶたは毎日はずして、ぬるま湯で洗ってください。\n"),
}
PLACES = {
    "chat": "/",
    "chat-said": "/?conversation={conversation}",
    "home": "/home",
    "device-light": "/home/of/living-room-ceiling-light",
    "device-lock": "/home/of/front-door-lock",
    "device-air": "/home/of/air-conditioner",
    "device-sensor": "/home/of/living-room-climate-sensor",
    "devices": "/devices",
    "schedule": "/schedule",
    "routines": "/schedule/routines",
    "diary": "/schedule/diary",
    "automations": "/automations",
    "papers": "/papers",
    "topic": "/papers/household",
    "paper": "/papers/household/1",
    "memory": "/memory",
    "lists": "/lists",
    "chats": "/chats",
    "settings": "/settings",
    "welcome": "/welcome",
    "account": "/account",
    "sign-in": "/sign-in",
    "offline": "/offline",
    "not-there": "/home/of/nowhere",
}
README = {
    "chat": ("/?conversation={conversation}", "desk", "light", "en"),
    "home": ("/home", "desk", "light", "en"),
    "schedule": ("/schedule", "desk", "light", "en"),
    "home-phone": ("/home", "phone", "dark", "ja"),
    "chat-phone": ("/?conversation={conversation}", "phone", "light", "ja"),
}
"""What the README shows: name of the picture, page, size, theme, language."""
DIALOGS = {"schedule": ("editor", "#new")}
"""On a desk some pages are looked at once more with this pressed."""
TOO_WIDE = """() => [...document.querySelectorAll("body *")].filter((e) => {
  const box = e.getBoundingClientRect();
  if (!box.width || box.right <= innerWidth + 1) return false;
  const cuts = (one) => ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(one).overflowX);
  for (let p = e.parentElement; p; p = p.parentElement) if (cuts(p)) return p === document.body;
  return true;
}).slice(0, 3).map((e) => `${e.tagName}.${e.className} to ${Math.round(e.getBoundingClientRect().right)}`)"""


@asynccontextmanager
async def lived_in(language: str) -> AsyncIterator[tuple[str, str]]:
    """The demo home after a day of use: its address, and a conversation."""
    spec = HouseholdSpec(home="demo", now=NOW, papers={PAPER[language][0]: PAPER[language][1]})
    async with evaluated_household(named_home("demo"), spec, ScriptedModels({}), None) as house:
        server = uvicorn.Server(uvicorn.Config(house.household.app, log_level="warning", log_config=None, timeout_graceful_shutdown=1))
        listening = socket.create_server(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", await filled(house, language)
        finally:
            server.should_exit = True
            await running


async def filled(house: EvaluatedHousehold, language: str) -> str:
    """Say and write what people do; gives the conversation in which it was said."""
    await seed(house.household.schedule, house.person, language)
    conversation = ""
    for text in SAID[language]:
        going_on = {"conversation": conversation} if conversation else {}
        begun = (await house.client.post("/turns", json={"text": text, "person": house.person, **going_on})).json()
        conversation = begun["conversation"]
        async with house.client.stream("GET", f"/turns/{begun['turn']}/events") as events:
            async for line in events.aiter_lines():
                if line in ("event: ended", "event: waiting", "event: replied"):
                    break
        turn = (await house.client.get(f"/turns/{begun['turn']}")).json()
        print(f"  {text} -> {turn.get('answer')}")
    for degrees in (21.5, 21.8, 22.4, 22.1, 21.9):
        house.clock.advance(timedelta(minutes=3))
        await house.household.gate.set("living-room-climate-sensor.main.temperatureMeasurement.temperature", degrees)
    await house.household.gate.set("front-door-sensor.main.contactSensor.contact", "open")
    return conversation


async def shoot(page: Page, path: Path) -> None:
    await page.wait_for_timeout(600)
    await page.screenshot(path=path)
    if too_wide := await page.evaluate(TOO_WIDE):
        print("  wider than the screen:", path.name, too_wide)


async def pictures(browser: Browser, address: str, conversation: str, out: Path, language: str, only: str) -> None:
    for theme in THEMES:
        for size, (width, height) in SIZES.items():
            context = await browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                locale=language,
                has_touch=size == "phone",
                is_mobile=size == "phone",
            )
            page = await context.new_page()
            page.on("console", lambda message, page=page: print("  console", page.url, message.type, message.text))
            page.on("pageerror", lambda error, page=page: print("  error", page.url, error))
            for name, place in PLACES.items():
                stem = f"{name}-{size}-{theme}-{language}"
                if only not in stem:
                    continue
                await page.goto(address + place.format(conversation=conversation), wait_until="load")
                await shoot(page, out / f"{stem}.png")
                if size == "desk" and name in DIALOGS:
                    what, button = DIALOGS[name]
                    await page.locator(button).first.click()
                    await shoot(page, out / f"{name}-{what}-{size}-{theme}-{language}.png")
                if size == "phone" and name in ("home", "schedule"):
                    await page.click(".talk-opener:visible")
                    await shoot(page, out / f"{name}-talk-{size}-{theme}-{language}.png")
            await context.close()


async def readme(browser: Browser, address: str, conversation: str, out: Path, language: str) -> None:
    for name, (place, size, theme, of) in README.items():
        if of != language:
            continue
        width, height = SIZES[size]
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            locale=language,
            has_touch=size == "phone",
            is_mobile=size == "phone",
        )
        page = await context.new_page()
        await page.goto(address + place.format(conversation=conversation), wait_until="load")
        await page.wait_for_timeout(1_000)
        await page.screenshot(path=out / f"{name}.jpg", type="jpeg", quality=78)
        await context.close()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", default="", help="what the names of the pictures hold")
    parser.add_argument("--address", help="a house that runs")
    parser.add_argument("--readme", action="store_true", help="only the pictures of the README")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    async with chromium() as browser:
        for language in ("en", "ja"):
            if not any(given.only in f"{name}-{size}-{theme}-{language}" for name in PLACES for size in SIZES for theme in THEMES):
                continue
            if given.address:
                await pictures(browser, given.address, "", given.out, language, given.only)
                continue
            async with lived_in(language) as (address, conversation):
                if given.readme:
                    await readme(browser, address, conversation, given.out, language)
                    continue
                await pictures(browser, address, conversation, given.out, language, given.only)


if __name__ == "__main__":
    asyncio.run(main())
