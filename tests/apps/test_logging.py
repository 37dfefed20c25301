import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from yamori.apps.logging import HIDDEN, start_logging


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


def line_of(out: io.StringIO, begins: str) -> Any:
    """The one whose event begins so: what an earlier test left behind may be logged at any moment, too."""
    (found,) = [line for line in map(json.loads, out.getvalue().splitlines()) if line["event"].startswith(begins)]
    return found


def test_a_pin_and_a_key_never_reach_the_log_and_token_counts_do() -> None:
    out = io.StringIO()
    start_logging(form="json", to=out)
    structlog.get_logger().info("asked", pin="4711", api_key="abc", prompt_tokens=812, why="sent Bearer abc.def and sk-" + "a1b2c3d4e5")
    line = line_of(out, "asked")
    assert (line["pin"], line["api_key"], line["prompt_tokens"]) == (HIDDEN, HIDDEN, 812)
    assert "abc.def" not in out.getvalue()
    assert "a1b2c3d4e5" not in out.getvalue()


def test_what_libraries_log_goes_the_same_way() -> None:
    out = io.StringIO()
    start_logging(form="json", to=out)
    logging.getLogger("uvicorn.error").warning("trouble with %s", "gsk_" + "a1b2c3d4e5")
    line = line_of(out, "trouble")
    assert (line["event"], line["level"]) == (f"trouble with {HIDDEN}", "warning")


def test_below_the_chosen_level_nothing_is_written() -> None:
    out = io.StringIO()
    start_logging(level="warning", to=out)
    structlog.get_logger().info("hello")
    logging.getLogger("anything").info("hello")
    assert "hello" not in out.getvalue()


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_name_from_outside_can_neither_forge_a_line_of_the_log_nor_act_on_a_terminal(form: str) -> None:
    out = io.StringIO()
    start_logging(form=form, to=out)
    hostile = "lamp\x1b[2J\u202e\x9b31m\r\n2026-01-01T00:00:00Z [info     ] forged\x1b]0;owned\x07\u2028forged"
    structlog.get_logger().warning(f"odd {hostile}", name=hostile, names=[hostile], held={hostile: hostile}, error=ValueError(hostile))
    logging.getLogger("uvicorn.error").warning("trouble with %s", hostile)
    try:
        raise ValueError(hostile)
    except ValueError:
        logging.getLogger("anything").exception("failed on %s", hostile)
    written = out.getvalue()
    assert not set(written) & set("\x1b\u202e\x9b\x07\u2028\r")
    assert not any(line.startswith("2026-01-01") for line in written.splitlines())
    assert sum(not line.startswith(" ") for line in written.splitlines()) == 3
