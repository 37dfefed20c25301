"""`yamori eval browser --suite miniwob`: pages of MiniWoB++ operated by the Browser agent, judged by the reward of the page itself.

`rules` plays them without a language model. A page's task is all that the agent is told; nothing here knows a page.
"""

import asyncio
import json
import statistics
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from yamori.agentkit.outbound.policy import public_only
from yamori.agents.browser.chromium.supervisor import ChromiumEngine
from yamori.agents.browser.engine import BrowserEngine
from yamori.agents.browser.operating.evidence import Step
from yamori.agents.browser.operating.goal import goal_of
from yamori.agents.browser.operating.operating import Ending, Operated, Operating
from yamori.apps.eval_browser import NOW, RULES, CountedModels, browser_models, served
from yamori.apps.settings import Settings
from yamori.domain.errors import InvalidRequest, YamoriError
from yamori.domain.language import DEFAULT_LANGUAGE
from yamori.evaluation.intervals import wilson
from yamori.evaluation.miniwob.pages import Episode, MiniWob, forty, pages_at
from yamori.evaluation.spent import Spent

SEEDS = 5
LIMIT, LIMIT_OF_A_MODEL = 60.0, 600.0
"""Seconds for one episode."""
_AFTERWARDS = 3.0
"""Seconds after a lost episode in which the agent may still say that it was done."""
_MOST_HELD = 6


@dataclass(frozen=True, kw_only=True)
class Played:
    """What came of one page with one seed."""

    page: str
    seed: int
    task: str
    is_right: bool
    """The page's raw reward is 1."""
    reward: float
    raw: float
    reason: str
    ending: str
    """What the agent said; empty where the episode was over before."""
    said_done: bool
    approvals: int
    steps: int
    did: Sequence[str]
    seconds: float
    model_calls: int
    prompt_tokens: int
    completion_tokens: int
    problem: str = ""


async def evaluate_miniwob(
    settings: Settings, *, model: str | None, pages: Path | None, out: Path, tags: Sequence[str], seeds: int = SEEDS
) -> int:
    """`pages`: the wheel of `miniwob` or its folder; `tags`: names of pages, none for the forty."""
    web = MiniWob(pages_at(pages))
    there = web.page_names()
    if unknown := [name for name in tags if name not in there]:
        raise InvalidRequest(f"MiniWoB++ has no page {unknown[0]!r}", where="--tag", nearest=tuple(there))
    played: list[Played] = []
    async with AsyncExitStack() as stack:
        models = await browser_models(settings, model, stack)
        engine = ChromiumEngine(rule=public_only(loopback=True))
        stack.push_async_callback(engine.close)
        base = await stack.enter_async_context(served(web))
        for page in tags or forty():
            for seed in range(1, seeds + 1):
                played.append(
                    await _episode(web, base, engine, models, page, seed, None if model == RULES else model, is_rules=model == RULES)
                )
                _show(played[-1])
    await asyncio.to_thread(_write, out, played)
    print("\n".join(summary(played)))
    return 0


async def _episode(
    web: MiniWob, base: str, engine: BrowserEngine, models: CountedModels, page: str, seed: int, model: str | None, *, is_rules: bool
) -> Played:
    name = f"{page}-{seed}"
    path, first = web.begin(page, seed=seed)
    session = await engine.session(name, sites=lambda _: True)
    try:
        await session.open(base + path)
        async with asyncio.timeout(10):
            await first.begun.wait()
    finally:
        await session.close()
    task = first.task
    path, episode = web.begin(page, seed=seed)  # the same problem anew, for the agent
    operating, steps = Operating(engine, models), list[Step]()
    before, started = models.spent, time.monotonic()
    playing = asyncio.create_task(_played(operating, f"{task} {base}{path}", name, steps, model))
    over = asyncio.create_task(episode.ended.wait())
    problem = ""
    try:
        await asyncio.wait((playing, over), timeout=LIMIT if is_rules else LIMIT_OF_A_MODEL, return_when=asyncio.FIRST_COMPLETED)
        seconds = time.monotonic() - started
        if not playing.done() and not (over.done() and episode.raw >= 1):
            await asyncio.wait((playing,), timeout=_AFTERWARDS)
        operated, approvals = playing.result() if playing.done() else (None, 0)
    except YamoriError as failed:
        operated, approvals, seconds, problem = None, 0, time.monotonic() - started, f"{type(failed).__name__}: {failed}"
    finally:
        playing.cancel()
        over.cancel()
        await asyncio.gather(playing, over, return_exceptions=True)
        await operating.close()
    return _told(page, seed, task, episode, operated, approvals, steps, seconds, models.spent.since(before), problem)


async def _played(operating: Operating, says: str, person: str, steps: list[Step], model: str | None) -> tuple[Operated, int]:
    """With a yes to whatever is held: the page's task is the person's own request."""
    goal = goal_of(says, datetime.fromisoformat(NOW), DEFAULT_LANGUAGE)
    operated, held = await operating.run(goal, person=person, progress=steps.append, model=model), 0
    while operated.held is not None and held < _MOST_HELD:
        held += 1
        operated = await operating.answered(operated.held.id, yes=True, person=person, progress=steps.append)
    return operated, held


def _told(
    page: str, seed: int, task: str, episode: Episode, operated: Operated | None, approvals: int, steps: Sequence[Step], seconds: float,
    spent: Spent, problem: str,
) -> Played:  # fmt: skip
    return Played(
        page=page, seed=seed, task=task, is_right=episode.raw >= 1, reward=episode.reward or 0.0, raw=episode.raw, reason=episode.reason,
        ending=operated.ending.value if operated is not None else "", said_done=operated is not None and operated.ending is Ending.DONE,
        approvals=approvals, steps=len(steps), did=[f"{one.do} {one.element} {one.input}".strip()[:100] for one in steps[1:]],
        seconds=round(seconds, 2), model_calls=spent.calls, prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens, problem=problem,
    )  # fmt: skip


def summary(played: Sequence[Played]) -> list[str]:
    """Success over all episodes with its interval, each page's, and what it took."""
    if not played:
        return []
    names = list(dict.fromkeys(one.page for one in played))
    right = {name: [one.is_right for one in played if one.page == name] for name in names}
    lines = [f"  {name}: {sum(of)} of {len(of)}" for name, of in right.items()]
    total = sum(one.is_right for one in played)
    low, high = wilson(total, len(played))
    half = sum(2 * sum(of) > len(of) for of in right.values())
    false_done = sum(one.said_done and not one.is_right for one in played)
    tokens = sum(one.prompt_tokens + one.completion_tokens for one in played)
    lines.append(
        f"miniwob: {total} of {len(played)} episodes right ({total / len(played):.0%}, 95 % interval {low:.0%} to {high:.0%}); "
        f"{half} of {len(names)} pages in most of their episodes; {false_done} false “done”; "
        f"median {statistics.median(one.steps for one in played):g} steps, {statistics.median(one.seconds for one in played):.1f} s; "
        f"{sum(one.model_calls for one in played)} calls of a model, {tokens} tokens"
    )
    return lines


def _show(played: Played) -> None:
    how = f"{played.seconds:.1f} s, {played.steps} steps, {played.model_calls} calls, {played.ending or 'over'}"
    print(f"{'✓' if played.is_right else '✗'} {played.page} {played.seed} {how} {played.problem}".rstrip(), flush=True)


def _write(out: Path, played: Sequence[Played]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / "miniwob.jsonl").write_text("".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in played), encoding="utf-8")
