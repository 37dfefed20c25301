"""A person steps into a task on a website: sees it, pauses it, takes the page in hand, says more, changes the model, stops it at once."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.agents.browser.operating_web import Site, served

from yamori.agentkit.outbound.policy import public_only
from yamori.agents.browser.chromium.finding import find_chromium
from yamori.agents.browser.chromium.supervisor import ChromiumEngine
from yamori.agents.browser.engine import ByHand, Hand
from yamori.agents.browser.operating.evidence import Step
from yamori.agents.browser.operating.goal import changed_goal, goal_of
from yamori.agents.browser.operating.live import LiveTask, State
from yamori.agents.browser.operating.operating import Ending, Operated, Operating
from yamori.agents.browser.operating.wording import held_text
from yamori.domain.errors import InvalidRequest, ModelFailed, NotFound
from yamori.domain.language import Language
from yamori.llm.port import Prompt, Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels

pytestmark = [
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(find_chromium() is None, reason="no Chromium (apt-get install chromium)"),
]
NOW = datetime.fromisoformat("2026-03-04T09:00+09:00")
LOG_IN = """<title>Members</title><body style="margin:0"><main><form method=post action=/in>
  <input name=user aria-label=Name style="position:absolute;left:10px;top:10px;width:200px;height:30px">
  <input name=secret type=password aria-label=Password style="position:absolute;left:10px;top:60px;width:200px;height:30px">
  <button style="position:absolute;left:10px;top:110px;width:200px;height:30px">Log in</button></form></main>"""


@dataclass
class Bench:
    engine: ChromiumEngine
    site: Site
    own: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bench() -> AsyncIterator[Bench]:
    engine, site = ChromiumEngine(rule=public_only(loopback=True)), Site()
    async with served(site) as own:
        yield Bench(engine=engine, site=site, own=own)
        await engine.close()


class Slow:
    """A model that waits until it may answer, and sees no pictures."""

    def __init__(self) -> None:
        self.asked, self.may = asyncio.Event(), asyncio.Event()
        self.models: list[str | None] = []

    async def ask(self, role: Role, prompt: Prompt, *, model: str | None = None, **_: Any) -> Any:
        if role is Role.VISION:
            raise ModelFailed("it sees no pictures")
        self.models.append(model)
        self.asked.set()
        await self.may.wait()
        return await ScriptedModels({Role.BROWSER: ScriptedModel(gives_up, strict=False)}).ask(role, prompt)


def gives_up(_: Prompt) -> object:
    return {"do": "done", "claims": ["nothing of the kind"]}


def begun(operating: Operating, text: str, steps: list[Step] | None = None) -> "asyncio.Task[Operated]":
    kept = steps if steps is not None else []
    return asyncio.create_task(operating.run(goal_of(text, NOW, Language.ENGLISH), person="aya", progress=kept.append))


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():  # noqa: ASYNC110 - what the browser does sets no event of ours
            await asyncio.sleep(0.01)


def live(operating: Operating) -> LiveTask:
    return operating.live.of_person("aya")[0]


async def test_each_step_is_shown_with_a_picture_and_a_stop_takes_less_than_a_second(bench: Bench) -> None:
    bench.site.pages["/start"] = "<title>Start</title><main><p>Welcome.</p></main>"
    model, steps = Slow(), list[Step]()
    operating = Operating(bench.engine, model)  # type: ignore[arg-type]
    running = begun(operating, f"Open {bench.own}/start and polish the silver", steps)
    await asyncio.wait_for(model.asked.wait(), 15)
    task = live(operating)
    assert (task.title, task.url, [one.do for one in steps]) == ("Start", f"{bench.own}/start", ["open"])
    assert steps[0].picture == f"{task.id}/1" and task.steps[0].picture is not None and task.steps[0].picture[:2] == b"\xff\xd8"
    started = asyncio.get_running_loop().time()
    operating.stop(task.id)
    result = await running
    assert asyncio.get_running_loop().time() - started < 1
    assert result.ending is Ending.STOPPED and task.state is State.ENDED
    with pytest.raises(InvalidRequest):
        task.pause()
    await operating.close()


async def test_a_follow_up_changes_the_task_under_way_and_so_does_another_model(bench: Bench) -> None:
    bench.site.pages["/colours"] = (
        "<title>Vases</title><main><label>Colour <select><option>Any<option>red<option>blue</select></label><p>All vases</p></main>"
    )
    model = Slow()
    operating = Operating(bench.engine, model, steps=4)  # type: ignore[arg-type]
    running = begun(operating, f"On {bench.own}/colours choose the colour red for the vases and engrave them")
    await asyncio.wait_for(model.asked.wait(), 15)
    task = live(operating)
    task.follow_up("rather blue")
    task.switch("openai:large")
    model.may.set()
    result = await running
    put = [(step.do, step.result) for step in result.steps if step.do == "select"]
    assert put == [("select", "red"), ("select", "blue")]
    assert model.models[0] is None and set(model.models[1:]) == {"openai:large"}
    assert result.evidence is not None and "red" not in result.evidence.open_words
    await operating.close()


async def test_a_page_is_taken_in_hand_and_the_task_goes_on_with_it(bench: Bench) -> None:
    bench.site.sent.clear()
    bench.site.pages["/members"] = LOG_IN
    bench.site.pages["/in"] = "<title>Inside</title><main><p>Your invoices</p></main>"
    steps: list[Step] = []
    scripted = ScriptedModels({Role.BROWSER: ScriptedModel(gives_up, strict=False)})
    operating = Operating(bench.engine, scripted, hands_over=True)
    waiting = await operating.run(
        goal_of(f"On {bench.own}/members log in and show me the invoices", NOW, Language.ENGLISH), person="aya", progress=steps.append
    )
    assert waiting.ending is Ending.LOG_IN and waiting.held is not None
    task = live(operating)
    assert task.state is State.HELD and task.session is not None
    with pytest.raises(InvalidRequest, match="take the page over first"):
        await task.session.by_hand(ByHand(kind=Hand.TEXT, text="x"))
    await task.take()
    frames = task.session.watch()
    assert (await asyncio.wait_for(anext(frames), 10))[:2] == b"\xff\xd8"
    for y, text in ((25, "aya"), (75, "sésame-開け")):
        await press(task, y)
        await task.session.by_hand(ByHand(kind=Hand.TEXT, text=text))
    assert all("sésame" not in element.value for element in (await task.session.observe()).elements)
    await task.session.by_hand(ByHand(kind=Hand.KEY, key="Enter"))
    await until(lambda: bool(bench.site.sent))
    await frames.aclose()
    done = await operating.answered(waiting.held.id, yes=True, person="aya", progress=steps.append)
    assert bench.site.sent == [("/in", {"user": "aya", "secret": "sésame-開け"})]
    assert done.page is not None and done.page.title == "Inside" and "invoices" in done.page.text
    assert "sésame" not in repr(done) and "sésame" not in repr(task.steps)
    await operating.close()


async def press(task: LiveTask, y: float) -> None:
    assert task.session is not None
    for kind in (Hand.MOVED, Hand.PRESSED, Hand.RELEASED):
        await task.session.by_hand(ByHand(kind=kind, x=60, y=y))


async def test_a_paused_task_does_nothing_and_a_script_that_asks_waits_for_the_hand(bench: Bench) -> None:
    bench.site.pages["/asks"] = (
        "<title>Asks</title><body style='margin:0'><main><button style='position:absolute;left:10px;top:10px;width:200px;height:40px'"
        " onclick=\"document.title = confirm('Sure?') ? 'Yes' : 'No'\">Ask</button></main>"
    )
    model = Slow()
    operating = Operating(bench.engine, model, steps=2)  # type: ignore[arg-type]
    running = begun(operating, f"Open {bench.own}/asks and polish the silver")
    await asyncio.wait_for(model.asked.wait(), 15)
    task = live(operating)
    task.pause()
    model.may.set()
    await asyncio.sleep(0.1)
    assert task.state is State.PAUSED and len(model.models) == 1 and not running.done()
    await task.take()
    assert task.session is not None
    await press(task, 30)
    await until(lambda: task.session is not None and task.session.asks is not None)
    assert task.session.asks is not None and task.session.asks.text == "Sure?"
    await task.session.answer_dialog(accept=True)
    await task.hand_back()
    await running
    assert task.title == "Yes" and len(model.models) > 1
    await operating.close()


async def test_what_waits_outlives_a_restart_and_still_sends_exactly_what_was_shown(bench: Bench, tmp_path: Path) -> None:
    bench.site.sent.clear()
    bench.site.pages["/order"] = """<title>Order</title><main><form method=post action=/ordered>
      <label>Note <input name=note></label><button>Place order</button></form></main>"""
    goal = goal_of(f"On {bench.own}/order put “two pots” into the note and place the order", NOW, Language.ENGLISH)
    scripted = ScriptedModels({Role.BROWSER: ScriptedModel(gives_up, strict=False)})
    before = Operating(bench.engine, scripted, folder=tmp_path / "held")
    waiting = await before.run(goal, person="aya", progress=lambda _: None)
    assert waiting.held is not None
    await before.close()
    assert [file.stat().st_mode & 0o777 for file in (tmp_path / "held").iterdir()] == [0o600]
    after = Operating(bench.engine, scripted, folder=tmp_path / "held")
    with pytest.raises(InvalidRequest, match="somebody else"):
        await after.answered(waiting.held.id, yes=True, person="ken", progress=lambda _: None, now=NOW)
    with pytest.raises(NotFound):
        await after.answered(waiting.held.id, yes=True, person="aya", progress=lambda _: None, now=NOW + timedelta(days=2))
    await after.answered(waiting.held.id, yes=True, person="aya", progress=lambda _: None, now=NOW + timedelta(hours=3))
    assert bench.site.sent == [("/ordered", {"note": "two pots"})]
    assert list((tmp_path / "held").iterdir()) == []
    await after.close()


async def test_what_is_remembered_goes_into_a_form_field_by_field_after_a_yes(bench: Bench) -> None:
    bench.site.sent.clear()
    bench.site.pages["/join"] = """<title>Choir</title><main><form method=post action=/joined><label>Voice <input name=voice></label>
      <label>Name <input name=name></label><label>E-mail <input type=email name=mail></label><button>Register</button></form></main>"""

    class Known:
        async def known(self, person: str) -> Mapping[str, str]:
            return {"name": "Aya Sato", "email": "aya@example.org", "phone": "+81 3 1234 5678"} if person == "aya" else {}

    scripted = ScriptedModels({Role.BROWSER: ScriptedModel(gives_up, strict=False)})
    operating = Operating(bench.engine, scripted, own=Known())
    goal = goal_of(f"On {bench.own}/join put “alto” into the voice and register for the choir", NOW, Language.ENGLISH)
    waiting = await operating.run(goal, person="aya", progress=lambda _: None)
    assert waiting.held is not None
    shows = held_text(waiting.held, Language.ENGLISH)
    assert "Name: Aya Sato; E-mail: aya@example.org" in shows and "1234" not in shows and "Nothing is sent yet" in shows
    sends = await operating.answered(waiting.held.id, yes=True, person="aya", progress=lambda _: None)
    assert sends.held is not None and sends.held.sends is not None and bench.site.sent == []
    assert sends.held.sends.fields == {"voice": "alto", "name": "Aya Sato", "mail": "aya@example.org"}
    await operating.answered(sends.held.id, yes=True, person="aya", progress=lambda _: None)
    assert [path for path, _ in bench.site.sent] == ["/joined"]
    await operating.close()


async def test_a_follow_up_takes_the_place_of_what_it_excludes() -> None:
    goal = goal_of("On https://shop.example choose 2 red vases for 5 March", NOW, Language.ENGLISH)
    choices = [["red", "blue"]]
    assert changed_goal(goal, "rather blue", choices).words == "On choose 2 vases for 5 March. rather blue"
    assert changed_goal(goal, "make it 3", choices).words == "On choose red vases for 5 March. make it 3"
    moved = changed_goal(goal, "on 7 March", choices)
    assert [day.isoformat() for day in moved.days] == ["2026-03-07"] and "5 March" not in moved.words
    assert changed_goal(goal, "and wrap them", choices).addresses == goal.addresses
