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
