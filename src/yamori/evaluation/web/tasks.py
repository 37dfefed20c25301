"""The tasks of `yamori eval browser` over one simulated world: what is asked, and what proves that it was answered or done. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from importlib.resources import files
from typing import Any

import yaml

from yamori.evaluation.web.page import Page
from yamori.evaluation.web.sites import flights, plain_pages, shop
from yamori.evaluation.web.state import WebState
from yamori.evaluation.web.world import World


@dataclass(frozen=True, kw_only=True)
class ReadTask:
    id: str
    language: str
    asks: str
    expected: str
    """What an answer has to hold."""


@dataclass(frozen=True, kw_only=True)
class OperateTask:
    id: str
    language: str
    says: str
    url: Sequence[str] = ()
    text: Sequence[str] = ()
    page: Sequence[str] = ()
    state: Mapping[str, Any]
    yes: bool | None
    """What the person answers to what is held; None: nothing may be held."""
    held: bool = False
    """Something has to be held."""
    ends: str = ""
    script: Sequence[Sequence[str]] = ()


def read_tasks(world: World) -> list[ReadTask]:
    by_path = {page.path: page for page in plain_pages(world)}
    return [
        ReadTask(id=each["id"], language=each["language"], asks=each["asks"], expected=_fact(by_path, each["fact"], world))
        for each in _data()["read"]
    ]


def operate_tasks(world: World, base: str) -> list[OperateTask]:
    stocked = next(product for product in shop.products(world).values() if product.in_stock)
    day = world.now.date().replace(month=6, day=7)
    names = {
        "base": base,
        "stocked": stocked.key,
        "stocked_name": stocked.name,
        "stocked_price": f"{stocked.price:,}",
        "flight": flights.flights(world, "Tokyo", "London", day)[0].number,
    }

    def filled(value: Any) -> Any:
        if isinstance(value, str):
            return re.sub(r"\{(\w+)\}", lambda match: names[match[1]], value)
        if isinstance(value, list):
            return [filled(one) for one in value]
        if isinstance(value, dict):
            return {filled(name): filled(one) for name, one in value.items()}
        return str(value) if hasattr(value, "isoformat") else value

    found = []
    for each in map(filled, _data()["operate"]):
        urls = [each[name] for name in ("url", "url_too") if name in each]
        kept = {name: each[name] for name in ("id", "says", "text", "page", "held", "ends", "script") if name in each}
        found.append(
            OperateTask(language=each.get("language", "en"), url=urls, state=each.get("state", {}), yes=each.get("agrees"), **kept)
        )
    return found


def answers(task: ReadTask, text: str) -> bool:
    """String match."""
    return bool(task.expected) and task.expected.lower() in text.lower()


def problems(task: OperateTask, *, url: str, answer: str, page: str, state: WebState, ending: str, was_held: bool) -> list[str]:
    """What speaks against it: URL match, string match, the page's own text, and what the sites hold. Empty where it was done."""
    found = [f"url has no {part}" for part in task.url if part not in url]
    found += [f"answer has no {part}" for part in task.text if part not in answer]
    found += [f"page has no {part}" for part in task.page if part not in page]
    for name, wanted in task.state.items():
        held = getattr(state, name)
        if (len(held) if isinstance(wanted, int) else held) != wanted:
            found.append(f"{name} is {held}")
    if task.held and not was_held:
        found.append("nothing was held")
    if task.yes is None and was_held:
        found.append("something was held")
    if task.ends and ending != task.ends:
        found.append(f"it ended {ending}")
    for kept in ("orders", "bookings", "messages", "posts"):
        if kept not in task.state and getattr(state, kept):
            found.append(f"{kept} nobody asked for")
    return found


def _fact(by_path: Mapping[str, Page], fact: Mapping[str, Any], world: World) -> str:
    """Raises `KeyError` for a page that is not there."""
    pages = [page for path, page in by_path.items() if path == fact["path"]]
    if not pages:  # the events of this year, on whichever page
        pages = [page for path, page in by_path.items() if path.startswith(f"{fact['path']}-{world.now.year}/")]
    if "pattern" in fact:
        match = re.search(fact["pattern"], pages[0].text())
        return match[1] if match else ""
    for page in pages:
        for section in page.sections:
            for row in section.rows:
                if _is_row(row, fact["row"], world):
                    at = fact["at"] if "at" in fact else section.columns.index(fact["column"])
                    return str(row[at])
    raise KeyError(fact["path"])


def _is_row(row: Sequence[Any], wanted: Any, world: World) -> bool:
    if wanted == "0h":
        return True
    if isinstance(wanted, int):
        return bool(row[0] == world.now.date() + timedelta(days=wanted))
    return wanted in map(str, row)


def _data() -> Mapping[str, Any]:
    held: Mapping[str, Any] = yaml.safe_load((files("yamori.evaluation.web") / "tasks.yaml").read_text(encoding="utf-8"))
    return held
