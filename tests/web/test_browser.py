"""The page in a real browser, from the first key to the answer."""

import asyncio

import pytest

from yamori.domain.events import Replied, TaskStarted, ToolEnded, ToolStarted

from .household import FakeHousehold, receipt, two_tasks, unlock_approval

pytest.importorskip("playwright", reason="the browser test needs the package playwright")
from playwright.async_api import Browser, ConsoleMessage, Page, expect

from .browser import IN_CHROMIUM, chromium, served, show

pytestmark = [*IN_CHROMIUM]


PATIENCE = 30_000
"""Milliseconds: a machine that is busy with other tests is slow, and that is no mistake of the page. Its speed has a benchmark."""
expect.set_options(timeout=PATIENCE)


async def opened(browser: Browser, address: str, *, width: int, scheme: str, complaints: list[str], language: str = "en") -> Page:
    context = await browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme="dark" if scheme == "dark" else "light", locale=language
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(address)
    await expect(page.locator(".device").first).to_be_attached()
    return page


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
async def test_a_sentence_is_typed_followed_live_approved_by_keyboard_and_answered(width: int, scheme: str) -> None:
    household = FakeHousehold()
    complaints: list[str] = []
    async with served(household) as address, chromium() as browser:
        page = await opened(browser, address, width=width, scheme=scheme, complaints=complaints)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"
        paper = await page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(int(c) for c in paper[4:-1].split(",")) < 200) == (scheme == "dark")

        # Typed without touching anything: the box has the focus. Shift+Enter is a new line, Enter sends.
        await page.keyboard.type("Dim the living room")
        await page.keyboard.press("Shift+Enter")
        await page.keyboard.type("and unlock the door")
        await page.keyboard.press("Enter")
        await page.locator(".turn .status", has_text="Thinking").wait_for()
        turn = await household.plays.get()
        assert turn.text == "Dim the living room\nand unlock the door"
        await expect(page.locator("#text")).to_have_value("")

        # Each step appears while the next has not happened yet.
        await household.happen(turn.id, two_tasks(), TaskStarted(task=1, agent="iot", attempt=1))
        await expect(page.locator(".task")).to_have_count(2)
        await expect(page.locator(".head.is-running")).to_have_count(1)
        await household.happen(turn.id, ToolStarted(task=1, agent="iot", tool="control", arguments={"level": 30}))
        await expect(page.locator(".tool.is-running")).to_have_count(1)
        household.gate.put("living-light.main.switchLevel.level", 30)
        await household.happen(turn.id, ToolEnded(task=1, agent="iot", tool="control", ok=True, receipts=(receipt(),)))
        await expect(page.locator(".tool.is-done .change")).to_contain_text("brightness 80 → 30 %")
        light = page.locator(".device", has_text="Living room light")
        await expect(light.locator(".now")).to_contain_text("30")
        await expect(light.locator(".fresh")).to_have_text("changed just now")

        # The approval takes the focus; the PIN and Enter answer it.
        await household.happen(turn.id, unlock_approval())
        await expect(page.locator(".shows")).to_have_text("Unlock the front door")
        await expect(page.locator(".ask input[name=pin]")).to_be_focused()
        await page.keyboard.type("1111")
        await page.keyboard.press("Enter")
        await expect(page.locator(".ask .problem")).to_have_text("That is not the PIN.")
        complaints[:] = [c for c in complaints if "409" not in c]
        await page.locator(".ask input[name=pin]").fill("")
        await page.keyboard.type("2468")
        await page.keyboard.press("Enter")
        await expect(page.locator(".ask")).to_have_count(0)
        assert turn.answers == [("yes", "2468")]

        await household.happen(turn.id, Replied(text="Dimmed, and unlocked.", seconds=2.0, model_calls=2))
        await expect(page.locator(".answer")).to_have_text("Dimmed, and unlocked.")
        await expect(page.locator("#text")).to_be_focused()
        await expect(page.locator(".turn .status")).to_be_empty()

        # Opened again, the conversation is there, and its steps on demand.
        await page.reload()
        await expect(page.locator(".answer")).to_have_text("Dimmed, and unlocked.")
        await page.locator(".turn > .steps > summary").click()
        await expect(page.locator(".tool.is-done .change")).to_contain_text("brightness 80 → 30 %")
        await expect(page.locator(".answered")).to_have_text("You answered: Yes")
        assert complaints == [], "neither the policy nor the scripts complain"


async def test_a_message_that_cannot_be_sent_stays_in_the_box() -> None:
    household = FakeHousehold()
    async with served(household) as address, chromium() as browser:
        page = await opened(browser, address, width=1280, scheme="light", complaints=[])
        await page.keyboard.press("Enter")
        await expect(page.locator("#say-problem")).to_contain_text("nothing to send")
        await page.fill("#text", "x" * 100_000)
        await page.keyboard.press("Enter")
        await expect(page.locator("#say-problem")).to_contain_text("100,000 characters")
        assert len(await page.input_value("#text")) == 100_000
        await page.fill("#text", "turn off the lamp")
        household.trouble = RuntimeError("a mistake of the household")
        await page.keyboard.press("Enter")
        await expect(page.locator("#say-problem")).to_contain_text("Your text is still in the box")
        await page.context.set_offline(True)
        await page.keyboard.press("Enter")
        await expect(page.locator("#say-problem")).to_contain_text("does not answer")
        await page.context.set_offline(False)
        await page.reload()
        await expect(page.locator("#text")).to_have_value("turn off the lamp")


async def test_two_tabs_see_the_same_home_and_a_hidden_one_catches_up() -> None:
    household = FakeHousehold()
    async with served(household) as address, chromium() as browser:
        one = await opened(browser, address, width=1280, scheme="light", complaints=[])
        other = await opened(browser, address, width=1280, scheme="light", complaints=[], language="ja")
        await household.gate.until_listeners(2)
        await show(other, hidden=True)
        await household.gate.until_listeners(1)
        household.gate.put("door.main.lock.lock", "unlocked")
        await expect(one.locator(".device", has_text="Front door").locator(".now")).to_have_text("unlocked")
        door = other.locator(".device", has_text="玄関の鍵").locator(".now")
        await expect(door).to_have_text("施錠")
        await show(other, hidden=False)
        await expect(door).to_have_text("解錠")


async def test_a_household_that_was_started_again_in_mid_turn_goes_on_in_the_same_place() -> None:
    household = FakeHousehold()
    async with chromium() as browser:
        async with served(household) as address:
            page = await opened(browser, address, width=1280, scheme="light", complaints=[])
            await page.keyboard.type("Dim the living room")
            await page.keyboard.press("Enter")
            turn = await household.plays.get()
            await household.happen(turn.id, two_tasks(), TaskStarted(task=1, agent="iot", attempt=1))
            await expect(page.locator(".head.is-running")).to_have_count(1)
        household.gate.put("door.main.lock.lock", "unlocked")
        await household.happen(turn.id, ToolEnded(task=1, agent="iot", tool="control", ok=True, receipts=(receipt(),)))
        async with served(household, int(address.rsplit(":", 1)[1])):
            await expect(page.locator(".tool.is-done")).to_have_count(1)
            await expect(page.locator(".device", has_text="Front door").locator(".now")).to_have_text("unlocked")
            await household.happen(turn.id, Replied(text="Dimmed."))
            await expect(page.locator(".answer")).to_have_text("Dimmed.")
            await expect(page.locator(".task")).to_have_count(2)


async def test_the_theme_and_the_language_are_switched_without_losing_what_was_typed() -> None:
    async with served(FakeHousehold()) as address, chromium() as browser:
        page = await opened(browser, address, width=1280, scheme="light", complaints=[])
        await page.keyboard.type("half a sentence")
        await page.get_by_role("link", name="Settings").click()
        await page.select_option("#theme", "dark")
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        await page.select_option("#language", "ja")
        await page.get_by_role("button", name="Save").click()
        await expect(page.locator("html")).to_have_attribute("lang", "ja")
        await page.get_by_role("link", name="チャット").click()
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        await expect(page.locator("#text")).to_have_value("half a sentence")
        await page.get_by_role("link", name="設定").focus()
        await page.keyboard.press("Escape")
        await expect(page.locator("#text")).to_be_focused()


async def test_enter_belongs_to_the_input_method_while_it_composes() -> None:
    household = FakeHousehold()
    async with served(household) as address, chromium() as browser:
        page = await opened(browser, address, width=390, scheme="light", complaints=[], language="ja")
        devtools = await page.context.new_cdp_session(page)
        await devtools.send("Input.imeSetComposition", {"text": "でんき", "selectionStart": 3, "selectionEnd": 3})
        assert household.turns == {}
        await devtools.send("Input.insertText", {"text": "電気を消して"})
        await page.keyboard.press("Enter")
        turn = await asyncio.wait_for(household.plays.get(), 5)
        assert turn.text == "電気を消して"


async def test_on_a_phone_the_home_opens_over_the_conversation_and_esc_closes_it() -> None:
    async with served(FakeHousehold()) as address, chromium() as browser:
        page = await opened(browser, address, width=390, scheme="light", complaints=[])
        await expect(page.locator("#house")).to_be_hidden()
        await page.locator("[popovertarget=house]").first.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator(".device").first).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator("#house")).to_be_hidden()
