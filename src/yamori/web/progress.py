"""How a turn reads as it happens: each `TurnEvent` becomes the fragment that puts it on the page.

Fragments only add to the page or replace what an earlier event of the same turn put there, so the same events in the same
order give the same page, whether they come live, after a reconnect or when an old turn is opened again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never
from urllib.parse import quote

from yamori.domain.events import (
    Planned,
    PlannedTask,
    Recalled,
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
    TurnStarted,
    Waiting,
)
from yamori.domain.gate import Gate
from yamori.domain.gear import Gear, Served
from yamori.domain.language import language_of
from yamori.domain.values import Value
from yamori.web.look import Look, Reader
from yamori.web.marks import mark
from yamori.web.proofs import proof

WEBSITE_STEP = "website_step"
"""What the log calls one step of a task on a website."""
_WEBSITE = frozenset(("use_website", "ask_site"))
"""What it calls the tools that use a website."""
_GEARS = {"web_search": Gear.READ, **dict.fromkeys(_WEBSITE, Gear.OPERATE)}
"""The gear of a tool, for the line that says what is being done."""
WEBSITE_ACTIONS = frozenset(("open", "click", "fill", "select", "date", "check", "scroll", "back", "by_hand"))


@dataclass(frozen=True, kw_only=True)
class TaskRow:
    """One task of the plan on the page."""

    mark: str
    """Its element's id, of its own even when a new plan uses the same task number again."""
    agent: str
    """The agent's name; its title is looked up when shown."""
    request: str
    status: str = "planned"
    """`planned`, `running`, `dropped` or an `OutcomeStatus`."""
    attempt: int = 1
    text: str = ""
    """What the agent said of it, where it did not simply get done."""
    reading: str = ""
    """Who read it, and as what: for developers."""


class Progress:
    """Follows one turn. What it remembers (rows, tools under way) comes from the events alone, so it is fed from the first one."""

    def __init__(self, turn: str, *, look: Look, reader: Reader, gate: Gate, titles: Mapping[str, str], pointing: bool) -> None:
        """`pointing`: changed devices are pointed out in the home's panel; not when an old turn is looked up."""
        self._turn = turn
        self._look = look
        self._reader = reader
        self._gate = gate
        self._titles = titles
        self._pointing = pointing
        self._rows: dict[int, TaskRow] = {}
        self._tools: dict[tuple[int, str], list[tuple[str, ToolStarted]]] = {}

    def show(self, number: int, event: TurnEvent) -> str:
        """The fragment for the event with this number."""
        words = self._look.words(self._reader.language)
        match event:
            case TurnStarted():
                return self._status(words("turn.thinking"))
            case Recalled():
                return self._recalled(event)
            case SentenceRead():
                return self._render("sentence_read", event=event) if self._reader.is_developer else ""
            case Planned():
                return self._plan(number, event)
            case TaskStarted():
                return self._task(number, event.task, event.agent, status="running", attempt=event.attempt)
            case ToolStarted():
                return self._tool_started(number, event)
            case ToolEnded():
                return self._tool_ended(number, event)
            case TaskEnded():
                text = "" if event.status == "done" else event.text
                return self._task(number, event.task, event.agent, status=event.status, text=text, reading=event.reading)
            case Reviewed():
                return self._reviewed(number, event)
            case Waiting():
                return self._render("waiting", number=number, event=event) + self._status(words("turn.waiting"), waits=True)
            case Resumed():
                return self._render("resumed", event=event, answer=self._answered(event.answer)) + self._status(words("turn.thinking"))
            case Replied():
                return self._render(
                    "replied",
                    event=event,
                    served=self._served(event.served),
                    titles=self._titled(event.agents),
                    lang=language_of(event.text).value,
                    foot=self._pointing,
                )
            case TurnFailed():
                return self._render("turn_failed", event=event, lang=language_of(event.text).value, foot=self._pointing)
            case _:
                assert_never(event)

    def _recalled(self, event: Recalled) -> str:
        """What was known, as what the house does now; where each of it comes from stands on the Memory view."""
        words = self._look.words(self._reader.language)
        return self._status(words("turn.recalled", facts="; ".join(fact.text for fact in event.facts)))

    def _plan(self, number: int, event: Planned) -> str:
        """New tasks are added, those that are no longer wanted are struck out, those that go on stay as they are."""
        wanted = {task.id: task for task in event.tasks}
        dropped = []
        for id, row in self._rows.items():
            if row.status == "planned" and not _same(row, wanted.get(id)):
                self._rows[id] = replace(row, status="dropped")
                dropped.append(self._rows[id])
        fresh = [task for task in event.tasks if not _same(self._rows.get(task.id), task)]
        for task in fresh:
            self._rows[task.id] = TaskRow(mark=f"{self.mark}-{number}-{task.id}", agent=task.agent, request=task.request)
        words = self._look.words(self._reader.language)
        status = words("turn.planned") if event.tasks else words("turn.answering")
        return self._render("planned", fresh=[self._rows[t.id] for t in fresh], dropped=dropped) + self._status(status)

    def _task(self, number: int, id: int, agent: str, *, status: str, attempt: int | None = None, text: str = "", reading: str = "") -> str:
        known = self._rows.get(id)
        row = known or TaskRow(mark=f"{self.mark}-{number}-{id}", agent=agent, request="")
        row = replace(row, agent=agent, status=status, attempt=attempt or row.attempt, text=text, reading=reading)
        self._rows[id] = row
        shown = self._render("task", row=row) if known else self._render("planned", fresh=[row], dropped=[])
        if status != "running":
            return shown
        words = self._look.words(self._reader.language)
        return shown + self._status(words("turn.working", agent=self._titles.get(agent, agent)))

    def _tool_started(self, number: int, event: ToolStarted) -> str:
        lead = "" if event.task in self._rows else self._task(number, event.task, event.agent, status="running")
        line = f"{self.mark}-{number}"
        self._tools.setdefault((event.task, event.tool), []).append((line, event))
        shown = lead + self._render("tool_started", event=event, row=self._rows[event.task], line=line)
        if (gear := _GEARS.get(event.tool)) is not None:
            shown += self._status(self._look.words(self._reader.language)(f"served.now_{gear.value}"))
        return shown + self._website(ended=False) if event.tool in _WEBSITE and self._pointing else shown

    def _website(self, *, ended: bool) -> str:
        """Its panel follows the task by itself."""
        return self._render("website", ended=ended)

    def _tool_ended(self, number: int, event: ToolEnded) -> str:
        """Takes the place of the line that the tool's start put there."""
        key, lead = (event.task, event.tool), ""
        if not self._tools.get(key):
            lead = self._tool_started(number, ToolStarted(task=event.task, agent=event.agent, tool=event.tool, arguments={}))
        line, started = self._tools[key].pop(0)
        words = self._look.words(self._reader.language)
        home, capabilities = self._gate.home, self._gate.capabilities
        proofs = [proof(r, home=home, capabilities=capabilities, titles=self._titles, words=words) for r in event.receipts]
        after = self._website(ended=True) if event.tool in _WEBSITE and self._pointing else ""
        return (
            lead
            + after
            + self._render(
                "tool_ended",
                event=event,
                website=website_step(event),
                line=line,
                arguments=started.arguments,
                proofs=proofs,
                places=places(event.result),
                pointing=self._pointing,
            )
        )

    def _reviewed(self, number: int, event: Reviewed) -> str:
        row = self._rows.get(event.task)
        return self._render("reviewed", event=event, row=row) if row else ""

    def _answered(self, answer: str) -> str:
        """`yes` and `no` are what the buttons send; a person reads what was on them."""
        words = self._look.words(self._reader.language)
        return words.either(f"ask.said_{answer}", answer)

    def _served(self, served: Served | None) -> str:
        """How it was served, as its person reads it; empty where nothing was asked."""
        words = self._look.words(self._reader.language)
        match served:
            case None:
                return ""
            case Served(gear=Gear.READ, pages=pages):
                return words.count("served.read", pages) if pages else words("served.read_none")
            case Served(gear=gear):
                return words(f"served.{gear.value}")

    def _titled(self, agents: tuple[str, ...]) -> list[str]:
        return [self._titles.get(agent, agent) for agent in agents]

    def _status(self, text: str, *, waits: bool = False) -> str:
        return self._render("status", text=text, waits=waits)

    def _render(self, event_name: str, **values: object) -> str:
        place = turn_place(self._turn)
        return self._look.render(f"events/{event_name}.html", reader=self._reader, agent_titles=self._titles, **place, **values)

    @property
    def mark(self) -> str:
        return mark("turn", self._turn)


def turn_place(turn: str) -> dict[str, str]:
    """Where a turn stands: its element's id and the path of its routes."""
    return {"turn_id": turn, "turn_mark": mark("turn", turn), "turn_path": f"/ui/turns/{quote(turn, safe='')}"}


@dataclass(frozen=True, kw_only=True)
class WebsiteStep:
    """One step on a website, in words that a page's text may stand in."""

    action: str
    element: str
    value: str
    title: str
    picture: str
    """Address of what the page looked like then; empty where there is none."""


def website_step(event: ToolEnded) -> WebsiteStep | None:
    """None for any other tool, and for a step of a kind that this page has no words for."""
    held = event.result
    if event.tool != WEBSITE_STEP or not isinstance(held, Mapping) or held.get("action") not in WEBSITE_ACTIONS:
        return None
    task, _, number = str(held.get("picture") or "").partition("/")
    return WebsiteStep(
        action=str(held["action"]),
        element=str(held.get("element") or ""),
        value=str(held.get("result") or held.get("input") or ""),
        title=str(held.get("title") or held.get("page") or ""),
        picture=f"/ui/websites/{quote(task, safe='')}/pictures/{int(number)}" if number.isdecimal() else "",
    )


def places(result: Value) -> list[tuple[str, str]]:
    """(title, address) of the passages of papers that a tool found, each paper once."""
    found: dict[str, str] = {}
    passages = result.get("passages") if isinstance(result, Mapping) else None
    for passage in passages if isinstance(passages, Sequence) else ():
        title, address = (passage.get("title"), passage.get("address")) if isinstance(passage, Mapping) else (None, None)
        if isinstance(title, str) and isinstance(address, str) and address.startswith("/papers/"):
            found.setdefault(title, address)
    return list(found.items())


def _same(row: TaskRow | None, task: PlannedTask | None) -> bool:
    return row is not None and task is not None and (row.agent, row.request) == (task.agent, task.request) and row.status != "dropped"
