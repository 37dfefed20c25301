"""Reading beside the event loop."""

import asyncio
import multiprocessing
import sys

import pytest

from yamori.agentkit.apart import apart


def _read_in_child() -> None:
    sys.exit(asyncio.run(apart(len, "abc")))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # from Python 3.12 on a process with threads is not to be forked lightly
def test_a_process_that_was_forked_after_a_reading_reads_too() -> None:
    assert asyncio.run(apart(len, "ab")) == 2
    child = multiprocessing.get_context("fork").Process(target=_read_in_child)
    child.start()
    child.join(timeout=10)
    try:
        assert child.exitcode == 3
    finally:
        child.kill()
