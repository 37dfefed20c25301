"""Pages where something is against them: no scripts, a connection that comes and goes, two fingers at once, unusual names, a tab that
was left open for a week. (A device that takes its time: `tests/web/home/slow_home.py`.)"""

import asyncio
import re
from datetime import timedelta
from pathlib import Path

from playwright.async_api import expect
from tests.apps.accounts import PASSWORDS, house_of

from yamori.apps.household import run_household
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels

from .household import DESK, NOW, PATIENCE, ErrandHouse, comes_true, served, set_slider, tile

LONG = "The lamp that grandmother brought from Kanazawa " * 4 + "in 1962."
ARABIC = "مصباح غرفة الجلوس"
NAMES = f"""
home: hut
place: {{name: Kyoto, country: JP, latitude: 35.0, longitude: 135.8, timezone: Asia/Tokyo}}
rooms: [{{id: hut, name: "{LONG[:190]}"}}, {{id: majlis, name: "مجلس"}}]
people: [{{id: sora, name: Sora, role: adult}}]
devices:
  - {{id: long, name: "{LONG[:200]}", room: hut, components: {{main: {{switch: {{switch: "off"}}, switchLevel: {{level: 80}}}}}}}}
  - {{id: arabic, name: "{ARABIC}", room: majlis, components: {{main: {{switch: {{switch: "off"}}}}}}}}
"""


async def test_without_scripts_one_reads_the_page_and_talks_to_the_house(house: ErrandHouse) -> None:
    async with house.phone(scripts=False) as page:
        await page.get_by_role("textbox", name="What would you like?").fill("Is the bathroom fan on?")
        await page.get_by_role("button", name="Send").click()
        answer = page.get_by_text(re.compile("bathroom fan is (on|off)"))
        for _ in range(20):
            if await answer.count():
                break
            await page.reload()
        await expect(answer.first).to_be_visible()
        for name in ("Home", "Schedule", "Lists", "Automations", "Papers", "Memory", "Settings"):
            await page.get_by_role("link", name=name, exact=name != "Settings").first.click()
            await expect(page.get_by_role("heading", level=1)).to_have_text(name)
            await expect(page.get_by_role("navigation", name="Pages")).to_be_visible()
            if name == "Schedule":
                await page.get_by_role("link", name="The next four weeks as a list").click()
                await expect(page.get_by_role("heading", name="The next four weeks as a list")).to_be_visible()


async def test_a_connection_that_comes_and_goes_loses_nothing(house: ErrandHouse) -> None:
    async with house.phone(path="/home") as page:
        light = tile(page, "Desk lamp")
        await page.context.set_offline(True)
        await light.get_by_role("switch").tap()
        await expect(light).to_contain_text("Yamori does not answer. Nothing was changed")
        await expect(light.get_by_role("switch")).not_to_be_checked()
        await page.context.set_offline(False)
        await light.get_by_role("switch").tap()
        await house.becomes("desk-lamp.main.switch.switch", "on")
        await expect(light.get_by_role("switch")).to_be_checked()


async def test_two_fingers_on_one_slider_leave_both_phones_with_what_the_house_has(house: ErrandHouse) -> None:
    async with house.phone(path="/home") as mine, house.phone(path="/home") as other:
        sliders = [tile(page, "Bedroom TV").get_by_role("slider") for page in (mine, other)]
        await asyncio.gather(set_slider(sliders[0], 0.2), set_slider(sliders[1], 0.8))

        async def shown() -> list[str]:
            read = {one.path: one.value for one in await house.household.gate.snapshot("bedroom-tv")}
            return [str(read["bedroom-tv.main.audioVolume.volume"]), *[await slider.input_value() for slider in sliders]]

        await comes_true(shown, lambda found: len(set(found)) == 1)


async def test_a_name_of_200_characters_and_one_in_arabic_keep_their_place(house: ErrandHouse, tmp_path: Path) -> None:
    file = tmp_path / "hut.home.yaml"
    file.write_text(NAMES, encoding="utf-8")
    async with run_household(load_home(file), data=None, clock=SetClock(NOW), models=ScriptedModels({})) as hut, served(hut) as address:
        there = ErrandHouse(household=hut, address=address, browser=house.browser, clock=house.clock)
        for open_on in (there.phone, there.desk):
            async with open_on(path="/home") as page:
                await tile(page, ARABIC).get_by_role("switch").click()
                await there.becomes("arabic.main.switch.switch", "on")
                await expect(tile(page, ARABIC).get_by_role("link")).to_have_css("direction", "rtl")
                await tile(page, ARABIC).get_by_role("switch").click()
                await there.becomes("arabic.main.switch.switch", "off")
                await tile(page, LONG[:200]).get_by_role("switch").click()
                await there.becomes("long.main.switch.switch", "on")
                await tile(page, LONG[:200]).get_by_role("switch").click()
                await there.becomes("long.main.switch.switch", "off")
                for path in ("/home/of/long", "/devices", "/", "/home/of/arabic"):
                    await page.goto(path)
                    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        async with there.phone(path="/lists") as page:
            await page.get_by_label("Add to Shopping list").fill(f"{'b' * 200}, {ARABIC}")
            await page.get_by_role("button", name="Add", exact=True).tap()
            await expect(page.get_by_role("checkbox", name=re.compile("b{20}"))).to_be_visible()


async def test_a_tab_that_was_left_open_for_a_week_still_works_for_whoever_is_signed_in(house: ErrandHouse) -> None:
    clock = SetClock(NOW)
    async with house_of("aiko", clock=clock) as household, served(household) as address:
        there = ErrandHouse(household=household, address=address.replace("127.0.0.1", "localhost"), browser=house.browser, clock=clock)
        async with there.phone(path="/sign-in") as page:
            await page.get_by_label("Name").fill("aiko")
            await page.get_by_label("Password").first.fill(PASSWORDS["aiko"])
            await page.get_by_role("button", name="Sign in", exact=True).tap()
            await page.get_by_role("navigation", name="Pages").get_by_role("link", name="Home").tap()
            clock.advance(timedelta(days=7))
            await tile(page, "Desk lamp").get_by_role("switch").tap()
            await there.becomes("desk-lamp.main.switch.switch", "on")
            await expect(tile(page, "Desk lamp").get_by_role("switch")).to_be_checked()


async def test_a_tab_whose_session_has_run_out_says_so_and_leads_to_the_sign_in(house: ErrandHouse) -> None:
    clock = SetClock(NOW)
    async with house_of("aiko", clock=clock) as household, served(household) as address:
        there = ErrandHouse(household=household, address=address.replace("127.0.0.1", "localhost"), browser=house.browser, clock=clock)
        context = await house.browser.new_context(viewport={"width": DESK[0], "height": DESK[1]}, locale="en", base_url=there.address)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        await page.goto("/sign-in")
        await page.get_by_label("Name").fill("aiko")
        await page.get_by_label("Password").first.fill(PASSWORDS["aiko"])
        await page.get_by_role("button", name="Sign in", exact=True).click()
        await page.get_by_role("navigation", name="Pages").get_by_role("link", name="Home").click()
        await expect(tile(page, "Desk lamp").get_by_role("switch")).to_be_visible()
        clock.advance(timedelta(days=40))
        sign_in = page.get_by_role("heading", name="Sign in")
        # The finger finds it out, or the page by itself when it looks again; whichever comes first.
        await tile(page, "Desk lamp").get_by_role("switch").or_(sign_in).first.click()
        await expect(sign_in.first).to_be_visible()
        await context.close()
