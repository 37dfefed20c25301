"""Reading beside the event loop, so that the house answers everybody else meanwhile.

One thread for all readings: with more of them the loop would have to wait for its turn among them. It is no cure for a single long match
of a regular expression, which lets no other thread run; that is why a sentence that is read has a greatest length (`legible`)."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from yamori.domain.errors import TooSlow

P = ParamSpec("P")
R = TypeVar("R")

READING_SECONDS = 10.0
"""By the clock, on a machine however busy; an idle one reads any sentence in half a second."""

_threads: dict[int, ThreadPoolExecutor] = {}
"""The one in use, by process: a forked child has none of its parent's threads. Empty until somebody reads."""


async def apart(read: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What a plain function of values comes to, computed in the reading thread. Raises `TooSlow` where it takes too long."""
    process = os.getpid()
    thread = _threads.get(process)
    if thread is None:
        thread = _threads[process] = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reading")
    reading = asyncio.get_running_loop().run_in_executor(thread, partial(read, *args, **kwargs))
    try:
        async with asyncio.timeout(READING_SECONDS):
            return await reading
    except TimeoutError as error:
        if _threads.get(process) is thread:  # it goes on until it ends; whoever comes next must not wait for it
            del _threads[process]
            thread.shutdown(wait=False)
        raise TooSlow(f"a sentence could not be read within {READING_SECONDS:.0f} s") from error
