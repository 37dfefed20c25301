"""What a person types, without stopping the household that may run in the same process.

Prompts never go to stdout unless it is a terminal: there the answer goes.
"""

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable
from typing import Protocol


class Keyboard(Protocol):
    """Where answers come from."""

    async def line(self, prompt: str, *, hidden: bool = False) -> str | None:
        """One line without its end; None when there will be no more."""
        ...


class Terminal:
    """Standard input. Each line is read on a daemon thread, so that Ctrl-C ends the process at once."""

    async def line(self, prompt: str, *, hidden: bool = False) -> str | None:
        loop = asyncio.get_running_loop()
        typed: asyncio.Future[str | None] = loop.create_future()

        def deliver(line: str | None) -> None:
            if not typed.done():
                typed.set_result(line)

        def read() -> None:
            line = _read(prompt, hidden=hidden)
            with contextlib.suppress(RuntimeError):  # the loop is closed: the program ended while we waited
                loop.call_soon_threadsafe(deliver, line)

        mend = _terminal_mender()
        threading.Thread(target=read, name="keyboard", daemon=True).start()
        try:
            return await typed
        except asyncio.CancelledError:
            mend()
            raise


def _read(prompt: str, *, hidden: bool) -> str | None:
    try:
        if sys.stdin.isatty() and hidden:
            from getpass import getpass

            return getpass(prompt, stream=sys.stderr)
        if sys.stdin.isatty() and sys.stdout.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - gives `input` its line editing and history
            return input(prompt)
        if sys.stdin.isatty():
            print(prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None
    except EOFError:
        return None


def _terminal_mender() -> Callable[[], None]:
    """What puts the terminal back as it is now: reading changes its mode, and Ctrl-C may leave it so."""
    if not sys.stdin.isatty():
        return lambda: None
    import termios

    mode = termios.tcgetattr(sys.stdin)
    return lambda: termios.tcsetattr(sys.stdin, termios.TCSADRAIN, mode)
