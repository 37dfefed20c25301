"""`yamori models list / fetch / check`: shows what `llm` knows of itself. Tables go to stdout, progress to stderr."""

import sys
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table

from yamori.apps.settings import Settings
from yamori.apps.terminal import escape, print_plain
from yamori.domain.clock import SystemClock
from yamori.llm.fetch import Fetched, fetch
from yamori.llm.inventory import Finding, check_models, file_lines, role_lines
from yamori.llm.ledger import Totals, open_ledger
from yamori.llm.manifest import listed, read_manifest
from yamori.llm.model_files import ModelFiles, models_folder
from yamori.llm.settings import EMBEDDED, ModelSettings, read_settings

LEDGER = "models.sqlite"
"""Below the data folder; `llm.open` makes it."""


async def list_models(settings: Settings) -> int:
    """What each role uses, what is on disk, and what it has cost so far."""
    chosen = read_settings(settings.models_file)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    console.print(_roles(chosen), "", _files(chosen))
    if totals := await _totals(settings):
        console.print("", _costs(totals))
    return 0


def _roles(chosen: ModelSettings) -> Table:
    table = _table("role", "model", "stronger", "US$ a million tokens, in / out")
    for role in role_lines(chosen):
        own = "0" if role.model.startswith(f"{EMBEDDED}:") else "not set"
        price = f"{role.price.prompt:g} / {role.price.completion:g}" if role.price else own
        table.add_row(role.role.value, escape(role.model), escape(role.stronger or ""), price)
    return table


def _files(chosen: ModelSettings) -> Table:
    table = _table("embedded", "what it is", "licence", "disk", "memory", "here")
    for file in file_lines(_catalog(chosen)):
        here = str(file.place) if file.complete else f"{file.on_disk / 1e9:.2f} GB of it" if file.on_disk else "no"
        disk, memory = f"{file.bytes / 1e9:.2f} GB", f"{file.memory_mb / 1000:.1f} GB"
        table.add_row(f"{EMBEDDED}:{file.name}", escape(file.title), escape(file.licence), disk, memory, escape(here))
    return table


def _costs(totals: Mapping[str, Totals]) -> Table:
    table = _table("so far", "calls", "prompt", "cached", "written", "seconds", "US$")
    for model, spent in totals.items():
        figures = (spent.calls, spent.prompt_tokens, spent.cached_tokens, spent.completion_tokens)
        price = f"{spent.price:.4f}" if spent.price is not None else ""
        table.add_row(escape(model), *(f"{figure:,}" for figure in figures), f"{spent.seconds:,.1f}", price)
    return table


async def fetch_model(settings: Settings, name: str) -> int:
    """Bring one embedded model here. Raises `InvalidRequest` for an unknown name, `Misconfigured` when it cannot be had."""
    entry = listed(read_manifest(), name.removeprefix("embedded:"))
    model_files = _catalog(read_settings(settings.models_file))
    with _Bar(entry.title) as bar:
        file = await fetch(name.removeprefix("embedded:"), entry, model_files=model_files, show=bar.show)
    print_plain(file)
    return 0


async def show_checks(settings: Settings) -> int:
    """0 when every model that a role uses can be used."""
    console = Console(highlight=False, soft_wrap=True)
    findings = await findings_of(settings)
    for finding in findings:
        console.print(f"{'[green]✓[/]' if finding.ok else '[red]✗[/]'} [bold]{escape(finding.what)}[/]: {escape(finding.says)}")
        if finding.mend:
            console.print(f"    → {escape(finding.mend)}")
    return 0 if all(finding.ok for finding in findings) else 1


async def findings_of(settings: Settings) -> tuple[Finding, ...]:
    """Every model that a role uses: file and checksum, package, key. Raises `Misconfigured` for a models file with mistakes."""
    chosen = read_settings(settings.models_file)
    return await check_models(chosen, model_files=_catalog(chosen))


def _catalog(chosen: ModelSettings) -> ModelFiles:
    return ModelFiles(models_folder(), files=chosen.embedded.files)


async def _totals(settings: Settings) -> dict[str, Totals]:
    file = settings.data / LEDGER
    if not file.exists():
        return {}
    async with open_ledger(file, clock=SystemClock("UTC")) as ledger:
        return await ledger.by_model()


def _table(*columns: str) -> Table:
    return Table(*columns, box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))


class _Bar:
    """A progress bar on stderr; where that is no terminal, a line each time a tenth more is there."""

    def __init__(self, title: str) -> None:
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

        console = Console(stderr=True, highlight=False)
        self._live = console.is_terminal
        self._title = title
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=console, disable=not self._live)
        self._task = self._bar.add_task(title, total=None)
        self._said = ("", -1)

    def __enter__(self) -> "_Bar":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def show(self, fetched: Fetched) -> None:
        if self._live:
            self._bar.update(self._task, description=f"{self._title}: {fetched.says}", completed=fetched.done, total=fetched.total)
            return
        now = (fetched.says, 10 * fetched.done // fetched.total)
        if now != self._said:
            self._said = now
            print(f"{self._title}: {fetched.says}, {fetched.done / 1e6:,.0f} of {fetched.total / 1e6:,.0f} MB", file=sys.stderr, flush=True)
