"""Pictures of the Schedule view: `python -m tests.web.schedule_pictures OUT`, wide and narrow, light and dark, English and Japanese."""

import argparse
import asyncio
import tempfile
from datetime import time, timedelta
from pathlib import Path

from playwright.async_api import Browser, Page

from yamori.agents.scheduler.store import NewTask, Schedule
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep

from .browser import chromium
from .real_house import RealHouse, real_house

SIZES = {"wide": (1280, 860), "narrow": (360, 780)}
WORDS = {
    "en": ("Dentist", "Buy detergent", "Tax form", "Lunch with Mei", "Return the library books", "Stretching", "Squats", "Plank", "Bins"),
    "ja": (
        "歯医者",
        "洗剤を買う",
        "確定申告の書類",
        "芽衣さんとお昼",
        "図書館に本を返す",
        "ストレッチ",
        "スクワット",
        "プランク",
        "ごみ出し",
    ),
}


async def seed(schedule: Schedule, person: str, language: str) -> None:
    dentist, detergent, tax, lunch, books, stretching, squats, plank, bins = WORDS[language]
    today = schedule.clock.now().date()

    def key(n: int) -> str:
        return f"seed-{language}-{n}"

    wanted = (
        NewTask(title=dentist, date=today + timedelta(days=1), time=time(15, 30), duration=timedelta(minutes=45), place="Ekimae Dental"),
        NewTask(title=detergent, date=today, memo="two bottles"),
        NewTask(title=tax, date=today - timedelta(days=4)),
        NewTask(title=lunch, date=today, time=time(12, 0), duration=timedelta(minutes=90)),
        NewTask(title=books, date=today - timedelta(days=1), time=time(10, 0), done=True),
        NewTask(title=tax, date=today + timedelta(days=3), duration=timedelta(days=3)),
        NewTask(title=books),
    )
    for n, task in enumerate(wanted):
        await schedule.tasks.create(task, person=person, key=key(n))
    since = today - timedelta(days=60)
    steps = (NewStep(title=squats, minutes=10), NewStep(title=plank, minutes=5))
    daily = NewRoutine(title=stretching, recurrence="FREQ=WEEKLY;BYDAY=MO,WE,FR,SA", starts=since, time=time(7, 0), steps=steps)
    made = (await schedule.routines.add(daily, person=person, key=key(20))).routine
    weekly = NewRoutine(title=bins, recurrence="FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", starts=since)
    await schedule.routines.add(weekly, person=person, key=key(21))
    for back in range(1, 26):
        day = today - timedelta(days=back)
        if day.weekday() in (0, 2, 4, 5) and back not in (10, 17):
            for step in made.steps:
                await schedule.routines.check(made.id, day, step_id=step.id, person=person, key=f"{key(30)}-{back}-{step.id}")
    await schedule.routines.check(made.id, today, step_id=made.steps[0].id, person=person, key=key(90))
    text = {"en": "Rained all day.\nFinished the book at last.", "ja": "一日じゅう雨。\nやっと本を読み終えた。"}[language]
    await schedule.logs.append(today, text, person=person, key=key(91))


async def pictures(browser: Browser, house: RealHouse, out: Path, language: str, person: str) -> None:
    for theme in ("light", "dark"):
        for size, (width, height) in SIZES.items():
            context = await browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                locale=language,
                device_scale_factor=2 if size == "narrow" else 1,
                has_touch=size == "narrow",
            )
            page = await context.new_page()
            page.on("console", lambda message: print(message.text))
            page.on("pageerror", lambda error: print("!!", error))
            await looked_at(page, house.address, out / f"{language}-{theme}-{size}", person, narrow=size == "narrow")
            await context.close()


async def looked_at(page: Page, address: str, name: Path, person: str, *, narrow: bool) -> None:
    async def shoot(what: str) -> None:
        await page.wait_for_timeout(350)
        await page.screenshot(path=f"{name}-{what}.png")

    await page.goto(f"{address}/schedule?person={person}")
    await shoot("1-start")
    await page.wait_for_selector(".entry", timeout=5_000)
    for view in ("dayGridMonth",) if narrow else ("timeGridWeek", "list"):
        await page.click(f"[data-view={view}]")
        await shoot(f"2-{view}")
    if not narrow:
        await page.click("[data-view=dayGridMonth]")
        await page.click(".pile summary >> nth=0")
    else:
        await page.click("[data-view=list]")
    await page.locator(".entry:visible").nth(0).click()
    await shoot("3-editor")
    await page.keyboard.press("Escape")
    await page.click("#share-open")
    await shoot("4-share")
    await page.goto(f"{address}/schedule/routines")
    await shoot("5-routines")
    await page.click("#new-routine")
    await shoot("6-new-routine")
    await page.goto(f"{address}/schedule/diary")
    await shoot("7-diary")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for language in ("en", "ja"):
        with tempfile.TemporaryDirectory() as folder:
            async with real_house(Path(folder)) as house, chromium() as browser:
                await seed(house.household.schedule, house.household.speaker, language)
                await pictures(browser, house, given.out, language, house.household.speaker)


if __name__ == "__main__":
    asyncio.run(main())
