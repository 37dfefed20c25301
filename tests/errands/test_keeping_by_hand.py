"""Errands with what the house keeps, by hand alone: memory, papers, conversations, this device's settings."""

import re
from pathlib import Path

import httpx
from playwright.async_api import expect

from yamori.apps.household import run_household
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels

from .household import NOW, ErrandHouse, comes_true, served


async def test_correct_what_is_remembered_and_then_have_it_forgotten_in_japanese(house: ErrandHouse) -> None:
    await house.was_said("妹の名前は花です")
    async with house.desk("ja", "/memory") as page:
        await page.get_by_text(re.compile("花")).first.click()
        await page.get_by_label("正しい内容").last.fill("妹の名前は華")
        await page.get_by_role("button", name="訂正する").last.click()
        await expect(page.get_by_text("訂正しました。")).to_be_visible()
        assert house.household.told is not None
        told = house.household.told

        async def known() -> str:
            return " ".join(kept.statement.words for kept in await told.known("aiko"))

        await comes_true(known, lambda found: "華" in found)
        await page.get_by_text(re.compile("華")).first.click()
        await page.get_by_role("button", name="忘れる", exact=True).last.click()
        await expect(page.get_by_text("忘れました。")).to_be_visible()
        await comes_true(known, lambda found: "華" not in found)


async def test_bring_a_manual_from_the_phone_read_it_and_remove_it(house: ErrandHouse) -> None:
    async with house.phone(path="/papers") as page:
        await page.get_by_label("Topic, one that there is or a new one").fill("kitchen")
        manual = {
            "name": "kettle.md",
            "mimeType": "text/markdown",
            "buffer": b"# Kettle\n\n## Descaling\n\nBoil vinegar in it once a month.\n",
        }
        await page.get_by_label("Drop files here, or choose them").set_input_files([manual])  # type: ignore[list-item]
        await page.get_by_role("button", name="Add", exact=True).tap()
        await page.get_by_role("link", name=re.compile("^kitchen")).tap()
        await page.get_by_role("link", name="Kettle").tap()
        await expect(page.get_by_text("Boil vinegar in it once a month.")).to_be_visible()
        await page.get_by_role("link", name="kitchen").tap()
        await page.get_by_label("Remove: Kettle").tap()
        await page.get_by_role("button", name="Yes, remove it").tap()
        await expect(page.get_by_role("link", name="Kettle")).to_have_count(0)


async def test_ask_ones_papers_in_japanese(house: ErrandHouse) -> None:
    async with house.desk("ja", "/papers") as page:
        manual = {
            "name": "洗濯機.md",
            "mimeType": "text/markdown",
            "buffer": "# 洗濯機\n\n## 槽洗浄\n\n槽洗浄は月に一度、専用の洗剤で行います。\n".encode(),
        }
        await page.get_by_label("ここにファイルをドロップするか、選んでください").set_input_files([manual])  # type: ignore[list-item]
        await page.get_by_role("button", name="追加", exact=True).click()
        await expect(page.get_by_role("list").get_by_text("読み込みました", exact=False).first).to_be_visible()
        await page.get_by_role("searchbox", name="書類にきく").fill("槽洗浄はどのくらいの間隔で行いますか")
        await page.get_by_role("button", name="きく", exact=True).click()
        await expect(page.get_by_role("blockquote")).to_contain_text("月に一度")
        await expect(page.get_by_role("link", name=re.compile("洗濯機")).first).to_be_visible()


async def test_give_a_conversation_a_name_find_it_by_a_word_and_delete_it(house: ErrandHouse) -> None:
    conversation = await house.was_said("Is the front door lock locked?")
    async with house.phone(path="/chats") as page:
        talk = page.get_by_role("listitem").filter(has=page.get_by_label("Rename or delete: Is the front door lock locked?"))
        await talk.get_by_label("Rename or delete: Is the front door lock locked?").tap()
        await talk.get_by_label("Name", exact=True).fill("The door")
        await talk.get_by_role("button", name="Rename").tap()
        await page.get_by_role("searchbox", name="Search what was said").fill("lock locked")
        await page.get_by_role("button", name="Search").tap()
        await page.get_by_role("link", name=re.compile("The door")).tap()
        await expect(page.get_by_role("article", name="Is the front door lock locked?")).to_be_visible()
        await page.get_by_role("link", name="Conversations").tap()
        named = page.get_by_role("listitem").filter(has=page.get_by_label("Rename or delete: The door"))
        await named.get_by_label("Rename or delete: The door").tap()
        await named.get_by_role("button", name="Delete").tap()
        await expect(page.get_by_role("link", name=re.compile("The door"))).to_have_count(0)
        async with httpx.AsyncClient(base_url=house.address, trust_env=False) as client:
            assert not (await client.get(f"/conversations/{conversation}")).is_success


async def test_make_this_tablet_the_kitchens_in_japanese_and_dark(house: ErrandHouse) -> None:
    async with house.phone(path="/settings") as page:
        await page.get_by_label("Who uses it").select_option("Kenji")
        await page.get_by_label("Where it stands").select_option("Kitchen")
        await page.get_by_label("Language").select_option("日本語")
        await page.get_by_label("Colours").select_option("Dark")
        await page.get_by_role("button", name="Save").tap()
        await expect(page.get_by_text("この端末に保存しました。")).to_be_visible()
        await page.get_by_role("link", name="チャット").tap()
        await expect(page.get_by_label("いまいる場所")).to_have_value("kitchen")
        await expect(page.get_by_label("話している人")).to_have_value("kenji")
        assert await page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


async def test_find_out_in_an_empty_house_how_to_begin(house: ErrandHouse, tmp_path: Path) -> None:
    running = run_household(load_home("empty"), data=tmp_path, clock=SetClock(NOW), models=ScriptedModels({}))
    async with running as empty, served(empty) as address:
        there = ErrandHouse(household=empty, address=address, browser=house.browser, clock=house.clock)
        async with there.phone() as page:
            await page.get_by_role("main").get_by_role("link", name="Getting started").tap()
            await expect(page.get_by_role("heading", level=1)).to_have_text("Getting started")
            await expect(page.get_by_role("heading", name=re.compile("Home Assistant"))).to_be_visible()
            await page.get_by_role("navigation", name="Pages").get_by_role("link", name="Lists").tap()
            await page.get_by_label("Add to Shopping list").fill("Light bulbs")
            await page.get_by_role("button", name="Add", exact=True).tap()
            await expect(page.get_by_role("checkbox", name="Light bulbs")).to_be_visible()
