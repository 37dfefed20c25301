"""A task on a website, on the page: its panel, its steps, and what a person does with it."""

import base64
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.events import Replied, ToolEnded, ToolStarted, TurnEvent
from yamori.domain.gear import Gear, Served
from yamori.web.website_port import HandMove, WebsiteTask

from .household import FakeHousehold
from .visitor import read_messages, visit

TASK = WebsiteTask(
    id="site-1",
    request="On shop.example choose blue",
    state="running",
    url="https://shop.example/vases",
    title="Vases <3",
    version=4,
    picture=2,
    last=("select", "Colour", "blue"),
    waiting=("and wrap it",),
)


class FakeWebsites:
    """Fulfils `WebsitePort` with one task."""

    def __init__(self) -> None:
        self.now = TASK
        self.acts: list[tuple[str, str]] = []
        self.moves: list[HandMove] = []

    def of_turn(self, turn: str) -> WebsiteTask | None:
        return self.now if turn == "turn/1" else None

    def task(self, id: str) -> WebsiteTask:
        if id != self.now.id:
            raise NotFound("there is no such task", where="task")
        return self.now

    def picture(self, id: str, number: int) -> bytes:
        self.task(id)
        return b"\xff\xd8picture"

    async def act(self, id: str, act: str, text: str = "") -> None:
        self.task(id)
        if act == "go_on":
            raise InvalidRequest("the task is running", where="act")
        self.acts.append((act, text))

    async def by_hand(self, id: str, moves: Sequence[HandMove]) -> None:
        self.moves += moves

    async def answer(self, id: str, *, accept: bool, text: str) -> None:
        self.acts.append(("yes" if accept else "no", text))

    async def frames(self, id: str) -> AsyncGenerator[bytes, None]:
        yield b"\xff\xd8frame"


def household() -> tuple[FakeHousehold, FakeWebsites]:
    house, websites = FakeHousehold(), FakeWebsites()
    house.websites = websites
    return house, websites


async def test_each_step_is_in_the_conversation_in_words_with_its_picture_and_the_task_has_a_panel() -> None:
    house, _ = household()
    turn = await house.start_turn("On shop.example choose blue", "aiko", None, None)
    result = {"action": "select", "element": "Colour <b>", "result": "blue", "title": "Vases", "picture": "site-1/2"}
    events: list[TurnEvent] = [
        ToolStarted(task=0, agent="browser", tool="use_website", arguments={}),
        ToolStarted(task=0, agent="browser", tool="website_step", arguments={"action": "select"}),
        ToolEnded(task=0, agent="browser", tool="website_step", ok=True, result=result),
        ToolEnded(task=0, agent="browser", tool="use_website", ok=True, result={"ending": "done"}),
        Replied(text="Done."),
    ]
    await house.happen(turn.turn, *events)
    async with visit(house) as browser:
        shown = "".join(message.data for message in read_messages((await browser.get("/ui/turns/turn/1/events")).text))
    assert "Chose “blue” for “Colour &lt;b&gt;”" in shown and 'src="/ui/websites/site-1/pictures/2"' in shown
    assert 'hx-get="/ui/websites/now?turn=turn/1"' in shown and 'hx-get="/ui/websites/now?turn=turn/1&amp;last=1"' in shown


async def test_the_panel_shows_where_it_is_and_is_sent_again_only_when_it_changed() -> None:
    house, websites = household()
    async with visit(house) as browser:
        now = await browser.get("/ui/websites/now?turn=turn/1")
        assert all(
            part in now.text for part in ("Vases &lt;3", "https://shop.example/vases", "pictures/2", "Next: and wrap it", "Pause", "Stop")
        )
        assert (await browser.get("/ui/websites/now?turn=turn/1&seen=4")).status_code == 204
        websites.now = replace(TASK, state="taken", version=5)
        taken = await browser.get("/ui/websites/now?turn=turn/1&seen=4")
        assert "Hand back" in taken.text and "Pause" not in taken.text
        websites.now = replace(TASK, state="ended", version=6)
        ended = await browser.get("/ui/websites/now?turn=turn/1&seen=5")
        assert ended.status_code == 286 and "hx-get" not in ended.text and "Stop" not in ended.text
        assert "Opening" in (await browser.get("/ui/websites/now?turn=turn/9")).text
        assert (await browser.get("/ui/websites/now?turn=turn/9&last=1")).status_code == 286


async def test_a_person_pauses_says_more_takes_over_and_moves_on_the_page() -> None:
    house, websites = household()
    async with visit(house, hx_request="true") as browser:
        assert (await browser.post("/ui/websites/site-1/pause", data={"x": "1"})).status_code == 204
        assert (await browser.post("/ui/websites/now/say?turn=turn/1", data={"text": "in green"})).status_code == 204
        led = await browser.post("/ui/websites/site-1/take", data={"x": "1"})
        assert led.headers["hx-redirect"] == "/websites/site-1"
        refused = await browser.post("/ui/websites/site-1/go_on?turn=turn/1", data={"x": "1"})
        assert refused.status_code == 422 and refused.headers["hx-retarget"].endswith("-website-problem")
        assert (await browser.post("/ui/websites/site-1/fly", data={"x": "1"})).status_code != 204
        page = await browser.get("/websites/site-1")
        assert 'data-path="/ui/websites/site-1"' in page.text and "website.js" in page.text
        moved = await browser.post(
            "/ui/websites/site-1/hand", json=[{"kind": "pressed", "x": 3, "y": 4}, {"kind": "text", "text": "sésame"}]
        )
        assert moved.status_code == 204
        assert (await browser.post("/ui/websites/site-1/hand", json=[{"kind": "text", "text": "geheim", "more": 1}])).status_code == 422
        assert (await browser.post("/ui/websites/site-1/dialog", data={"answer": "yes", "text": "Aya"})).status_code == 204
        stream = read_messages((await browser.get("/ui/websites/site-1/frames")).text)
    assert websites.acts == [("pause", ""), ("say", "in green"), ("take", ""), ("yes", "Aya")]
    assert [(move.kind, move.text) for move in websites.moves] == [("pressed", ""), ("text", "sésame")]
    assert [message.event for message in stream if message.data] == ["state", "frame", "end"]
    assert base64.b64decode(stream[-2].data) == b"\xff\xd8frame"


async def test_a_person_sees_by_which_way_a_question_was_served() -> None:
    house, _ = household()
    turn = await house.start_turn("When is the pool open?", "aiko", None, None)
    await house.happen(
        turn.turn,
        ToolStarted(task=0, agent="browser", tool="web_search", arguments={}),
        ToolStarted(task=0, agent="browser", tool="ask_site", arguments={}),
        Replied(text="From 9.", served=Served(gear=Gear.READ, pages=3)),
    )
    for language, lines in (
        ("en", ("Searching the web and reading…", "Using the website…", "Answered from 3 pages")),
        ("ja", ("ウェブを検索して読んでいます…", "サイトを操作しています…", "3件のページを読んで答えました")),
    ):
        async with visit(house, accept_language=language) as browser:
            shown = "".join(message.data for message in read_messages((await browser.get("/ui/turns/turn/1/events")).text))
        assert [line for line in lines if line not in shown] == []
