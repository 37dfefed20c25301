"""The conversation by hand in headless Chromium: take back, have another thing done, stop, say anew, come back."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page, expect

from yamori.domain.correcting import Correction
from yamori.domain.events import Replied
from yamori.domain.turn_changes import Changed, TakenBack

from .browser import IN_CHROMIUM, chromium, served
from .household import FakeHousehold, receipt

pytestmark = [*IN_CHROMIUM]
SPEECH = """
window.SpeechRecognition = class extends EventTarget {
  start() {
    const results = [[{ transcript: 'Dim the hall' }]];
    results[0].isFinal = true;
    this.dispatchEvent(Object.assign(new Event('result'), { results }));
    this.dispatchEvent(new Event('end'));
  }
};
"""


@pytest_asyncio.fixture(loop_scope="session")
async def shown() -> AsyncIterator[tuple[FakeHousehold, Page, str]]:
    household = FakeHousehold()
    async with served(household) as address, chromium() as browser:
        page = await browser.new_page(viewport={"width": 390, "height": 844}, locale="en-US")
        await page.add_init_script(SPEECH)
        await page.goto(address)
        yield household, page, address


async def _say(household: FakeHousehold, page: Page, text: str, *, answer: str = "Done.") -> str:
    await page.fill("#text", text)
    await page.press("#text", "Enter")
    turn = await household.plays.get()
    if answer:
        await household.happen(turn.id, Replied(text=answer))
    return turn.id


async def test_an_answer_is_taken_back_corrected_and_said_anew_by_hand(shown: tuple[FakeHousehold, Page, str]) -> None:
    household, page, address = shown
    conversations = household.conversations
    conversations.changed["turn/1"] = Changed(
        receipts=(receipt("r1"),),
        can_undo=True,
        corrections=(Correction(receipt="r1", device="living-light", devices=("bedside",), values=None),),
    )
    conversations.taken = TakenBack(receipts=(receipt("r2"),))
    await _say(household, page, "Dim the living room")
    await page.get_by_text("Did you mean another one?").click()
    await page.get_by_label("Which device").select_option("bedside")
    await page.get_by_role("button", name="Do this instead").click()
    await expect(page.locator(".undone")).to_contain_text("Taken back:")
    assert conversations.asked == [("correct", "turn/1", "r1", "bedside", None)]
    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    await page.get_by_role("button", name="Edit").click()
    await expect(page.locator("#anew")).to_be_visible()
    assert await page.input_value("#text") == "Dim the living room"
    await _say(household, page, "Dim the kitchen")
    await expect(page.locator(".anew")).to_have_text("You said this differently.")
    await expect(page.locator("#anew")).to_be_hidden()
    assert household.turns["turn/1"].replaced and household.turns["turn/2"].conversation == household.turns["turn/1"].conversation
    await page.goto(f"{address}/home")
    await page.goto(address)
    await expect(page.locator(".turn")).to_have_count(2)
    await expect(page.get_by_role("button", name="Try again")).to_have_count(1)
    await page.get_by_role("button", name="Try again").click()
    assert (await household.plays.get()).text == "Dim the kitchen" and household.turns["turn/2"].replaced


async def test_a_running_turn_is_stopped_and_the_microphone_sends_what_it_heard(shown: tuple[FakeHousehold, Page, str]) -> None:
    household, page, _ = shown
    await _say(household, page, "Sing for an hour", answer="")
    await page.get_by_role("button", name="Stop").click()
    await expect(page.locator(".answer")).to_have_text("Stopped.")
    await expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    await page.locator("#mic").click()
    assert (await household.plays.get()).text == "Dim the hall"


async def test_a_file_that_is_added_in_the_conversation_becomes_a_paper(shown: tuple[FakeHousehold, Page, str]) -> None:
    _, page, _ = shown
    await page.locator("#attach input").set_input_files({"name": "boiler.txt", "mimeType": "text/plain", "buffer": b"Drain it yearly."})
    await expect(page.locator(".arriving-paper")).to_contain_text("boiler.txt")
    await expect(page.locator(".arriving-paper a")).to_have_attribute("href", "/papers")
