"""Errands with automations and scenes, by hand alone."""

import re

from playwright.async_api import Locator, Page, expect

from .household import ErrandHouse, comes_true

MONDAY_TO_THURSDAY = "On Mondays, Tuesdays, Wednesdays and Thursdays at 7:30 I will open the bedroom blinds."


def row(page: Page, says: str) -> Locator:
    """The line of the automation that says this of itself."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("switch", name=re.compile(says))).last


async def test_have_the_blinds_open_half_an_hour_later_and_not_on_fridays(house: ErrandHouse) -> None:
    await house.was_said("Every weekday at seven open the bedroom blinds")
    async with house.desk(path="/automations") as page:
        blinds = row(page, "open the bedroom blinds")
        await blinds.get_by_text("Change it, and why it ran").click()
        await blinds.get_by_label("Time").fill("07:30")
        await blinds.get_by_label("Fri").uncheck()
        await blinds.get_by_role("button", name="Save").click()
        await expect(page.get_by_text("Changed:")).to_be_visible()
        await expect(row(page, "open the bedroom blinds")).to_contain_text("07:30")

        async def says() -> list[str]:
            return [one.says for one in house.household.automations.all() if "bedroom blinds" in one.says]

        await comes_true(says, lambda found: found == [MONDAY_TO_THURSDAY])


async def test_switch_an_automation_off_and_on_again_in_japanese(house: ErrandHouse) -> None:
    await house.was_said("毎朝6時に換気扇をつけて")
    async with house.phone("ja", "/automations") as page:
        fan = row(page, "換気扇")

        async def on() -> list[bool]:
            return [one.enabled for one in house.household.automations.all() if "換気扇" in one.says]

        await fan.get_by_role("switch").tap()
        await expect(page.get_by_text("オフにしました：")).to_be_visible()
        await comes_true(on, lambda found: found == [False])
        await row(page, "換気扇").get_by_role("switch").tap()
        await expect(page.get_by_text("オンにしました：")).to_be_visible()
        await comes_true(on, lambda found: found == [True])


async def test_do_an_automation_now_remove_it_and_bring_it_back(house: ErrandHouse) -> None:
    await house.was_said("Every Sunday at nine turn on the study plug")
    async with house.phone(path="/automations") as page:
        await row(page, "study plug").get_by_role("button", name=re.compile("^Run now")).tap()
        await house.becomes("study-plug.main.switch.switch", "on")
        await row(page, "study plug").get_by_role("button", name=re.compile("^Remove")).tap()
        await expect(row(page, "study plug")).to_have_count(0)
        assert not any("study plug" in one.says for one in house.household.automations.all())
        await page.get_by_role("button", name="Undo").tap()
        await expect(row(page, "study plug")).to_be_visible()


async def test_have_the_lights_set_for_dinner_after_reading_what_that_does(house: ErrandHouse) -> None:
    async with house.phone(path="/home") as page:
        scenes = page.get_by_role("region", name="Scenes")
        await scenes.get_by_text("Dinner…").tap()
        await expect(scenes.get_by_text(re.compile("^Set the kitchen light to"))).to_be_visible()
        await scenes.get_by_role("button", name="Yes, do it").tap()
        await expect(scenes.get_by_role("button", name="Dinner")).to_be_visible()
        await expect(scenes.get_by_role("status")).not_to_be_empty()
        assert "dinner" in {kept.kind for kept in await house.household.scenes.store.all()}


async def test_get_ready_for_a_film_in_japanese(house: ErrandHouse) -> None:
    async with house.phone("ja", "/") as page:
        scenes = page.get_by_role("region", name="シーン")
        await scenes.get_by_text("映画…").tap()
        await scenes.get_by_role("button", name="はい、実行する").tap()
        await expect(scenes.get_by_role("status")).not_to_be_empty()
        await expect(scenes.get_by_role("button", name="映画")).to_be_visible()
