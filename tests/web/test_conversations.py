"""Conversations by hand: the list, what stands below an answer, saying a sentence anew."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

from yamori.domain.correcting import Correction, Values
from yamori.domain.events import Replied
from yamori.domain.language import Language
from yamori.domain.turn_changes import Changed, EntryBack, EntryDid, TakenBack
from yamori.web.conversation_port import SaidBefore
from yamori.web.suggestions import suggestions
from yamori.web.words import all_words

from .household import NOW, FakeHousehold, receipt
from .visitor import visit

TURN = "/ui/turns/turn/1"


async def said(household: FakeHousehold, text: str = "Dim the living room to 30 %", conversation: str | None = None) -> None:
    turn = await household.start_turn(text, "aiko", None, conversation)
    await household.happen(turn.turn, Replied(text="Done."))


def dimmed() -> Changed:
    values = Values(capability="switchLevel", attribute="level", now=30, minimum=0, maximum=100, whole=True, unit="%")
    correction = Correction(receipt="r1", device="living-light", devices=("kitchen-light", "bedside"), values=values)
    return Changed(receipts=(receipt("r1"),), can_undo=True, corrections=(correction,))


async def test_below_an_answer_that_did_something_it_can_be_taken_back_or_done_otherwise() -> None:
    household = FakeHousehold()
    await said(household)
    household.conversations.changed["turn/1"] = dimmed()
    async with visit(household) as browser:
        below = (await browser.get(f"{TURN}/after")).text
    assert 'hx-post="/ui/turns/turn%2F1/undo"' in below and "Take back and try again" in below
    assert re.findall(r'<option value="([^"]+)"', below) == ["living-light", "kitchen-light", "bedside"]
    assert 'min="0" max="100" step="1" value="30"' in below


async def test_below_any_other_answer_stand_only_trying_again_and_editing() -> None:
    household = FakeHousehold()
    await said(household)
    async with visit(household) as browser:
        below = (await browser.get(f"{TURN}/after")).text
    assert "Try again" in below and "Edit" in below and "undo" not in below and "<select" not in below


async def test_what_was_taken_back_is_said() -> None:
    household = FakeHousehold()
    await said(household)
    entry = EntryBack(kind="task", title="Dentist", did=EntryDid.REMOVED)
    household.conversations.taken = TakenBack(receipts=(receipt("r2"),), entries=(entry,))
    async with visit(household) as browser:
        back = (await browser.post(f"{TURN}/undo", data={"key": "k"})).text
    assert back.count("Taken back:") == 2 and "Living room light" in back and "Dentist is removed again" in back


async def test_a_card_sends_the_other_device_and_value_and_what_was_done_is_turned_down() -> None:
    household = FakeHousehold()
    await said(household)
    household.conversations.changed["turn/1"] = dimmed()
    async with visit(household) as browser:
        same = await browser.post(f"{TURN}/correct", data={"key": "k", "receipt": "r1", "device": "living-light", "value": "30"})
        assert (same.status_code, "Choose another" in same.text) == (422, True)
        assert (await browser.post(f"{TURN}/correct", data={"key": "k", "receipt": "r1", "value": "much"})).status_code == 422
        assert (await browser.post(f"{TURN}/correct", data={"key": "k", "receipt": "other"})).status_code == 409
        await browser.post(f"{TURN}/correct", data={"key": "k", "receipt": "r1", "device": "bedside", "value": "30"})
        await browser.post(f"{TURN}/correct", data={"key": "k", "receipt": "r1", "device": "living-light", "value": "55"})
    assert household.conversations.asked == [("correct", "turn/1", "r1", "bedside", None), ("correct", "turn/1", "r1", "living-light", 55)]


async def test_a_sentence_said_anew_is_taken_back_first_where_that_was_chosen() -> None:
    household = FakeHousehold()
    await said(household)
    async with visit(household, hx_request="true") as browser:
        sent = {"text": "Dim the kitchen", "person": "aiko", "conversation": "talk 1", "replaces": "turn/1", "take_back": "yes"}
        shown = (await browser.post("/ui/turns", data=sent)).text
        assert household.conversations.asked == [("stop", "turn/1"), ("undo", "turn/1")]
        assert "You said this differently." in shown and household.turns["turn/1"].replaced
        await browser.post("/ui/turns", data={**sent, "replaces": "turn/2", "take_back": ""})
        assert household.conversations.asked[2:] == []
        page = (await browser.get("/?conversation=talk 1")).text
    assert page.count('class="turn replaced"') == 1


async def test_a_conversation_that_was_left_just_now_is_there_again_and_a_new_one_on_demand() -> None:
    household = FakeHousehold()
    async with visit(household, hx_request="true") as browser:
        await browser.post("/ui/turns", data={"text": "Dim the kitchen", "person": "aiko"})
        assert "Dim the kitchen</span></p>" in (await browser.get("/")).text
        assert "Dim the kitchen</span></p>" not in (await browser.get("/?new")).text
        assert "Dim the kitchen</span></p>" not in (await browser.get("/home")).text


async def test_the_list_shows_finds_renames_and_deletes() -> None:
    household = FakeHousehold()
    await said(household, "Dim the kitchen", "a")
    await said(household, "<b>Book</b> the dentist", "b")
    async with visit(household) as browser:
        page = (await browser.get("/chats")).text
        assert "Today" in page and page.index("&lt;b&gt;Book") < page.index("Dim the kitchen")
        assert "Dim the kitchen" not in (await browser.get("/chats?search=dentist")).text
        assert "Nothing found for “moon”." in (await browser.get("/chats?search=moon")).text
        renamed = await browser.post("/ui/conversations/rename", data={"id": "a", "title": "Evening", "person": "aiko"})
        assert (renamed.status_code, household.conversations.titles) == (303, {"a": "Evening"})
        assert (await browser.post("/ui/conversations/rename", data={"id": "a", "title": " ", "person": "aiko"})).status_code >= 400
        await browser.post("/ui/conversations/delete", data={"id": "a", "person": "aiko"})
        assert "Evening" not in (await browser.get("/chats")).text


async def test_beside_the_chat_stand_the_latest_conversations_with_this_one_marked_unless_they_were_closed_here() -> None:
    household = FakeHousehold()
    await said(household, "Dim the kitchen", "a")
    await said(household, "<b>Book</b> the dentist", "b")
    async with visit(household) as browser:
        page = (await browser.get("/?conversation=a")).text
        column = page[page.index('id="talks"') : page.index("</nav>", page.index('id="talks"'))]
        assert "&lt;b&gt;Book" in column and "<details open>" in column
        assert re.findall(r'href="/\?conversation=(\w)"[^>]*aria-current', column) == ["a"]
        assert 'aria-current="page">&lt;b&gt;Book' in (await browser.get("/ui/conversations?conversation=b")).text
        browser.cookies.set("yamori_talks", "closed")
        assert "<details>" in (await browser.get("/")).text


def _suggested(household: FakeHousehold, language: Language, hour: int, *before: SaidBefore) -> Any:
    gate = household.gate
    return suggestions(gate.home, list(gate._now.values()), before, now=NOW.replace(hour=hour), words=all_words()[language])


def test_suggestions_are_of_this_home_and_this_hour_in_the_readers_language() -> None:
    household = FakeHousehold()
    assert _suggested(household, Language.ENGLISH, 9) == (
        "What is on my calendar today?",
        "Turn off the living room light",
        "Is the front door locked?",
        "How warm is it in the living room?",
        "Set the kitchen light to 30 %",
    )
    assert "ブラインドを閉めて" in _suggested(household, Language.JAPANESE, 22)


def test_what_was_said_at_such_an_hour_comes_first_and_the_frequent_before_the_latest() -> None:
    def at(hour: int, text: str) -> SaidBefore:
        return SaidBefore(text=text, at=NOW.replace(hour=hour) - timedelta(days=3))

    before = (
        at(8, "Open the blinds"),
        at(9, "Play the news"),
        at(10, "Play the news"),
        at(21, "Good night"),
        at(9, "ニュースを流して"),
        at(9, "x" * 61),
    )
    assert _suggested(FakeHousehold(), Language.ENGLISH, 9, *before)[:2] == ("Play the news", "Open the blinds")


def test_a_house_without_devices_still_has_something_to_say() -> None:
    household = FakeHousehold()
    home = household.gate.home
    assert suggestions(replace(home, devices=()), (), (), now=NOW, words=all_words()[Language.ENGLISH]) == (
        "What is on my calendar today?",
    )
