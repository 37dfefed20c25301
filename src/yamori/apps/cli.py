"""The `yamori` command. Parses, hands over to the module that does the work, and turns its end into an exit status.

0: it went well. 1: the work failed. 2: the request was wrong. 130: Ctrl-C. Everything heavy is imported inside the
command that needs it, so that `yamori --help` is instant.
"""

import asyncio
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yamori.apps.account_cli import account_commands, token_commands
from yamori.domain.errors import InvalidRequest, Misconfigured, YamoriError
from yamori.domain.plain_text import strip_controls
from yamori.domain.private_folder import make_files_private

if TYPE_CHECKING:
    from yamori.apps.settings import Settings

AGENTS = ("browser", "iot", "lifestyle", "scheduler")

app = typer.Typer(
    name="yamori",
    help="A cooperative household AI: say what you want, and the home and the diary change.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
models = typer.Typer(help="The chat models of the household.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(models, name="models")


def _home_file(home: str | None) -> str | None:
    """A path that leads nowhere is a wrong request; whether a name exists and the file is right, the gate says."""
    if home and ("/" in home or home.endswith((".yaml", ".yml"))) and not Path(home).expanduser().exists():
        raise typer.BadParameter(f"there is no file {home}")
    return home


Home = Annotated[str | None, typer.Option("--home", metavar="FILE", callback=_home_file, help="A *.home.yaml, or an inventory.")]
Data = Annotated[Path | None, typer.Option("--data", file_okay=False, help="Where Yamori keeps what it learns.")]
Port = Annotated[int | None, typer.Option("--port", min=1, max=65535, help="Default: 8765.")]
Agent = Annotated[str, typer.Argument(metavar="NAME", help="iot, lifestyle or scheduler.")]


def main() -> None:
    """The console script."""
    make_files_private()
    app(prog_name="yamori")


@app.command()
def serve(
    host: Annotated[str | None, typer.Option("--host", help="Default: 127.0.0.1, this machine only.")] = None,
    port: Port = None,
    home: Home = None,
    data: Data = None,
) -> None:
    """Run everything in one process: orchestrator, agents, gateway and web pages."""
    settings = _settings(host=host, port=port, home=home, data=data)
    from yamori.apps.serve import serve as run

    _finish(run(settings))


@app.command()
def chat(
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="What to say; without it, an interactive session.")] = None,
    person: Annotated[str | None, typer.Option("--person", help="Id of who speaks; default: the home's first person.")] = None,
    room: Annotated[str | None, typer.Option("--room", help="Id of the room that the person is in.")] = None,
    model: Annotated[str | None, typer.Option("--model", help="provider:name, for this conversation only.")] = None,
    constraint: Annotated[
        list[str] | None, typer.Option("--constraint", help="What the person must not eat, such as egg; may be repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One event a line on stdout.")] = False,
) -> None:
    """Say something; progress goes to stderr, the answer to stdout."""
    if text is not None and not text.strip():
        raise typer.BadParameter("say something, or leave TEXT out for an interactive session", param_hint="TEXT")
    settings = _settings()
    from yamori.apps.chat import chat as run

    _finish(run(settings, text, person=person, room=room, model=model, constraints=constraint or (), as_json=as_json))


@app.command()
def agent(name: Agent, port: Port = None) -> None:
    """Run one agent as its own service."""
    name = _known_agent(name)
    settings = _settings(port=port)
    from yamori.apps.serve import serve as run

    _finish(run(settings, agent=name))


@app.command()
def mcp(name: Agent, home: Home = None, data: Data = None) -> None:
    """Speak MCP on stdio as one agent, of the house that runs or of one opened for it."""
    name = _known_agent(name)
    settings = _settings(home=home, data=data)
    from yamori.apps.mcp_stdio import speak_mcp

    _finish(speak_mcp(settings, name))


@app.command("eval")
def evaluate(
    suite: Annotated[
        str,
        typer.Argument(
            metavar="SUITE", help="browser, cases, home-assistant, iot, lifestyle or scheduler; `web` serves the simulated web."
        ),
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE]...",
            exists=True,
            help="`cases`: the *.cases.yaml; `home-assistant`: a folder of tests; `browser --suite miniwob`: its wheel.",
        ),
    ] = None,
    model: Annotated[str | None, typer.Option("--model", help="provider:name, for every role.")] = None,
    runs: Annotated[
        int | None, typer.Option("--runs", min=1, help="How often each case is played; default: 1; 3 for the ten tasks.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", file_okay=False, help="Where results go; default: out/SUITE.")] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", help="Only the cases with this tag; may be repeated.")] = None,
    now: Annotated[
        list[str] | None, typer.Option("--now", help="`scheduler`: when it is played; may be repeated. `web`: its clock.")
    ] = None,
    dates: Annotated[
        bool, typer.Option("--dates", help="`scheduler`: at ten further moments too, with year, month and DST edges.")
    ] = False,
    language: Annotated[str | None, typer.Option("--language", help="`scheduler`, `lifestyle`: en or ja; default: both.")] = None,
    home: Home = None,
    questions: Annotated[
        Path | None, typer.Option("--questions", exists=True, dir_okay=False, help="`lifestyle`: a *.questions.yaml on a folder of papers.")
    ] = None,
    no_starter: Annotated[bool, typer.Option("--no-starter", help="`lifestyle --questions`: without the starter library.")] = False,
    part: Annotated[
        str | None, typer.Option("--suite", help="`browser`: own (default), miniwob, webarena, injections, cost, endurance or kills.")
    ] = None,
    no_memory: Annotated[bool, typer.Option("--no-memory", help="`cases`: households that remember nothing of people.")] = False,
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="`web`: where it listens on this machine.")] = 8765,
    seed: Annotated[int, typer.Option("--seed", help="`web`: another one gives other facts.")] = 1,
    delay: Annotated[float, typer.Option("--delay", min=0, help="`web`: seconds that every plain page takes.")] = 0.0,
) -> None:
    """Score the household; a killed evaluation continues where it stopped."""
    if suite == "web":
        from yamori.apps.eval_web import serve_simulated_web

        _finish(serve_simulated_web(now=now or (), port=port, seed=seed, delay=delay))
        return
    settings = _settings()
    from yamori.apps.eval import evaluate as run

    asked = papers = None
    if questions or no_starter or (suite == "lifestyle" and language):
        from yamori.apps.eval_lifestyle import AskedOfPapers

        papers = AskedOfPapers(questions=questions, starter=not no_starter, language=language)
    if now or dates or home or (suite != "lifestyle" and language):
        from yamori.apps.eval_scheduler import Asked

        asked = Asked(now=tuple(now or ()), dates=dates, language=language, home=home)
    _finish(
        run(
            settings,
            suite,
            files or [],
            model=model,
            runs=runs,
            out=out,
            tags=tag or [],
            asked=asked,
            papers=papers,
            remembers=not no_memory,
            part=part,
        )
    )


@app.command()
def edge(
    profile: Annotated[str, typer.Option("--profile", help="pi4, jetson, pico, or a .profile.yaml file.")],
    server: Annotated[str | None, typer.Option("--server", help="The house's address; default: this machine's.")] = None,
    device: Annotated[str | None, typer.Option("--device", help="Its id, if not the profile's.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Its name, if not the profile's.")] = None,
    join: Annotated[str | None, typer.Option("--join", help="The household's join code; default: this machine's household.")] = None,
    simulated: Annotated[bool, typer.Option("--simulated", help="No hardware: mock pins, drawn screens and pictures.")] = False,
    trace: Annotated[Path | None, typer.Option("--trace", dir_okay=False, help="Write what its pins do, a JSON line each.")] = None,
    private: Annotated[bool, typer.Option("--private", help="What is said to it stays with it.")] = False,
    model: Annotated[str | None, typer.Option("--model", help="Its own model: a GGUF by path or hub name, an address, or none.")] = None,
    data: Data = None,
) -> None:
    """Speak for one device at the edge: a robot, a Raspberry Pi, a Jetson, or a simulated one."""
    settings = _settings(data=data)
    from yamori.apps.edge import become_edge, run_simulated_pico
    from yamori.apps.running import running_house

    house = running_house(settings.data)
    address = server or (house.url if house is not None else None) or settings.url
    if profile == "pico" and simulated:
        _finish(run_simulated_pico(settings, server=address, device=device, join=join, trace=trace))
        return
    try:
        become_edge(
            settings,
            profile=profile,
            server=address,
            device=device,
            name=name,
            join=join,
            simulated=simulated,
            trace=trace,
            private=private,
            model=model,
        )
    except YamoriError as error:
        raise _ended(error) from None


@app.command("edge-code")
def edge_code(data: Data = None) -> None:
    """Print the code with which a new device joins this household."""
    settings = _settings(data=data)
    from yamori.apps.edge import print_code

    try:
        print_code(settings)
    except YamoriError as error:
        raise _ended(error) from None


@app.command()
def doctor() -> None:
    """Say what works, what does not and how to mend it."""
    from yamori.apps.doctor import examine

    _finish(examine())


def _known_agent(name: str) -> str:
    from importlib.util import find_spec

    here = [agent for agent in AGENTS if find_spec(f"yamori.agents.{agent}")]
    if name not in here:
        raise typer.BadParameter(f"there is no agent {name!r}; there are {', '.join(here)}", param_hint="NAME")
    return name


@models.command("list")
def list_models() -> None:
    """What each role uses, whether it is ready, and what it has cost so far."""
    settings = _settings()
    from yamori.apps.models import list_models as run

    _finish(run(settings))


@models.command("fetch")
def fetch_model(name: Annotated[str, typer.Argument(metavar="NAME", help="default or light.")]) -> None:
    """Fetch an embedded model: progress, resumed where it stopped, checksum proven. Instant when it is there."""
    settings = _settings()
    from yamori.apps.models import fetch_model as run

    _finish(run(settings, name))


@models.command("check")
def check_models() -> None:
    """Prove that the models of all roles can be used: files, checksums, packages, keys."""
    settings = _settings()
    from yamori.apps.models import show_checks as run

    _finish(run(settings))


@app.command()
def pin() -> None:
    """Set the household's PIN, which the riskiest commands ask for; typed twice, never shown."""
    settings = _settings()
    from yamori.apps.pin import set_pin

    _finish(set_pin(settings))


def _settings(**given: object) -> "Settings":
    from yamori.apps.settings import read_settings

    try:
        return read_settings(**given)
    except Misconfigured as error:
        raise _ended(error) from None


def _finish(work: Coroutine[object, object, int]) -> None:
    """Run a command to its end; its errors become one message on stderr and an exit status."""
    try:
        status = asyncio.run(work)
    except (YamoriError, OSError) as error:
        raise _ended(error) from None
    raise typer.Exit(status)


def _ended(error: YamoriError | OSError) -> typer.Exit:
    if isinstance(error, BrokenPipeError):  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return typer.Exit(1)
    said = f"yamori: {error}"
    if isinstance(error, Misconfigured) and error.mend:
        said += f"\n  mend: {error.mend}"
    if isinstance(error, InvalidRequest) and error.nearest:
        said += f"\n  nearest: {', '.join(error.nearest)}"
    print(strip_controls(said), file=sys.stderr)
    return typer.Exit(2 if isinstance(error, InvalidRequest) else 1)


app.add_typer(account_commands(_settings, _finish), name="account")
app.add_typer(token_commands(_settings, _finish), name="token")
