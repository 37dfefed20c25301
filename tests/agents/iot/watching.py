"""Conditions as the tests beside this file write them: what is watched, in a line."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from tests.agents.iot.house import House, house

from yamori.agentkit.watch import NotWatchable, Test, Watched

HOMES = {name: Path(__file__).parent / "houses" / f"{name}.home.yaml" for name in ("lodge", "manor", "annex", "quay", "mill")} | {
    "demo": Path(__file__).parents[3] / "src" / "yamori" / "gateway" / "homes" / "demo.home.yaml"
}


@asynccontextmanager
async def home(name: str, *, room: str | None = None) -> AsyncIterator[House]:
    async with house(home=HOMES[name], room=room, prepared=False) as opened:
        yield opened


async def watch(opened: House, condition: str, *, person: str = "ida") -> Watched | NotWatchable:
    assert opened.agent.watcher is not None
    return await opened.agent.watcher.watch(replace(opened.task(condition), person=person))


def line(watched: Watched) -> str:
    """`any: east-window.contact == open, west-window.contact == open · 120 s`; what is negated begins with `not`."""
    tests = ", ".join(map(_test, watched.tests))
    combine = f"{watched.combine}: " if len(watched.tests) > 1 else ""
    lasting = f" · {watched.for_seconds} s" if watched.for_seconds else ""
    return f"{'not ' if watched.negated else ''}{combine}{tests}{lasting}{' · edge' if watched.edge else ''}"


def _test(test: Test) -> str:
    device, component, _, attribute = test.path.split(".")
    place = device if component == "main" else f"{device}/{component}"
    value = "|".join(map(str, test.value)) if isinstance(test.value, list | tuple) else test.value
    number = f"{value:g}" if isinstance(value, float) else str(value)
    return f"{place}.{attribute} {test.operator} {number}{f' ±{test.margin:g}' if test.margin else ''}"
