"""Errands with lists, by hand alone: what is needed is written down by one person and ticked off by another."""

from collections.abc import Mapping

from playwright.async_api import Page, expect

from .household import ErrandHouse, comes_true


async def made(page: Page, name: str, *, new: str = "+ New list", field: str = "Name of the list", make: str = "Make it") -> None:
    """A list of this name, which the page then shows."""
    await page.get_by_text(new, exact=True).click()
    await page.get_by_label(field).first.fill(name)
    await page.get_by_role("button", name=make).click()
    await expect(page.get_by_role("heading", name=name)).to_be_visible()


async def kept(house: ErrandHouse, name: str) -> Mapping[str, bool]:
    """What stands on a list, and whether it is done; nothing where there is no such list."""
    return {item.name: item.done for one in await house.household.lists.store.everything() if one.name == name for item in one.items}


async def test_write_three_things_down_on_the_phone_and_tick_one_off_on_the_other_phone(house: ErrandHouse) -> None:
    async with house.phone(path="/lists") as mine, house.phone(path="/lists") as other:
        await mine.get_by_label("Add to Shopping list").fill("Milk, 2 lemons, bread")
        await mine.get_by_role("button", name="Add", exact=True).tap()
        await other.get_by_role("checkbox", name="Milk").tap()
        await expect(mine.get_by_role("checkbox", name="Milk")).to_be_checked()
        await expect(mine.get_by_role("checkbox", name="lemons 2")).not_to_be_checked()

        async def shopping() -> list[tuple[str, bool]]:
            return [(item.name, item.done) for one in await house.household.lists.store.everything() for item in one.items]

        await comes_true(shopping, lambda found: ("Milk", True) in found and ("bread", False) in found)


async def test_make_a_packing_list_of_ones_own_rename_it_and_delete_it_in_japanese(house: ErrandHouse) -> None:
    async with house.phone("ja", "/lists") as page:
        await made(page, "旅行の準備", new="+ 新しいリスト", field="リストの名前", make="作る")
        await page.get_by_label("旅行の準備に追加").fill("歯ブラシ、充電器")
        await page.get_by_label("旅行の準備に追加").press("Enter")
        await expect(page.get_by_role("checkbox", name="充電器")).to_be_visible()
        assert await kept(house, "旅行の準備") == {"歯ブラシ": False, "充電器": False}
        await page.get_by_text("このリスト", exact=True).tap()
        await page.get_by_role("textbox", name="リストの名前").last.fill("京都の準備")
        await page.get_by_role("button", name="名前を変える").tap()
        await expect(page.get_by_role("heading", name="京都の準備")).to_be_visible()
        assert await kept(house, "京都の準備")
        if not await page.get_by_role("button", name="リストを削除").is_visible():
            await page.get_by_text("このリスト", exact=True).tap()
        await page.get_by_role("button", name="リストを削除").tap()
        await expect(page.get_by_role("button", name="元に戻す")).to_be_visible()
        assert not await kept(house, "京都の準備")


async def test_write_how_much_and_a_note_move_it_to_another_list_and_take_that_back(house: ErrandHouse) -> None:
    async with house.desk(path="/lists") as page:
        await made(page, "Attic")
        await page.get_by_label("Add to Attic").fill("screws")
        await page.get_by_role("button", name="Add", exact=True).click()
        await page.get_by_label("Change screws").click()
        await page.get_by_label("How much").fill("20")
        await page.get_by_label("Note").fill("the short ones")
        await page.get_by_role("button", name="Save").click()
        await expect(page.get_by_role("checkbox", name="screws")).to_contain_text("the short ones")
        await page.get_by_label("Change screws").click()
        await page.get_by_label("Move to").select_option("Shopping list")
        await page.get_by_role("button", name="Move", exact=True).click()
        await expect(page.get_by_text("Nothing here yet")).to_be_visible()
        assert await kept(house, "Attic") == {}
        await page.get_by_role("button", name="Undo").click()
        await expect(page.get_by_role("checkbox", name="screws")).to_contain_text("20")
        assert await kept(house, "Attic") == {"screws": False}
