"""Errands at home, by hand alone: lights, heat, blinds, machines and the front door, from a phone and a desk, in English and Japanese."""

import re

from playwright.async_api import expect

from .household import ErrandHouse, set_slider, tile


async def test_turn_the_hall_light_on_from_the_phone_and_see_it_on_the_other_phone(house: ErrandHouse) -> None:
    async with house.phone(path="/home") as mine, house.phone(path="/home") as other:
        await expect(tile(other, "Entrance light")).to_contain_text("off")
        await tile(mine, "Entrance light").get_by_role("switch").tap()
        await expect(tile(mine, "Entrance light").get_by_role("switch")).to_be_checked()
        await expect(tile(other, "Entrance light").get_by_role("switch")).to_be_checked()
        await house.becomes("entrance-light.main.switch.switch", "on")


async def test_dim_the_childrens_light_with_a_finger_in_japanese(house: ErrandHouse) -> None:
    async with house.phone("ja", "/home") as page:
        await set_slider(tile(page, "子供部屋の明かり").get_by_role("slider"), 0.5)
        shown = await tile(page, "子供部屋の明かり").get_by_role("slider").input_value()
        assert 40 <= int(shown) <= 60
        await house.becomes("kids-room-light.main.switchLevel.level", int(shown))
        await expect(tile(page, "子供部屋の明かり")).to_contain_text(f"{shown}\N{NO-BREAK SPACE}%")


async def test_make_the_room_warmer_by_two_steps(house: ErrandHouse) -> None:
    async with house.desk(path="/home") as page:
        conditioner = tile(page, "Air conditioner")
        await conditioner.get_by_role("switch").click()
        for _ in range(2):
            await conditioner.get_by_role("button", name="Target temperature higher").click()
        await house.becomes("air-conditioner.main.switch.switch", "on")
        await expect(conditioner.get_by_text(re.compile("^2[56]"))).to_be_visible()
        shown = await conditioner.get_by_text(re.compile("^2[56]")).inner_text()
        await house.becomes("air-conditioner.main.temperatureSetpoint.temperatureSetpoint", float(shown.split()[0]))


async def test_unlock_the_front_door_after_a_yes_and_lock_it_again_in_japanese(house: ErrandHouse) -> None:
    async with house.phone("ja", "/home") as page:
        door = tile(page, "玄関の鍵")
        await door.get_by_role("button", name=re.compile("^解錠")).tap()
        await expect(door.get_by_role("button", name="はい")).to_be_visible()
        await house.becomes("front-door-lock.main.lock.lock", "locked")
        await door.get_by_role("button", name="はい").tap()
        await house.becomes("front-door-lock.main.lock.lock", "unlocked")
        await expect(page.get_by_role("region", name="確認してください")).to_contain_text("玄関の鍵")
        await door.get_by_role("button", name=re.compile("^施錠")).tap()
        await house.becomes("front-door-lock.main.lock.lock", "locked")
        await expect(door).to_contain_text("施錠")


async def test_close_the_bedroom_blinds_halfway_from_their_own_page_and_take_it_back(house: ErrandHouse) -> None:
    async with house.desk(path="/home") as page:
        await tile(page, "Bedroom blinds").get_by_role("link").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Bedroom blinds")
        await set_slider(page.get_by_role("slider"), 0.5)
        await expect(page.get_by_role("button", name=re.compile("^Undo: Bedroom blinds"))).to_be_visible()
        shown = int(await page.get_by_role("slider").input_value())
        await house.becomes("bedroom-blinds.main.windowShadeLevel.shadeLevel", shown)
        await page.get_by_role("button", name=re.compile("^Undo: Bedroom blinds")).first.click()
        await house.becomes("bedroom-blinds.main.windowShadeLevel.shadeLevel", 0)
        await expect(page.get_by_role("slider")).to_have_value("0")


async def test_choose_a_colour_for_the_bedside_lamp_in_japanese(house: ErrandHouse) -> None:
    async with house.phone("ja", "/home") as page:
        await tile(page, "ベッドサイドランプ").get_by_role("link").tap()
        await page.get_by_role("button", name="青", exact=True).tap()
        await house.becomes("bedside-lamp.main.colorControl.color", "blue")
        await expect(page.get_by_role("button", name="青", exact=True)).to_have_attribute("aria-pressed", "true")
        await expect(tile(page, "ベッドサイドランプ")).to_contain_text("青")


async def test_find_the_dishwasher_by_its_name_choose_a_mode_and_start_it(house: ErrandHouse) -> None:
    async with house.phone(path="/home") as page:
        await page.get_by_role("searchbox", name="Search devices").fill("dish")
        found = page.get_by_role("region", name="Found")
        await expect(found.get_by_role("article")).to_have_count(1)
        await found.get_by_role("link", name="Dishwasher").tap()
        mode = page.get_by_role("combobox", name=re.compile("rogramme$"))
        await mode.select_option("eco")
        await house.becomes("dishwasher.main.dishwasherMode.dishwasherMode", "eco")
        await page.get_by_role("button", name="Start", exact=True).tap()
        await house.becomes("dishwasher.main.dishwasherOperatingState.machineState", "run")
        await expect(tile(page, "Dishwasher")).to_contain_text("running")


async def test_make_the_speaker_a_favourite_and_play_from_the_top_of_the_page_in_japanese(house: ErrandHouse) -> None:
    async with house.phone("ja", "/home") as page:
        await tile(page, "スピーカー").get_by_role("link").tap()
        await page.get_by_role("button", name="お気に入り").tap()
        await expect(page.get_by_role("button", name="お気に入り")).to_have_attribute("aria-pressed", "true")
        await page.get_by_role("navigation").get_by_role("link", name="家").tap()
        top = page.get_by_role("region", name="お気に入り").get_by_role("article", name="スピーカー")
        await top.get_by_role("button", name="再生").tap()
        await house.becomes("living-room-speaker.main.mediaPlayback.playbackStatus", "playing")
        await expect(top).to_contain_text("再生中")
