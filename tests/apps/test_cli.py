"""The command itself, as a process: what it answers, where, and with which exit status."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.apps.forked import Forked

COMMAND = (sys.executable, "-c", "from yamori.apps.cli import main; main()")


def run(arguments: Sequence[str], *, data: Path, **more: str) -> "subprocess.CompletedProcess[str]":
    command = [*COMMAND, *arguments]
    env = environment(data, **more)
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=60)


def environment(data: Path, **more: str) -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("YAMORI_")}
    return env | {"YAMORI_DATA": str(data), "NO_COLOR": "1", "TERM": "dumb"} | more


def test_help_names_every_command_and_is_there_at_once(tmp_path: Path) -> None:
    run(["--help"], data=tmp_path)
    started = time.monotonic()
    helped = run(["--help"], data=tmp_path)
    assert time.monotonic() - started < 5  # 0.1 s on an idle machine
    assert helped.returncode == 0
    assert all(f"\n  {command}" in helped.stdout for command in ("serve", "chat", "agent", "mcp", "models", "eval", "doctor"))


def test_the_command_line_loads_nothing_heavy() -> None:
    heavy = (
        "pydantic",
        "fastapi",
        "httpx",
        "langgraph",
        "langchain_core",
        "mcp",
        "sqlalchemy",
        "uvicorn",
        "matplotlib",
        "yaml",
        "structlog",
    )
    code = f"import sys, yamori.apps.cli; print([name for name in {heavy!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout == "[]\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sing"], "sing"),
        (["serve", "--port", "99999"], "--port"),
        (["serve", "--home", "no/such.home.yaml"], "no/such.home.yaml"),
        (["agent", "butler"], "butler"),
        (["chat", " "], "say something"),
        (["models", "sing"], "sing"),
    ],
)
def test_a_wrong_request_ends_with_2_and_says_what_was_wrong(arguments: list[str], says: str, tmp_path: Path) -> None:
    refused = run(arguments, data=tmp_path)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert says in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_wrong_setting_is_named_and_nothing_is_started(tmp_path: Path) -> None:
    refused = run(["serve"], data=tmp_path, YAMORI_PORT="http")
    assert refused.returncode == 1
    assert "YAMORI_PORT" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_doctor_names_a_home_file_that_is_wrong_and_how_to_mend_it(tmp_path: Path) -> None:
    home = tmp_path / "mine.home.yaml"
    home.write_text("home: mine\nrooms: 3\n", encoding="utf-8")
    with Forked(["doctor"], environment(tmp_path, YAMORI_HOME=str(home))) as doctor:
        seen, wrong = doctor.communicate(timeout=60)
    assert doctor.returncode == 1
    assert "mine.home.yaml" in seen
    assert "Traceback" not in wrong
