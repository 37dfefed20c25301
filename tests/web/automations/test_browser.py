"""The Automations view of a real household in a real browser: counting down, keyboard, forms, undo; nothing sticks out on a phone."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import pytest
import uvicorn

from yamori.apps.evaluated import EvaluatedHousehold, evaluated_household
from yamori.apps.homes import named_home
from yamori.evaluation.household import HouseholdSpec
from yamori.llm.scripted import ScriptedModels

pytest.importorskip("playwright", reason="the browser test needs the package playwright")
from playwright.async_api import Browser, Page, expect

from ..browser import IN_CHROMIUM, chromium

pytestmark = [*IN_CHROMIUM]
PATIENCE = 30_000
"""Milliseconds; never waited for when all is well."""
expect.set_options(timeout=PATIENCE)
SAID = (
    "turn the bedside lamp on in a quarter of an hour",
    "every weekday at seven open the living room blinds",
    "unlock the front door at seven tonight",
    "毎日20時にリビングのブラインドを閉めて",
)


@asynccontextmanager
async def automated() -> AsyncIterator[tuple[EvaluatedHousehold, str]]:
    """A household with automations, and its address."""
    spec = HouseholdSpec(home="demo", now=datetime.fromisoformat("2026-03-05T18:00:00+09:00"))
    async with evaluated_household(named_home("demo"), spec, ScriptedModels({}), None) as house:
        for text in SAID:
            begun = (await house.client.post("/turns", json={"text": text, "person": house.person})).json()
            async with house.client.stream("GET", f"/turns/{begun['turn']}/events") as events:
                async for line in events.aiter_lines():
                    if line in ("event: ended", "event: waiting", "event: replied"):
                        break
        server = uvicorn.Server(uvicorn.Config(house.household.app, log_level="warning", log_config=None, timeout_graceful_shutdown=1))
        listening = socket.create_server(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield house, f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running


async def opened(browser: Browser, address: str, complaints: list[str], *, scripts: bool = True, width: int = 1280, **more: str) -> Page:
    context = await browser.new_context(
        viewport={"width": width, "height": 844},
        java_script_enabled=scripts,
        locale=more.get("language", "en"),
        color_scheme="dark" if more.get("scheme") == "dark" else "light",
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(f"{address}/automations")
    await expect(page.locator("#automations")).to_be_visible()
    return page


async def test_it_counts_down_is_edited_by_keyboard_and_taken_back() -> None:
    complaints: list[str] = []
    async with automated() as (house, address), chromium() as browser:
        page = await opened(browser, address, complaints)
        clock = page.locator(".running .clock").first
        await expect(clock).to_have_text("14:58")
        blinds = page.locator(".automation", has_text="Every weekday")

        # The switch, by keyboard; the focus stays on it.
        switch = blinds.locator("[role=switch]")
        await switch.focus()
        await page.keyboard.press("Space")
        await expect(switch).to_have_attribute("aria-checked", "false")
        await expect(switch).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(switch).to_have_attribute("aria-checked", "true")

        # Another time by form, while the row stays open.
        await blinds.locator(".more-of > summary").focus()
        await page.keyboard.press("Enter")
        await blinds.locator("input[name=time]").fill("08:15")
        await blinds.locator("input[name=sat]").check()
        await blinds.locator(".time-form button").click()
        moved = page.locator(".automation", has_text="and Saturdays at 8:15")
        await expect(moved.locator(".more-of[open] input[name=time]")).to_have_value("08:15")
        await expect(page.locator("#undo")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(blinds.locator(".says")).to_contain_text("Every weekday at 7:00")

        # A sentence; what is wrong with one is said beside it and kept in the field.
        words = blinds.locator("input[name=text]")
        await words.fill("purple monkeys")
        await page.keyboard.press("Enter")
        await expect(blinds.locator("[role=alert]")).to_contain_text("purple monkeys")
        await expect(words).to_have_value("purple monkeys")
        complaints[:] = [c for c in complaints if "409" not in c]
        await words.fill("make it half past eight instead")
        await page.keyboard.press("Enter")
        await expect(page.locator(".automation", has_text="Every weekday at 8:30")).to_be_visible()

        # What was made elsewhere appears by itself; what was removed comes back.
        await house.client.post("/turns", json={"text": "at half past nine tonight turn the kitchen light off", "person": house.person})
        kitchen = page.locator(".automation", has_text="At 21:30")
        await expect(kitchen).to_be_visible()
        await kitchen.get_by_role("button", name="Remove").click()
        await expect(kitchen).to_have_count(0)
        await page.locator("#undo").click()
        await expect(kitchen).to_be_visible()
        await page.locator(".ask .yes").click()
        await expect(page.locator(".automation", has_text="At 19:00")).to_contain_text("Agreed to: unlock the front door lock")
        assert complaints == [], "neither the policy nor the scripts complain"


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark")])
async def test_nothing_sticks_out_on_a_phone_and_every_word_can_be_read(language: str, scheme: str) -> None:
    complaints: list[str] = []
    async with automated() as (_, address), chromium() as browser:
        page = await opened(browser, address, complaints, width=390, language=language, scheme=scheme)
        for summary in await page.locator(".more-of > summary").all():
            await summary.click()
        await expect(page.locator(".time-form")).to_have_count(3)
        assert await page.evaluate(
            "[document.documentElement, document.getElementById('plan')].every((e) => e.scrollWidth <= e.clientWidth)"
        )
        faint = await page.evaluate(CONTRAST)
        assert faint == [], "text on its ground, WCAG 2.2 AA"
        unnamed = await page.evaluate(
            "[...document.querySelectorAll('main button, main summary')].filter((e) => !e.textContent.trim()).length"
        )
        unlabelled = await page.evaluate(
            "[...document.querySelectorAll('main input:not([type=hidden]), main select')].filter((e) => !e.labels.length).length"
        )
        assert (unnamed, unlabelled, complaints) == (0, 0, [])


async def test_without_scripts_every_act_works_by_plain_forms() -> None:
    async with automated() as (_, address), chromium() as browser:
        page = await opened(browser, address, [], scripts=False)
        blinds = page.locator(".automation", has_text="Every weekday")
        await blinds.locator("[role=switch]").click()
        await expect(page.locator("#happened")).to_contain_text("Switched off: Every weekday")
        await blinds.locator(".more-of > summary").click()
        await blinds.locator(".inside-of a").click()
        await blinds.locator("input[name=time]").fill("09:45")
        await blinds.locator(".time-form button").click()
        await expect(page.locator("#happened")).to_contain_text("Changed: Every weekday at 9:45")
        await page.locator("#undo").click()
        await expect(blinds.locator(".says")).to_contain_text("Every weekday at 7:00")


CONTRAST = """() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  const rgb = (css) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const found = rgb(getComputedStyle(e).backgroundColor);
      if (found[3] > 250) return found;
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const element of document.querySelectorAll("main *")) {
    const words = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!words || !element.checkVisibility() || element.closest(".hidden, svg")) continue;
    const [a, b] = [light(rgb(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(`${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 30)} ${ratio.toFixed(2)}`);
  }
  return faint;
}"""
