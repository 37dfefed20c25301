"""A turn on the page: sent, followed live, answered, turned down."""

import httpx
from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.events import (
    ApprovalShown,
    Planned,
    PlannedTask,
    ReadFrame,
    ReadSlot,
    Replied,
    Resumed,
    Reviewed,
    SentenceRead,
    TaskEnded,
    TaskStarted,
    ToolEnded,
    ToolStarted,
    TurnEvent,
    TurnFailed,
    Waiting,
)
from yamori.domain.receipt import ReceiptStatus
from yamori.domain.values import Value
from yamori.web.form import MOST_CHARACTERS
from yamori.web.marks import mark

from .household import FakeHousehold, receipt, two_tasks, unlock_approval
from .visitor import Message, Watching, read_messages, visit

EVENTS = "/ui/turns/turn/1/events"


async def send(household: FakeHousehold, text: str, **more: str) -> httpx.Response:
    async with visit(household, hx_request="true") as browser:
        return await browser.post("/ui/turns", data={"text": text, "person": "aiko", **more})


async def steps(household: FakeHousehold, *events: TurnEvent, **headers: str) -> list[Message]:
    """Everything the page is sent of a turn in which these events happened."""
    turn = await household.start_turn("Dim the living room to 30 %", "aiko", None, None)
    await household.happen(turn.turn, *events)
    async with visit(household, **headers) as browser:
        return read_messages((await browser.get(EVENTS)).text)


async def test_a_sent_message_is_on_the_page_at_once_and_follows_its_turn() -> None:
    household = FakeHousehold()
    shown = await send(household, "Dim the living room\nto 30 %", room="kitchen")
    assert shown.status_code == 200
    assert "Dim the living room\nto 30 %</span></p>" in shown.text
    assert "Thinking…" in shown.text
    assert 'sse-connect="/ui/turns/turn%2F1/events"' in shown.text
    assert shown.headers["hx-replace-url"] == "/?conversation=talk%201"
    turn = household.turns["turn/1"]
    assert (turn.person, turn.room) == ("aiko", "kitchen")


async def test_what_is_said_on_the_page_of_a_device_is_said_in_its_room_and_of_it() -> None:
    household = FakeHousehold()
    device = next(device for device in household.gate.home.devices if device.room)
    await send(household, "Dim it", looked_at=device.id)
    await send(household, "Dim it", looked_at="sold-lamp", room="kitchen")
    assert [(turn.room, turn.looked_at) for turn in household.turns.values()] == [(device.room, device.id), ("kitchen", None)]


async def test_a_message_sent_before_the_scripts_had_come_leads_back_to_its_conversation() -> None:
    household = FakeHousehold()
    async with visit(household) as browser:
        led = await browser.post("/ui/turns", data={"text": "Dim the kitchen", "person": "aiko"})
    assert (led.status_code, led.headers["location"]) == (303, "/?conversation=talk%201")
    assert household.turns["turn/1"].text == "Dim the kitchen"


async def test_the_next_message_belongs_to_the_same_conversation() -> None:
    household = FakeHousehold()
    first = await send(household, "Dim the kitchen")
    assert 'name="conversation" value="talk 1" hx-swap-oob="true"' in first.text
    await send(household, "And the bedroom", conversation="talk 1")
    assert {turn.conversation for turn in household.turns.values()} == {"talk 1"}


async def test_each_event_is_one_numbered_fragment_and_then_the_stream_ends() -> None:
    messages = await steps(
        FakeHousehold(),
        two_tasks(),
        TaskStarted(task=1, agent="iot", attempt=1),
        ToolStarted(task=1, agent="iot", tool="control_device", arguments={"level": 30}),
        ToolEnded(task=1, agent="iot", tool="control_device", ok=True, receipts=(receipt(),)),
        TaskEnded(task=1, agent="iot", status="done", text=""),
        Reviewed(task=1, verdict="finish", by="code"),
        Replied(text="The living room light is at 30 %.", seconds=1.84, model_calls=1, prompt_tokens=900, completion_tokens=104),
    )
    assert [m.id for m in messages] == ["1", "2", "3", "4", "5", "6", "7", "8", None]
    assert [m.event for m in messages] == ["step"] * 8 + ["end"]
    plan, started, tool, done = messages[1].data, messages[2].data, messages[3].data, messages[4].data
    assert "Home agent" in plan
    assert "Put the dentist on my calendar" in plan
    assert "Home agent is at work" in started
    assert "hidden" in tool and "control device" not in tool
    assert "Living room light" in done
    assert "brightness <s>80</s>" in done
    assert "<ins>30 %</ins>" in done
    assert messages[-2].data.count("The living room light is at 30 %.") == 1
    assert "token" not in messages[-2].data


async def test_which_tools_were_called_with_what_is_shown_to_developers_alone() -> None:
    events = (
        TaskStarted(task=1, agent="lists", attempt=1),
        ToolStarted(task=1, agent="lists", tool="add_items", arguments={"list": "groceries"}),
        ToolEnded(task=1, agent="lists", tool="add_items", ok=True),
        Replied(text="…"),
    )
    told = "".join(one.data for one in await steps(FakeHousehold(), *events, cookie="yamori_developer=on"))
    assert "add items" in told and "groceries" in told
    plain = "".join(one.data for one in await steps(FakeHousehold(), *events))
    assert "add items" not in plain and "groceries" not in plain


async def test_what_an_answer_cost_is_shown_to_developers_alone() -> None:
    reply = Replied(text="Done.", seconds=1.84, model_calls=1, prompt_tokens=900, completion_tokens=104)
    messages = await steps(FakeHousehold(), reply, cookie="yamori_developer=on")
    assert "1.8 s · 1 model call · 1,004 tokens" in messages[-2].data


async def test_what_a_sentence_was_read_as_is_shown_to_developers_alone() -> None:
    frame = ReadFrame(intent="turn_on", text="the <lamp>", odds=0.98, slots=(ReadSlot(name="device", text="lamp", odds=0.5),))
    events = (
        SentenceRead(frames=(frame,)),
        TaskEnded(task=1, agent="iot", status="done", text="", reading="reader: control_devices"),
        Replied(text="On."),
    )
    shown = await steps(FakeHousehold(), *events, cookie="yamori_developer=on")
    assert "turn_on" in shown[1].data and "the &lt;lamp&gt;" in shown[1].data and "device: lamp 0.5" in shown[1].data
    assert "reader: control_devices" in shown[2].data
    hidden = await steps(FakeHousehold(), *events)
    assert "turn_on" not in hidden[1].data and "reader" not in hidden[2].data


async def test_the_details_hold_the_call_the_receipt_and_its_cause() -> None:
    call: dict[str, Value] = {"device": "living-light", "level": 30}
    messages = await steps(
        FakeHousehold(),
        TaskStarted(task=1, agent="iot", attempt=1),
        ToolStarted(task=1, agent="iot", tool="control", arguments=call),
        ToolEnded(task=1, agent="iot", tool="control", ok=True, result={"seen": True}, receipts=(receipt("receipt-77"),)),
        Replied(text="Done."),
        cookie="yamori_developer=on",
    )
    ended = messages[3].data
    assert "&#34;device&#34;: &#34;living-light&#34;" in ended
    assert "&#34;seen&#34;: true" in ended
    assert "receipt-77" in ended
    assert "Aiko said “Dim the living room to 30 %” (handled by Home agent)" in ended
    assert "21 Nov 2026, 09:00:00" in ended


async def test_the_passages_that_a_tool_found_are_on_the_page_before_the_answer_and_lead_to_their_papers() -> None:
    found: Value = [
        {"title": "Loom & treadle", "address": "/papers/weaving/3?at=1#p1"},
        {"title": "Loom & treadle", "address": "/papers/weaving/3?at=2#p2"},
        {"title": "Elsewhere", "address": "javascript:alert(1)"},
        "no passage",
    ]
    messages = await steps(
        FakeHousehold(),
        TaskStarted(task=1, agent="lifestyle", attempt=1),
        ToolEnded(task=1, agent="lifestyle", tool="search_papers", ok=True, result={"passages": found}),
        ToolEnded(task=1, agent="lifestyle", tool="search_papers", ok=True, result={"passages": 7}),
        Replied(text="Done."),
    )
    first, second = (messages[n].data for n in (2, 3))
    assert '<a href="/papers/weaving/3?at=1#p1">Loom &amp; treadle</a>' in first
    assert first.count("<a ") == 1 and "<a " not in second


async def test_a_receipt_points_at_its_device_in_the_home_but_not_when_an_old_turn_is_looked_up() -> None:
    household = FakeHousehold()
    pointed = f'id="{mark("device", "living-light")}-by" class="by fresh"'
    tool = ToolEnded(task=1, agent="iot", tool="control", ok=True, receipts=(receipt(),))
    messages = await steps(household, TaskStarted(task=1, agent="iot", attempt=1), tool, Replied(text="Done."))
    assert pointed in messages[2].data
    async with visit(household) as browser:
        assert "?quiet" in (await browser.get("/ui/turns/turn/1/live")).text
        assert pointed not in (await browser.get(f"{EVENTS}?quiet")).text


async def test_what_was_not_done_is_never_shown_as_a_change() -> None:
    outcomes = {
        ReceiptStatus.HELD: "held, nothing done yet",
        ReceiptStatus.REFUSED: "not done: refused",
        ReceiptStatus.FAILED: "the lamp is unplugged",
        ReceiptStatus.UNCHANGED: "was so already",
    }
    for status, said in outcomes.items():
        same = {"switchLevel.level": 30}
        given = receipt(status=status, before=same, after=same, problem="the lamp is unplugged" if status is ReceiptStatus.FAILED else None)
        ended = ToolEnded(task=1, agent="iot", tool="control", ok=status is ReceiptStatus.UNCHANGED, receipts=(given,))
        messages = await steps(FakeHousehold(), TaskStarted(task=1, agent="iot", attempt=1), ended, Replied(text="…"))
        assert said in messages[2].data
        assert "<ins>" not in messages[2].data
        assert "fresh" not in messages[2].data


async def test_a_connection_that_comes_back_gets_only_what_it_missed_in_its_right_places() -> None:
    household = FakeHousehold()
    turn = await household.start_turn("Dim it", "aiko", None, None)
    await household.happen(turn.turn, two_tasks(), ToolStarted(task=1, agent="iot", tool="control", arguments={}))
    async with Watching(household, EVENTS) as before:
        seen = [await before.message() for _ in range(3)]
    line = seen[2].data.split('<li id="')[1].split('"')[0]
    await household.happen(turn.turn, ToolEnded(task=1, agent="iot", tool="control", ok=True), Replied(text="Done."))
    async with visit(household, last_event_id=seen[-1].id or "") as browser:
        missed = read_messages((await browser.get(EVENTS)).text)
    assert [m.id for m in missed] == ["4", "5", None]
    assert f'id="{line}"' in missed[0].data, "the end of a tool takes the place of its start"


async def test_a_made_up_event_id_starts_from_the_beginning() -> None:
    for id in ("-1", "x", "9" * 40):
        messages = await steps(FakeHousehold(), Replied(text="Done."), last_event_id=id)
        assert messages[0].id == "1"


async def test_the_same_tool_twice_at_once_ends_line_by_line() -> None:
    messages = await steps(
        FakeHousehold(),
        TaskStarted(task=1, agent="iot", attempt=1),
        ToolStarted(task=1, agent="iot", tool="read", arguments={"device": "tv"}),
        ToolStarted(task=1, agent="iot", tool="read", arguments={"device": "door"}),
        ToolEnded(task=1, agent="iot", tool="read", ok=True),
        ToolEnded(task=1, agent="iot", tool="read", ok=False, problem="no answer"),
        Replied(text="…"),
        cookie="yamori_developer=on",
    )
    turn = mark("turn", "turn/1")
    assert f'id="{turn}-3"' in messages[4].data
    assert f'id="{turn}-4"' in messages[5].data
    assert "device: door" in messages[5].data
    assert "no answer" in messages[5].data


async def test_a_new_plan_strikes_out_what_is_no_longer_wanted_and_keeps_what_was_done() -> None:
    again = Planned(
        tasks=(
            PlannedTask(id=1, agent="iot", request="Dim the living room to 30 %"),
            PlannedTask(id=2, agent="iot", request="Dim the kitchen instead"),
        ),
        by="code",
    )
    messages = await steps(
        FakeHousehold(),
        two_tasks(),
        TaskStarted(task=1, agent="iot", attempt=1),
        TaskEnded(task=1, agent="iot", status="done", text=""),
        Reviewed(task=1, verdict="replan", by="code", why="the dentist is closed"),
        again,
        TaskStarted(task=2, agent="iot", attempt=2),
        Replied(text="…"),
    )
    assert "the dentist is closed" in messages[4].data
    changed = messages[5].data
    assert "is-dropped" in changed
    assert "Put the dentist on my calendar" in changed
    assert "Dim the kitchen instead" in changed
    assert "Dim the living room" not in changed
    assert "try 2" in messages[6].data


async def test_an_approval_shows_exactly_what_will_be_done_and_asks_for_the_pin() -> None:
    household = FakeHousehold()
    turn = await household.start_turn("Unlock the front door", "aiko", None, None)
    await household.happen(turn.turn, unlock_approval())
    async with Watching(household, EVENTS) as page:
        await page.message()
        asked = (await page.message()).data
        assert "Unlock the front door" in asked
        assert 'name="pin" type="password"' in asked
        async with visit(household) as browser:
            wrong = await browser.post("/ui/turns/turn%2F1/answer", data={"text": "yes", "pin": "0000"})
            assert wrong.status_code == 409
            assert wrong.headers["hx-retarget"] == f"#{mark('turn', 'turn/1')}-problem"
            assert "That is not the PIN." in wrong.text
            right = await browser.post("/ui/turns/turn%2F1/answer", data={"text": "yes", "pin": "2468"})
        assert right.status_code == 204
        went_on = (await page.message()).data
        assert ">Yes<" in went_on
        assert "2468" not in went_on
    assert household.turns["turn/1"].answers == [("yes", "2468")]


async def test_an_approval_without_a_pin_has_no_field_for_one() -> None:
    shown = Waiting(question="", approvals=(ApprovalShown(id="r", shows="Start the dishwasher", pin=False),))
    messages = await steps(FakeHousehold(), shown, Resumed(answer="no"), Replied(text="I left it."))
    assert "Start the dishwasher" in messages[1].data
    assert 'name="pin"' not in messages[1].data
    assert ">No<" in messages[2].data


async def test_a_question_offers_its_options_and_a_free_answer() -> None:
    messages = await steps(FakeHousehold(), Waiting(question="Which lamp?", options=("Bedside", "Desk")), Replied(text="…"))
    asked = messages[1].data
    assert "Which lamp?" in asked
    assert '<button type="submit" name="text" value="Bedside"' in asked
    assert '<input name="text" type="text"' in asked


async def test_an_answer_that_nobody_waits_for_is_turned_down_plainly() -> None:
    household = FakeHousehold()
    await household.start_turn("Dim it", "aiko", None, None)
    async with visit(household) as browser:
        late = await browser.post("/ui/turns/turn%2F1/answer", data={"text": "yes"})
    assert late.status_code == 422
    assert "does not wait for an answer" in late.text


async def test_model_text_tool_text_and_calendar_text_are_escaped() -> None:
    trap = "<script>alert(1)</script>"
    messages = await steps(
        FakeHousehold(),
        Planned(tasks=(PlannedTask(id=1, agent=trap, request=trap),), by=trap),
        TaskStarted(task=1, agent=trap, attempt=1),
        ToolStarted(task=1, agent=trap, tool=trap, arguments={trap: trap}),
        ToolEnded(task=1, agent=trap, tool=trap, ok=False, result=trap, problem=trap, receipts=(receipt(words=trap, device=trap),)),
        TaskEnded(task=1, agent=trap, status=trap, text=trap),
        Reviewed(task=1, verdict="retry", by=trap, why=trap),
        Waiting(question=trap, options=(trap,)),
        Waiting(question=trap, approvals=(ApprovalShown(id=trap, shows=trap, pin=True),)),
        Resumed(answer=trap),
        Replied(text=trap, agents=(trap,)),
    )
    for message in messages:
        assert "<script" not in message.data
    assert "&lt;script&gt;" in messages[1].data


async def test_a_failed_turn_ends_with_its_reason() -> None:
    messages = await steps(FakeHousehold(), TurnFailed(text="The model gave no usable answer."))
    assert "The model gave no usable answer." in messages[-2].data
    assert messages[-1].event == "end"


async def test_a_turn_that_is_not_there_ends_its_stream_instead_of_being_asked_for_forever() -> None:
    async with visit(FakeHousehold()) as browser:
        answer = await browser.get("/ui/turns/lost/events")
    messages = read_messages(answer.text)
    assert answer.status_code == 200
    assert "there is no turn lost" in messages[0].data
    assert messages[-1].event == "end"


async def test_steps_are_told_in_the_language_of_the_reader() -> None:
    messages = await steps(
        FakeHousehold(),
        two_tasks(),
        TaskStarted(task=1, agent="iot", attempt=1),
        ToolEnded(
            task=1, agent="iot", tool="control", ok=True, receipts=(receipt(after={"switchLevel.level": 30, "switch.switch": "off"}),)
        ),
        Replied(text="リビングの照明を30%にしました。", model_calls=2),
        accept_language="ja",
    )
    assert "家電エージェント" in messages[1].data
    assert "リビングの照明" in messages[3].data
    assert "電源 <s>オン</s>" in messages[3].data
    assert "モデル呼び出し" not in messages[4].data


async def test_a_page_that_goes_away_leaves_nobody_listening() -> None:
    household = FakeHousehold()
    await household.start_turn("Dim it", "aiko", None, None)
    async with Watching(household, EVENTS) as one, Watching(household, EVENTS) as another:
        await one.message()
        await another.message()
        assert household.watchers == 2, "two tabs follow the same turn"
    assert household.watchers == 0


async def test_a_message_that_cannot_be_sent_says_why_beside_the_box_and_starts_nothing() -> None:
    household = FakeHousehold()
    cases = {
        "": ("nothing to send", 422),
        " \n\t ": ("nothing to send", 422),
        "x" * 100_000: ("100,000 characters", 413),
        "a\x00b": ("not text", 422),
    }
    for text, (said, status) in cases.items():
        refused = await send(household, text)
        assert refused.status_code == status
        assert said in refused.text
        assert refused.headers["hx-retarget"] == "#say-problem"
        assert "content-security-policy" in refused.headers
    assert household.turns == {}


async def test_what_is_not_a_form_is_turned_down_without_being_read_to_its_end() -> None:
    household = FakeHousehold()
    form = {"content-type": "application/x-www-form-urlencoded"}
    async with visit(household) as browser:
        assert (await browser.post("/ui/turns", content=b"text=%ff%fe", headers=form)).status_code == 422
        assert (await browser.post("/ui/turns", content=b"text=\xff\xfe", headers=form)).status_code == 422
        assert (await browser.post("/ui/turns", content=b"text=" + b"x" * 3_000_000, headers=form)).status_code == 413
        assert (await browser.post("/ui/turns", content=b"&".join([b"a=b"] * 50), headers=form)).status_code == 413
        assert (await browser.post("/ui/turns", json={"text": "hello"})).status_code == 415
    assert household.turns == {}


async def test_an_unknown_person_or_room_is_named() -> None:
    household = FakeHousehold()
    async with visit(household) as browser:
        nobody = await browser.post("/ui/turns", data={"text": "hi", "person": "<b>"})
        nowhere = await browser.post("/ui/turns", data={"text": "hi", "person": "ken", "room": "cellar"})
    assert (nobody.status_code, nowhere.status_code) == (422, 422)
    assert "&lt;b&gt;" in nobody.text
    assert "cellar" in nowhere.text


async def test_what_the_household_turns_down_is_shown_with_what_would_be_right() -> None:
    household = FakeHousehold()
    household.trouble = InvalidRequest("there is no model “gpt”", where="model", nearest=("embedded:default",))
    refused = await send(household, "hello")
    assert refused.status_code == 422
    assert "Did you mean: embedded:default?" in refused.text
    household.trouble = HouseSilent("the database does not answer")
    assert (await send(household, "hello")).status_code == 503


@examples(60)
@given(st.text(max_size=200))
async def test_any_text_is_either_sent_as_it_was_written_or_turned_down(text: str) -> None:
    household = FakeHousehold()
    shown = await send(household, text.encode("utf-8", "ignore").decode())
    if shown.status_code == 200:
        written = text.encode("utf-8", "ignore").decode().replace("\r\n", "\n").strip()
        assert household.turns["turn/1"].text == written
    else:
        assert shown.status_code in (413, 422)
        assert household.turns == {}


async def test_the_longest_message_that_fits_is_sent() -> None:
    assert (await send(FakeHousehold(), "あ" * MOST_CHARACTERS)).status_code == 200
    assert (await send(FakeHousehold(), "あ" * (MOST_CHARACTERS + 1))).status_code == 413
