"""Facts about the tree itself that no type checker holds: what may be imported where, what ships, what must not stand in a file."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
SOURCE = TOP / "src" / "yamori"
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (TOP / "requirements.lock").read_text(encoding="utf-8")
SAYS_NOTHING = {"utils", "util", "helpers", "helper", "common", "base", "manager", "managers", "service", "services", "misc", "core"}
EVERYTHING = {"Exception", "BaseException"}
CATCHES_EVERYTHING = re.compile(r"\bexcept\s*(:|(Base)?Exception\b)")
IMPORT = re.compile(r"^[ \t]*(?:from (\w+)[\w.]* import |import (\w+)[\w.]*(?: as \w+)?(?:  #.*)?$)", re.MULTILINE)
UNDER_MICROPYTHON = {"board", "laptop", "wasm"}
"""Folders whose files run under MicroPython, with its modules and not ours."""
TEXTS = {".py", ".md", ".toml", ".yaml", ".yml", ".lock", ".html", ".css", ".svg", ".json", ".cfg", ".txt", ""}


def files(*folders: str) -> Iterator[Path]:
    """Every file of the project below the folders, but nothing that a tool left there."""
    for folder in folders:
        for path in sorted((TOP / folder).rglob("*")):
            if path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in path.relative_to(TOP / folder).parts):
                yield path


def modules(*folders: str) -> list[Path]:
    return [path for path in files(*folders) if path.suffix == ".py"]


def imported(path: Path) -> set[str]:
    """Top-level names of what a module imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def perhaps_imported(path: Path) -> set[str]:
    """The same in a tenth of the time, and whatever only looks like an import in a text."""
    return {name for names in IMPORT.findall(path.read_text(encoding="utf-8")) for name in names if name}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def required(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[\s\[<>=!~;]", requirement)[0]) for requirement in requirements}


def test_the_domain_needs_nothing_but_the_standard_library() -> None:
    foreign = {(path.name, name) for path in modules("src/yamori/domain") for name in imported(path)}
    assert {(path, name) for path, name in foreign if name not in sys.stdlib_module_names and name != "yamori"} == set()


def test_everything_that_is_imported_is_a_declared_dependency() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    runtime = required(PROJECT["project"]["dependencies"]) | {name for extra in extras for name in required(extra)}
    owners = packages_distributions()
    missing: dict[str, str] = {}
    for folder, allowed in (("src", runtime), ("tests", runtime | required(PROJECT["dependency-groups"]["dev"]))):
        for path in (p for p in modules(folder) if not UNDER_MICROPYTHON & set(p.parts)):
            for name in perhaps_imported(path):
                if name in sys.stdlib_module_names or name in {"yamori", "tests", "conftest"} or (TOP / "tests" / name).exists():
                    continue
                if not {normal(owner) for owner in owners.get(name, [])} & allowed and name in imported(path):
                    missing[name] = str(path.relative_to(TOP))
    assert missing == {}


def test_the_lock_has_a_hash_for_everything_and_no_address() -> None:
    pins = [line for line in LOCK.splitlines() if re.match(r"[\w.-]+(\[[\w,-]+\])?==", line)]
    blocks = re.split(r"\n(?=[\w])", LOCK.strip())
    assert len(pins) == len(blocks) > 50
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []
    assert not re.search(r"://|--index|--find-links|--extra-index|@ file", LOCK)


def test_the_lock_holds_every_dependency_and_what_builds_us() -> None:
    locked = {normal(re.split(r"[\[=]", line)[0]) for line in LOCK.splitlines() if "==" in line and not line.startswith(" ")}
    needed = required(PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"] + PROJECT["build-system"]["requires"])
    assert needed - locked == set()


def test_the_wheel_ships_every_data_file(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    built = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    wheel = next(tmp_path.glob("*.whl"))
    shipped = set(zipfile.ZipFile(wheel).namelist())
    assert {path.relative_to(TOP / "src").as_posix() for path in files("src/yamori")} - shipped == set()


def test_no_file_is_named_after_nothing() -> None:
    assert [str(path.relative_to(TOP)) for path in modules("src", "tests") if path.stem in SAYS_NOTHING] == []


def test_no_file_came_to_hold_everything() -> None:
    assert [str(path.relative_to(TOP)) for path in modules("src") if len(path.read_text(encoding="utf-8").splitlines()) > 800] == []


def test_whoever_swallows_everything_says_why() -> None:
    silent = []
    for path in modules("src"):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)) if CATCHES_EVERYTHING.search(text) else ():
            if not isinstance(node, ast.ExceptHandler) or (node.type and ast.unparse(node.type) not in EVERYTHING):
                continue
            last = node.body[-1]
            passes_on = isinstance(last, ast.Raise) and last.exc is None
            if not passes_on and not any("#" in line for line in lines[max(0, node.lineno - 2) : node.lineno + 1]):
                silent.append(f"{path.relative_to(TOP)}:{node.lineno}")
    assert silent == []


def test_only_the_clock_reads_the_clock() -> None:
    wall = re.compile(r"\b(datetime\.(now|utcnow|today)|date\.today|time\.(time|localtime|gmtime|ctime))\(")
    readers = {path.relative_to(SOURCE).as_posix() for path in modules("src") if wall.search(path.read_text(encoding="utf-8"))}
    assert readers == {"domain/clock.py"}


def test_no_file_holds_a_secret_a_machines_path_or_an_index() -> None:
    # Written in pieces, so that this file does not hold what it looks for. What lies below the Home page's address is no machine's path.
    paths, indexes = ["/ro" + "ot/", "/ho" + "me/(?!of/)[a-z]+/", "/tm" + "p/"], ["pypi" + r"\.org", "file" + "pythonhosted"]
    secrets = [r"\bs" + r"k-[A-Za-z0-9]{20,}", "BEGIN [A-Z ]*PRIV" + "ATE KEY"]
    forbidden = re.compile("|".join([*paths, *indexes, *secrets]))
    found = []
    for path in [*files("src", "tests", "docs", "cases", ".ci"), *(p for p in TOP.iterdir() if p.is_file())]:
        if path.suffix in TEXTS and "vendor" not in path.parts:
            text = path.read_text(encoding="utf-8", errors="replace")
            found += [f"{path.relative_to(TOP)}: {match.group()}" for match in forbidden.finditer(text)]
    assert found == []


@pytest.mark.parametrize("page", ["README.md", "README.ja.md", "AGENTS.md"])
def test_every_command_that_a_page_names_exists(page: str) -> None:
    text = (TOP / page).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    from typer.main import get_command

    from yamori.apps.cli import app

    commands = set(getattr(get_command(app), "commands"))  # noqa: B009 - a group's, which the type of get_command hides
    assert set(re.findall(r"\bmake ([a-z]+)\b", text)) - targets == set()
    assert set(re.findall(r"\byamori (serve|chat|agent|mcp|models|eval|doctor|[a-z]+)(?= |`|$)", text)) - commands - {"is", "does"} == set()


@pytest.mark.parametrize("page", ["README.md", "README.ja.md", "AGENTS.md", "docs/tour.md"])
def test_every_file_that_a_page_points_to_exists(page: str) -> None:
    text = (TOP / page).read_text(encoding="utf-8")
    targets = [link for link in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in link]
    assert [link for link in targets if not ((TOP / page).parent / link).exists()] == []


def test_every_path_that_agents_md_names_exists() -> None:
    named = re.findall(r"`((?:src|tests|docs|cases|benchmarks|training)/[\w./-]+)`", (TOP / "AGENTS.md").read_text(encoding="utf-8"))
    assert len(named) > 10
    assert [path for path in named if not (TOP / path).exists()] == []
