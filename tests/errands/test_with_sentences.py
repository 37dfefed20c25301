"""Errands that mix sentences and hands: what is said is seen on the page, and gone on with by hand."""

import re
from datetime import date, time

from playwright.async_api import expect

from .household import ErrandHouse, comes_true, say, tile


async def test_have_the_coffee_made_by_a_sentence_and_switch_it_off_by_hand(house: ErrandHouse) -> None:
    async with house.phone(path="/home") as page:
        turn = await say(page, "Turn on the coffee maker")
        await expect(turn).to_contain_text("coffee maker is on")
        await house.becomes("coffee-maker.main.switch.switch", "on")
        await page.get_by_role("complementary", name="Conversation").get_by_role("button", name="Close").tap()
        await tile(page, "Coffee maker").get_by_role("switch").tap()
        await house.becomes("coffee-maker.main.switch.switch", "off")


async def test_say_what_is_needed_and_tick_it_off_by_hand_in_japanese(house: ErrandHouse) -> None:
    async with house.phone("ja", "/lists") as page:
        turn = await say(page, "買い物リストに味噌、豆腐を追加して")
        await expect(turn).to_contain_text("味噌")
        await page.get_by_role("complementary", name="会話").get_by_role("button", name="閉じる").tap()
        await page.get_by_role("checkbox", name=re.compile("豆腐")).tap()

        async def shopping() -> dict[str, bool]:
            return {item.name: item.done for one in await house.household.lists.store.everything() for item in one.items}

        await comes_true(shopping, lambda found: found.get("豆腐") is True and found.get("味噌") is False)
        await expect(page.get_by_role("checkbox", name=re.compile("豆腐"))).to_be_checked()


async def test_set_a_timer_by_a_sentence_see_it_count_at_home_and_stop_it_by_hand(house: ErrandHouse) -> None:
    async with house.phone() as page:
        turn = await say(page, "Set a timer for 25 minutes")
        await expect(turn).to_contain_text("until 18:45")
        await page.get_by_role("navigation").get_by_role("link", name="Home").tap()
        timer = page.get_by_role("list", name="Counting down").get_by_role("listitem").filter(has_text="18:45")
        await expect(timer).to_be_visible()
        await timer.get_by_role("button", name=re.compile("^Stop")).tap()
        await expect(timer).to_have_count(0)


async def test_speak_of_the_lamp_that_one_looks_at(house: ErrandHouse) -> None:
    async with house.phone(path="/home/of/desk-lamp") as page:
        turn = await say(page, "set it to 35 %")
        await expect(turn).to_contain_text("35")
        await house.becomes("desk-lamp.main.switchLevel.level", 35)
        await page.get_by_role("complementary", name="Conversation").get_by_role("button", name="Close").tap()
        await expect(page.get_by_role("slider", name="Brightness")).to_have_value("35")


async def test_say_an_automation_and_change_its_hour_by_hand_in_japanese(house: ErrandHouse) -> None:
    async with house.desk("ja", "/automations") as page:
        await say(page, "平日の朝7時にリビングのブラインドを開けて")
        row = page.get_by_role("listitem").filter(has=page.get_by_role("switch", name=re.compile("リビングのブラインド"))).last
        await row.get_by_text("変更・動いた理由").click()
        await row.get_by_label("時刻").fill("08:15")
        await row.get_by_role("button", name="保存").click()
        await expect(page.get_by_text("変更しました：")).to_be_visible()

        async def says() -> list[str]:
            return [one.says for one in house.household.automations.all() if "リビングのブラインド" in one.says]

        await comes_true(says, lambda found: len(found) == 1 and "8:15" in found[0])


async def test_ask_for_the_door_to_be_opened_and_say_no_in_japanese(house: ErrandHouse) -> None:
    async with house.phone("ja") as page:
        turn = await say(page, "玄関の鍵を開けて")
        await turn.get_by_role("button", name="いいえ").tap()
        await expect(turn.get_by_role("button", name="いいえ")).to_have_count(0)
        await house.becomes("front-door-lock.main.lock.lock", "locked")


async def test_mean_another_lamp_and_put_it_right_with_a_tap(house: ErrandHouse) -> None:
    async with house.desk() as page:
        turn = await say(page, "Turn on the bathroom light")
        await turn.get_by_text("Did you mean another one?").click()
        await turn.get_by_label("Which device").select_option("Bathroom fan")
        await turn.get_by_role("button", name="Do this instead").click()
        await house.becomes("bathroom-fan.main.switch.switch", "on")
        await house.becomes("bathroom-light.main.switch.switch", "off")


async def test_tell_of_an_allergy_and_have_it_forgotten_by_hand(house: ErrandHouse) -> None:
    async with house.phone() as page:
        turn = await say(page, "I'm allergic to kiwi")
        await expect(turn).to_contain_text("remember")
        await page.get_by_role("navigation").get_by_role("link", name="Memory").tap()
        await page.get_by_text(re.compile("kiwi")).first.tap()
        await page.get_by_role("listitem").filter(has_text="kiwi").first.get_by_role("button", name="Forget", exact=True).tap()
        await expect(page.get_by_role("status").get_by_text("Forgotten.", exact=True)).to_be_visible()
        assert house.household.told is not None
        assert not any("kiwi" in kept.statement.words for kept in await house.household.told.known("aiko"))


async def test_say_an_appointment_and_give_it_a_place_by_hand(house: ErrandHouse) -> None:
    async with house.desk(path="/schedule") as page:
        await say(page, "Put the vet on my calendar tomorrow at 11")
        await page.get_by_role("button", name=re.compile("vet", re.IGNORECASE)).first.click()
        form = page.get_by_role("dialog")
        await form.get_by_label("Place").fill("Hase")
        await form.get_by_role("button", name="Save").click()

        async def kept() -> list[tuple[date | None, time | None, str | None]]:
            return [(t.date, t.time, t.place) for t in await house.household.schedule.tasks.everything() if "vet" in t.title.lower()]

        await comes_true(kept, lambda found: found == [(date(2026, 11, 22), time(11), "Hase")])


async def test_go_on_with_a_conversation_and_take_back_what_was_done_in_japanese(house: ErrandHouse) -> None:
    await house.was_said("寝室の照明をつけて")
    async with house.desk("ja", "/chats") as page:
        await page.get_by_role("link", name=re.compile("寝室の照明をつけて")).first.click()
        await house.becomes("bedroom-ceiling-light.main.switch.switch", "on")
        await page.get_by_role("button", name="元に戻す", exact=True).last.click()
        await house.becomes("bedroom-ceiling-light.main.switch.switch", "off")
        turn = await say(page, "それを50%にして")
        await expect(turn).to_contain_text("50")
        await house.becomes("bedroom-ceiling-light.main.switchLevel.level", 50)
