"""A turn as a terminal shows it: progress on stderr, the answer on stdout. `chat` drives it; it knows nothing of HTTP."""

import json
import sys
from collections.abc import Mapping
from typing import Protocol, TextIO, assert_never

from rich.console import Console
from rich.markup import escape as markup_escape
from rich.status import Status

from yamori.apps.conversation import Happened
from yamori.apps.texts import TEXTS
from yamori.domain.events import (
    Planned,
    ReadFrame,
    Recalled,
    Replied,
    Resumed,
    Reviewed,
    SentenceRead,
    TaskEnded,
    TaskStarted,
    ToolEnded,
    ToolStarted,
    TurnFailed,
    TurnStarted,
    Waiting,
)
from yamori.domain.gear import Served
from yamori.domain.language import DEFAULT_LANGUAGE, language_of
from yamori.domain.plain_text import strip_controls
from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.domain.values import Value, plain_value


def escape(text: object) -> str:
    """A text of others inside rich's markup: neither tags nor what the terminal would obey."""
    return markup_escape(strip_controls(str(text)))


def print_plain(text: object, *, file: TextIO | None = None, end: str = "\n") -> None:
    """Print a text of others, without what the terminal would obey; on stdout if not elsewhere."""
    print(strip_controls(str(text)), file=file, end=end, flush=True)


class Screen(Protocol):
    """What shows a turn to a person or a program."""

    def show(self, happened: Happened) -> None: ...

    def rest(self) -> None:
        """Nothing more will be shown for now: leave the terminal as it was."""
        ...


class JsonScreen:
    """One event a line on stdout: the event's name, its id, and its own fields."""

    def __init__(self, *, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout

    def show(self, happened: Happened) -> None:
        line = {"event": happened.name, "event_id": happened.id, **json.loads(happened.data)}
        print(json.dumps(plain_value(line), ensure_ascii=False), file=self._out, flush=True)

    def rest(self) -> None:
        return


class LiveScreen:
    """Each step as it happens, for a person, in the language that they spoke."""

    def __init__(self, *, out: TextIO | None = None, progress: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._console = Console(file=progress or sys.stderr, highlight=False, soft_wrap=True)
        self._status: Status | None = None
        self._language = DEFAULT_LANGUAGE

    def show(self, happened: Happened) -> None:
        match happened.event:
            case TurnStarted(text=text):
                self._language = language_of(text)
                self._think()
            case Recalled(facts=facts):
                self._line(f"[dim]{escape('; '.join(fact.text for fact in facts))}[/]")
            case SentenceRead(frames=frames):
                for frame in frames:
                    self._line(f"[dim]{escape(_frame(frame))}[/]")
            case Planned(tasks=tasks, by=by):
                self._line("[bold]" + escape(self._said("plan" if tasks else "direct", by=by)) + "[/]")
                for number, task in enumerate(tasks, 1):
                    self._line(f"  {number}. [cyan]{escape(task.agent)}[/] {escape(task.request)}")
            case TaskStarted(agent=agent, attempt=attempt):
                if attempt > 0:
                    self._line(f"[yellow]{escape(agent)}: {escape(self._said('again', attempt=attempt + 1))}[/]")
            case ToolStarted(agent=agent, tool=tool, arguments=arguments):
                self._line(f"[dim]{escape(agent)} → {escape(tool)}({escape(_arguments(arguments))})[/]")
            case ToolEnded() as ended:
                self._tool_ended(ended)
            case TaskEnded(agent=agent, status=status, text=text, reading=reading):
                self._line(
                    f"{_MARKS.get(status, '·')} [cyan]{escape(agent)}[/] {escape(text)}"
                    + (f" [dim]({escape(reading)})[/]" if reading else "")
                )
            case Reviewed(verdict=verdict, by=by, why=why):
                if verdict != "finish":
                    self._line(f"[yellow]{escape(self._said('review', by=by, verdict=verdict))}[/] {escape(why)}")
            case Waiting(question=question, options=options, approvals=approvals):
                self.rest()
                self._line(f"[bold yellow]{escape(self._said('question'))}[/] {escape(question)}")
                for option in options:
                    self._line(f"  - {escape(option)}")
                for approval in approvals:
                    self._line(f"  [yellow]![/] {escape(approval.shows)}" + (" [dim](PIN)[/]" if approval.pin else ""))
            case Resumed():
                self._think()
            case Replied() as replied:
                self.rest()
                self._served(replied.served)
                self._cost(replied)
                print_plain(replied.text, file=self._out)
            case TurnFailed(text=text):
                self.rest()
                self._line(f"[red]✗[/] {escape(text)}")
            case _ as never:
                assert_never(never)

    def rest(self) -> None:
        if self._status:
            self._status.stop()
            self._status = None

    def _think(self) -> None:
        if self._status is None and self._console.is_terminal:
            self._status = self._console.status(escape(self._said("thinking")))
            self._status.start()

    def _tool_ended(self, ended: ToolEnded) -> None:
        for receipt in ended.receipts:
            self._line(f"  {self._receipt(receipt)}")
        if not ended.ok:
            self._line(f"  [red]✗[/] {escape(ended.problem or self._said('failed'))}")

    def _receipt(self, receipt: Receipt) -> str:
        command = receipt.command
        what = escape(f"{command.device} {command.capability}.{command.name}")
        match receipt.status:
            case ReceiptStatus.DONE:
                changes = ", ".join(f"{name} {_short(was)} → {_short(now)}" for name, (was, now) in receipt.changed().items())
                return f"[green]✓[/] {what} [dim]{escape(changes)}[/]"
            case ReceiptStatus.UNCHANGED:
                return f"[green]=[/] {what} [dim]{escape(self._said('unchanged'))}[/]"
            case ReceiptStatus.HELD | ReceiptStatus.REFUSED | ReceiptStatus.WAITING:
                return f"[yellow]![/] {what} [dim]{escape(self._said(receipt.status.value))}[/]"
            case ReceiptStatus.FAILED:
                return f"[red]✗[/] {what} {escape(receipt.problem or self._said('failed'))}"
            case _ as never:
                assert_never(never)

    def _served(self, served: Served | None) -> None:
        if served is not None:
            self._line(f"[dim]{escape(self._said(f'served_{served.gear.value}', pages=served.pages))}[/]")

    def _cost(self, replied: Replied) -> None:
        cost = self._said(
            "cost",
            seconds=replied.seconds,
            calls=replied.model_calls,
            prompt=replied.prompt_tokens,
            cached=replied.cached_tokens,
            completion=replied.completion_tokens,
        )
        price = f" · US${replied.price:.4f}" if replied.price is not None else ""
        self._line(f"[dim]{escape(cost + price)}[/]")

    def _said(self, name: str, **values: object) -> str:
        return TEXTS.said(self._language, f"terminal.{name}", **values)

    def _line(self, markup: str) -> None:
        self._console.print(markup)


_MARKS = {"done": "[green]✓[/]", "partly": "[yellow]◐[/]", "failed": "[red]✗[/]", "held": "[yellow]![/]", "asking": "[yellow]?[/]"}


def _frame(frame: ReadFrame) -> str:
    slots = "".join(f" · {slot.name}: {slot.text} {slot.odds:g}" for slot in frame.slots)
    return f"{frame.intent} ({frame.text}) {frame.odds:g}{slots}"


def _arguments(arguments: Mapping[str, Value]) -> str:
    return ", ".join(f"{name}={_short(value)}" for name, value in arguments.items())


def _short(value: Value) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=dict)
    return text if len(text) <= 60 else text[:57] + "…"
