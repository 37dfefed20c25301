"""`yamori eval browser`: tasks of finding and of doing on the simulated web, judged by address, answer, page and network log.

`rules` plays them without a language model, `script` by a script that knows the pages: the lower limit of steps and seconds.
"""

import asyncio
import json
import socket
import statistics
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from yamori.agentkit.judging.judge import Judge
from yamori.agentkit.outbound.policy import public_only
from yamori.agents.browser.chromium.supervisor import ChromiumEngine
from yamori.agents.browser.engine import BrowserEngine, BrowserSession, Element, Observation, Permit
from yamori.agents.browser.operating.evidence import Step
from yamori.agents.browser.operating.goal import goal_of
from yamori.agents.browser.operating.operating import Ending, Operating
from yamori.agents.browser.operating.wording import operated_text
from yamori.agents.browser.reading import WebReading
from yamori.agents.browser.search_engines.searxng import SearXNG
from yamori.apps.settings import Settings
from yamori.apps.web_reading import http_pages
from yamori.domain.clock import SystemClock
from yamori.domain.errors import ModelFailed, YamoriError
from yamori.domain.language import Language
from yamori.evaluation.intervals import wilson
from yamori.evaluation.spent import Spent
from yamori.evaluation.web.app import simulated_web
from yamori.evaluation.web.recording import Recording
from yamori.evaluation.web.tasks import OperateTask, ReadTask, answers, operate_tasks, problems, read_tasks
from yamori.evaluation.web.world import World, world
from yamori.llm.model_files import models_folder
from yamori.llm.open import open_models
from yamori.llm.port import Answer, Models, Prompt, Role
from yamori.llm.settings import read_settings as read_model_settings

NOW = "2026-03-04T09:00+09:00"
PERSON = "evaluator"
SCRIPT, PLAYWRIGHT, RULES = "script", "playwright", "rules"


@dataclass(frozen=True, kw_only=True)
class Played:
    """What came of one task."""

    id: str
    gear: str
    is_right: bool
    said_done: bool = False
    steps: int = 0
    model_calls: int = 0
    tokens: int = 0
    seconds: float = 0.0
    problems: Sequence[str] = field(default_factory=tuple)
    answer: str = ""


class NoModels:
    """Nobody answers: what code alone can do."""

    async def ask(self, role: Role, prompt: Prompt, *, turn: str | None = None, stronger: bool = False, model: str | None = None) -> Answer:
        return Answer(text="", data={"do": "done", "claims": []})


class CountedModels:
    """The models of a household, and what they have cost."""

    def __init__(self, models: Models) -> None:
        self._models = models
        self.spent = Spent()

    async def ask(self, role: Role, prompt: Prompt, *, turn: str | None = None, stronger: bool = False, model: str | None = None) -> Answer:
        answer = await self._models.ask(role, prompt, turn=turn, stronger=stronger, model=model)
        before, usage = self.spent, answer.usage
        self.spent = Spent(
            calls=before.calls + 1,
            prompt_tokens=before.prompt_tokens + usage.prompt_tokens,
            completion_tokens=before.completion_tokens + usage.completion_tokens,
        )
        return answer


async def browser_models(settings: Settings, model: str | None, stack: AsyncExitStack) -> CountedModels:
    """Those of the settings; nobody for `rules` and `script`."""
    if model in (SCRIPT, PLAYWRIGHT, RULES):
        return CountedModels(NoModels())
    opened = open_models(
        read_model_settings(settings.models_file), models_dir=models_folder(), data_dir=settings.data, clock=SystemClock("UTC")
    )
    return CountedModels(await stack.enter_async_context(opened))


@dataclass(frozen=True, kw_only=True)
class Opened:
    """What tasks on the simulated web are played with."""

    models: CountedModels
    engine: ChromiumEngine
    now: datetime
    web: Recording
    base: str
    """The address of its root."""
    facts: World


async def opened_web(settings: Settings, model: str | None, stack: AsyncExitStack, *, seed: int) -> Opened:
    """Closed with the stack."""
    models = await browser_models(settings, model, stack)
    engine = ChromiumEngine(rule=public_only(loopback=True))
    stack.push_async_callback(engine.close)
    now = datetime.fromisoformat(NOW)
    web = simulated_web(now=now, seed=seed)
    base = await stack.enter_async_context(served(web))
    return Opened(models=models, engine=engine, now=now, web=web, base=base, facts=world(now=now, seed=seed))


async def evaluate_browser(settings: Settings, *, model: str | None, out: Path, tags: Sequence[str], seed: int = 1) -> int:
    """`model`: `script`, `rules`, or one of a provider; None: the one of the settings. `tags`: ids of tasks, `read` or `operate`."""
    played: list[Played] = []
    async with AsyncExitStack() as stack:
        opened = await opened_web(settings, model, stack, seed=seed)
        for read in read_tasks(opened.facts):
            if model not in (SCRIPT, PLAYWRIGHT) and _wanted(read.id, "read", tags):
                played.append(await _read(read, opened, None if model == RULES else Judge(opened.models, Role.BROWSER)))
                _show(played[-1])
        for task in operate_tasks(opened.facts, opened.base):
            if _wanted(task.id, "operate", tags):
                opened.web.state.clear()
                name = f"{PERSON}-{task.id}"
                if model == PLAYWRIGHT:
                    if task.script:
                        played.append(await _by_playwright(task, opened.web))
                        _show(played[-1])
                    continue
                if model == SCRIPT:
                    played.append(await _scripted(task, opened.engine, opened.web, name))
                else:
                    played.append(await _operated(task, opened, name, None if model == RULES else model))
                _show(played[-1])
    await asyncio.to_thread(_write, out, played)
    print("\n".join(summary(played)))
    return 0


def summary(played: Sequence[Played]) -> list[str]:
    """Each gear, and each class of tasks of it: the first word of their ids."""
    lines: list[str] = []
    for gear in ("read", "operate"):
        of = [one for one in played if one.gear == gear]
        if not of:
            continue
        right, false_done = sum(one.is_right for one in of), sum(one.said_done and not one.is_right for one in of)
        low, high = wilson(right, len(of))
        lines.append(
            f"{gear}: {right} of {len(of)} right (95 % interval {low:.0%} to {high:.0%}), {false_done} false “done”, "
            f"median {statistics.median(one.steps for one in of):g} steps, {statistics.median(one.seconds for one in of):.1f} s; "
            f"{sum(one.model_calls for one in of)} calls of a model, {sum(one.tokens for one in of)} tokens"
        )
        for kind in dict.fromkeys(one.id.split("-")[0] for one in of):
            inside = [one for one in of if one.id.split("-")[0] == kind]
            lines.append(f"  {kind}: {sum(one.is_right for one in inside)} of {len(inside)}")
    return lines


def _wanted(id: str, gear: str, tags: Sequence[str]) -> bool:
    return not tags or id in tags or gear in tags


async def _read(task: ReadTask, opened: Opened, judge: Judge | None) -> Played:
    search, before = SearXNG(opened.base), opened.models.spent
    started = time.monotonic()
    try:
        reading = WebReading(search, http_pages(loopback=True), place="", judge=judge)
        quotes = (await reading.answers(task.asks, now=opened.now, language=Language(task.language))).quotes
    finally:
        await search.close()
    text = "\n".join(f"{quote.text} ({quote.title}, {quote.url})" for quote in quotes)
    found = answers(task, text)
    return Played(
        id=task.id, gear="read", is_right=found, said_done=bool(quotes), seconds=time.monotonic() - started, answer=text,
        model_calls=opened.models.spent.since(before).calls, problems=() if found else (f"answer has no {task.expected}",),
    )  # fmt: skip


async def _operated(task: OperateTask, opened: Opened, person: str, model: str | None) -> Played:
    operating = Operating(opened.engine, opened.models)
    steps: list[Step] = []
    started, was_held, before = time.monotonic(), False, opened.models.spent
    try:
        operated = await operating.run(
            goal_of(task.says, opened.now, Language(task.language)), person=person, progress=steps.append, model=model
        )
        for _ in range(4):
            if operated.held is None:
                break
            was_held = True
            operated = await operating.answered(operated.held.id, yes=bool(task.yes), person=person, progress=steps.append)
    except YamoriError as failed:
        return Played(id=task.id, gear="operate", is_right=False, problems=(f"{type(failed).__name__}: {failed}",), steps=len(steps))
    finally:
        await operating.close()
    spent = opened.models.spent.since(before)
    page, text = operated.page, operated_text(operated)
    wrong = problems(
        task, url=page.url if page else "", answer=text, page=f"{page.title}\n{page.text}" if page else "", state=opened.web.state,
        ending=operated.ending.value, was_held=was_held,
    )  # fmt: skip
    return Played(
        id=task.id, gear="operate", is_right=not wrong, said_done=operated.ending is Ending.DONE, steps=len(steps),
        model_calls=operated.model_calls, tokens=spent.prompt_tokens + spent.completion_tokens, seconds=time.monotonic() - started,
        problems=wrong, answer=text,
    )  # fmt: skip


async def _scripted(task: OperateTask, engine: BrowserEngine, web: Recording, person: str) -> Played:
    """By a script that knows the pages."""
    address = next(word for word in task.says.split() if word.startswith("http")).rstrip(",")
    session = await engine.session(person, sites=lambda _: True)
    started = time.monotonic()
    try:
        await session.open(address)
        for do, name, *values in task.script:
            await _do(session, await session.observe(), do, name, values[0] if values else "")
        page = await session.observe()
    except YamoriError as failed:
        return Played(id=task.id, gear="operate", is_right=False, problems=(str(failed),))
    finally:
        await session.close()
    wrong = problems(
        task, url=page.url, answer=page.text, page=f"{page.title}\n{page.text}", state=web.state, ending=task.ends, was_held=task.held
    )
    seconds = time.monotonic() - started
    return Played(id=task.id, gear="operate", is_right=not wrong, steps=1 + len(task.script), seconds=seconds, problems=wrong)


async def _by_playwright(task: OperateTask, web: Recording) -> Played:
    from yamori.apps.eval_playwright import scripted_with_playwright

    ran = await scripted_with_playwright(task)
    page = f"{ran.title}\n{ran.text}"
    wrong = problems(task, url=ran.url, answer=ran.text, page=page, state=web.state, ending=task.ends, was_held=task.yes is not None)
    wrong = [ran.problem] if ran.problem else wrong
    return Played(id=task.id, gear="operate", is_right=not wrong, steps=1 + len(task.script), seconds=ran.seconds, problems=wrong)


async def _do(session: BrowserSession, page: Observation, do: str, name: str, value: str) -> None:
    element = next(
        (one for one in page.elements if one.is_main and name in one.name and (do == "click") == (one.role in ("link", "button"))), None
    )
    if element is None:
        raise ModelFailed(f"the script finds no {name!r}")
    match do:
        case "select":
            await session.select(element.index, value)
        case "fill":
            await session.fill(element.index, value)
        case "date":
            await session.set_date(element.index, date.fromisoformat(value))
        case _:
            asks = await session.click(element.index, permit=_permit(element, ""))
            if asks.dialogs:
                await session.click(element.index, permit=_permit(element, asks.dialogs[0].text))


def _permit(element: Element, asks: str) -> Permit:
    form = element.form
    if form is None or not element.submits:
        return Permit()
    return Permit(method=form.method, url=form.action, fields={one.name: one.value for one in form.fields}, dialog=asks)


@asynccontextmanager
async def served(app: ASGIApp) -> AsyncIterator[str]:
    """On a free port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving


def _show(played: Played) -> None:
    print(f"{'✓' if played.is_right else '✗'} {played.id} {played.seconds:.1f} s, {played.steps} steps, {played.model_calls} calls"
          + (f" ({'; '.join(played.problems)})" if played.problems else ""))  # fmt: skip


def _write(out: Path, played: Sequence[Played]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / "results.jsonl").write_text("".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in played), encoding="utf-8")
