"""`yamori eval SUITE`: plays a suite against fresh households and says what came of it. Each suite is one function here."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from yamori.apps.settings import Settings
from yamori.domain.errors import InvalidRequest

if TYPE_CHECKING:
    from yamori.apps.eval_lifestyle import AskedOfPapers
    from yamori.apps.eval_scheduler import Asked

SUITES = ("browser", "cases", "home-assistant", "iot", "lifestyle", "memory", "scheduler")
"""`browser` plays tasks on the simulated web,
`cases FILE…` plays any case files, `home-assistant DIR` a folder of tests beside their inventories, `iot` the paper's ten tasks on three
simulated robots, `lifestyle` its ten questions or a file of them on a folder of papers, `memory` two generated years of
talk, `scheduler` the paper's ten tasks with a diary."""
BROWSER_PARTS = ("own", "first-contact", "miniwob", "webarena", "injections", "cost", "endurance", "kills")
"""What `--suite` of `browser` may say: our tasks on the simulated web, sentences of people who know neither them nor the agent, pages of
MiniWoB++, recorded runs of WebArena, instructions of strangers in pages, what starting and a step cost, two hundred tasks in a row, and
a browser that is killed behind each step."""


async def evaluate(
    settings: Settings,
    suite: str,
    files: Sequence[Path],
    *,
    model: str | None,
    runs: int | None,
    out: Path | None,
    tags: Sequence[str],
    asked: "Asked | None" = None,
    papers: "AskedOfPapers | None" = None,
    remembers: bool = True,
    part: str | None = None,
) -> int:
    """0 when the evaluation was finished, whatever it found. `runs`: None for as many as the suite usually has; `remembers`: whether the
    households of `cases` keep anything of people, so that the gain can be told; `part`: which tasks of `browser`."""
    if suite not in SUITES:
        raise InvalidRequest(f"there is no suite {suite!r}; there are {', '.join(SUITES)}", where="SUITE", nearest=SUITES)
    if not remembers and suite != "cases":
        raise InvalidRequest("--no-memory is for `yamori eval cases` alone", where="SUITE")
    if suite == "lifestyle":
        if asked is not None:
            raise InvalidRequest("--now, --dates and --home are for `yamori eval scheduler` alone", where="SUITE")
        return await _lifestyle(settings, files, papers, model=model, runs=runs, out=out, tags=tags)
    if papers is not None:
        raise InvalidRequest("--questions and --no-starter are for `yamori eval lifestyle` alone", where="SUITE")
    if suite == "scheduler":
        return await _scheduler(settings, files, asked, model=model, runs=runs, out=out, tags=tags)
    if asked is not None:
        raise InvalidRequest("--now, --dates, --language and --home are for `yamori eval scheduler` alone", where="SUITE")
    if suite == "browser":
        return await _browser(settings, files, part or "own", model=model, runs=runs, out=out or Path("out") / suite, tags=tags)
    if part is not None:
        raise InvalidRequest("--suite is for `yamori eval browser` alone", where="SUITE")
    if suite == "memory":
        return await _memory(settings, files, out=out, tags=tags, free=(model, runs))
    runs = runs or 1
    if suite == "home-assistant":
        return await _home_assistant(settings, files, model=model, runs=runs, out=out, tags=tags)
    if suite == "iot":
        return await _iot(settings, files, model=model, runs=runs, out=out, tags=tags)
    if not files or any(file.is_dir() for file in files):
        raise InvalidRequest("`yamori eval cases` needs at least one *.cases.yaml", where="FILE")
    from yamori.apps.evaluated import household_factory
    from yamori.evaluation.progress import terminal_progress
    from yamori.evaluation.run import evaluate_cases

    async with household_factory(settings, remembers=remembers) as factory:
        with terminal_progress() as progress:
            summary = await evaluate_cases(
                files, factory=factory, model=model, runs=runs, out=out or Path("out") / suite, tags=tags, progress=progress
            )
    print(summary.outcomes())
    print(f"{summary.folder / 'report.md'}", file=sys.stderr)
    return 0


async def _memory(
    settings: Settings, files: Sequence[Path], *, out: Path | None, tags: Sequence[str], free: tuple[str | None, int | None]
) -> int:
    if files or tags or any(each is not None for each in free):
        raise InvalidRequest("`yamori eval memory` takes no files, --tag, --model or --runs: no model is asked", where="SUITE")
    from yamori.apps.eval_memory import evaluate_memory

    summary = await evaluate_memory(settings, out=out or Path("out") / "memory")
    for line in summary.lines():
        print(line)
    print(f"{summary.folder / 'report.md'}", file=sys.stderr)
    return 0


async def _home_assistant(
    settings: Settings, folders: Sequence[Path], *, model: str | None, runs: int, out: Path | None, tags: Sequence[str]
) -> int:
    if len(folders) != 1 or not folders[0].is_dir():
        raise InvalidRequest("`yamori eval home-assistant` needs one folder of tests", where="DIR")
    from yamori.apps.eval_homeassistant import evaluate_folder
    from yamori.evaluation.progress import terminal_progress

    with terminal_progress() as progress:
        summary = await evaluate_folder(
            settings, folders[0], model=model, runs=runs, out=out or Path("out") / "home-assistant", tags=tags, progress=progress
        )
    print(f"{summary.right} right, {summary.wrong} wrong ({summary.right / max(1, summary.right + summary.wrong):.1%})")
    print(f"{summary.folder / 'report.md'}", file=sys.stderr)
    return 0


async def _iot(settings: Settings, files: Sequence[Path], *, model: str | None, runs: int, out: Path | None, tags: Sequence[str]) -> int:
    if files:
        raise InvalidRequest("`yamori eval iot` takes no files: its tasks come with it", where="FILE")
    from yamori.apps.eval_iot import evaluate_ten_tasks
    from yamori.evaluation.progress import terminal_progress
    from yamori.evaluation.robots.report import marks

    with terminal_progress() as progress:
        summary = await evaluate_ten_tasks(settings, model=model, runs=runs, out=out or Path("out") / "iot", tags=tags, progress=progress)
    for language in sorted({case.language for case in summary.results.cases}):
        print(f"{language}: {marks([case for case in summary.results.cases if case.language == language])}")
    print(f"{summary.folder / 'report.md'}", file=sys.stderr)
    return 0


async def _scheduler(
    settings: Settings,
    files: Sequence[Path],
    asked: "Asked | None",
    *,
    model: str | None,
    runs: int | None,
    out: Path | None,
    tags: Sequence[str],
) -> int:
    if files:
        raise InvalidRequest("`yamori eval scheduler` takes no files: its tasks come with it", where="FILE")
    if tags:
        raise InvalidRequest("the ten tasks are one conversation: `yamori eval scheduler` takes no --tag", where="--tag")
    from yamori.apps.eval_scheduler import Asked, evaluate_ten_sentences
    from yamori.evaluation.diary.report import marks
    from yamori.evaluation.progress import terminal_progress

    with terminal_progress() as progress:
        summary, moments = await evaluate_ten_sentences(
            settings, asked or Asked(), model=model, runs=runs, out=out or Path("out") / "scheduler", progress=progress
        )
    for moment in moments:
        for language in sorted({case.language for case in summary.results.cases}):
            print(f"{moment.at:%Y-%m-%d %H:%M} {moment.zone}, {language}: {marks(summary.results, moment, language)}")
    print(f"{summary.folder / 'report.md'}", file=sys.stderr)
    return 0


async def _browser(
    settings: Settings, files: Sequence[Path], part: str, *, model: str | None, runs: int | None, out: Path, tags: Sequence[str]
) -> int:
    if part not in BROWSER_PARTS:
        raise InvalidRequest(f"there are no tasks {part!r}; there are {', '.join(BROWSER_PARTS)}", where="--suite", nearest=BROWSER_PARTS)
    if part == "miniwob":
        from yamori.apps.eval_miniwob import SEEDS, evaluate_miniwob

        if len(files) > 1:
            raise InvalidRequest("--suite miniwob takes one wheel or folder", where="FILE")
        return await evaluate_miniwob(settings, model=model, pages=files[0] if files else None, out=out, tags=tags, seeds=runs or SEEDS)
    if part == "webarena":
        from yamori.apps.eval_webarena import evaluate_webarena

        return await evaluate_webarena(files=files, out=out)
    if part in ("cost", "endurance", "kills"):
        from yamori.apps.eval_browser_cost import KILLS, TASKS, evaluate_cost, evaluate_endurance, evaluate_kills

        if part == "kills":
            return await evaluate_kills(out=out, kills=runs or KILLS)

        return await (evaluate_cost(out=out) if part == "cost" else evaluate_endurance(out=out, tasks=runs or TASKS))
    if files or runs is not None:
        raise InvalidRequest(f"`yamori eval browser --suite {part}` takes no files and no --runs", where="SUITE")
    if part == "injections":
        from yamori.apps.eval_injections import evaluate_injections

        return await evaluate_injections(settings, model=model, out=out, tags=tags)
    if part == "first-contact":
        from yamori.apps.eval_first_contact import evaluate_first_contact

        return await evaluate_first_contact(settings, model=model, out=out, tags=tags)
    from yamori.apps.eval_browser import evaluate_browser

    return await evaluate_browser(settings, model=model, out=out, tags=tags)


async def _lifestyle(
    settings: Settings,
    files: Sequence[Path],
    papers: "AskedOfPapers | None",
    *,
    model: str | None,
    runs: int | None,
    out: Path | None,
    tags: Sequence[str],
) -> int:
    if files:
        raise InvalidRequest("`yamori eval lifestyle` takes a file of questions with --questions", where="FILE")
    if tags:
        raise InvalidRequest("`yamori eval lifestyle` takes no --tag", where="--tag")
    from yamori.apps.eval_lifestyle import AskedOfPapers, evaluate_papers, found
    from yamori.evaluation.progress import terminal_progress

    asked = papers or AskedOfPapers()
    with terminal_progress() as progress:
        summary = await evaluate_papers(settings, asked, model=model, runs=runs, out=out or Path("out") / asked.name, progress=progress)
    for line in found(summary, asked):
        print(line)
    print(f"{summary.folder / 'report.md'}", file=sys.stderr)
    return 0
