"""The reading process as the household sees it: started, spoken to by lines, and ended."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping
from tempfile import TemporaryDirectory
from typing import Protocol

from yamori.agents.lifestyle.reading.limits import SILENCE_SECONDS, START_SECONDS
from yamori.agents.lifestyle.reading.wire import LONGEST_LINE, READY
from yamori.domain.errors import HouseSilent

_MODULE = "yamori.agents.lifestyle.reading.worker"
_HANDED_ON = ("PATH", "LANG", "LC_ALL", "HOME", "TEMP", "TMP", "SYSTEMROOT", "LD_LIBRARY_PATH", "TESSDATA_PREFIX")
"""All that the process gets of our environment: keys of the household are not for whoever breaks a parser."""


class Died(Exception):
    """The process ended in the middle of a file. `signal` is the number of the signal that ended it, 0 without one."""

    def __init__(self, ended_by: int) -> None:
        super().__init__(f"signal {ended_by}")
        self.signal = ended_by


class Silent(Exception):
    """Nothing came for too long."""


class Apart(Protocol):
    """A process that answers lines with lines."""

    @property
    def alive(self) -> bool: ...

    async def ask(self, line: bytes) -> None:
        """Raises `Died`."""
        ...

    async def line(self) -> bytes:
        """The next line of an answer. Raises `Died`, `Silent`."""
        ...

    async def end(self) -> None: ...


class Worker:
    """The real one. Make it with `start`."""

    def __init__(self, process: asyncio.subprocess.Process, scratch: TemporaryDirectory[str], *, silence: float) -> None:
        self._process = process
        self._scratch = scratch
        """What a file is unpacked to, and goes with the process."""
        self._silence = silence

    @classmethod
    async def start(cls, *, silence: float = SILENCE_SECONDS, environment: Mapping[str, str] = os.environ) -> "Worker":
        """Raises `HouseSilent` where no process can be started."""
        handed = {name: environment[name] for name in _HANDED_ON if name in environment}
        scratch = await asyncio.to_thread(TemporaryDirectory, prefix="yamori-reading-", ignore_cleanup_errors=True)
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                _MODULE,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST_LINE,
                start_new_session=True,  # so that an OCR engine it started ends with it
                env={
                    **handed,
                    "TMPDIR": scratch.name,
                    "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
                    "OMP_THREAD_LIMIT": "1",
                    "PYTHONUTF8": "1",
                },
            )
        except OSError as error:
            await asyncio.to_thread(scratch.cleanup)
            raise HouseSilent(f"the process that reads papers cannot be started: {error}") from error
        worker = cls(process, scratch, silence=START_SECONDS)
        try:
            ready = await worker.line() == READY
        except (Died, Silent):
            ready = False
        except asyncio.CancelledError:
            await worker.end()
            raise
        if not ready:
            await worker.end()
            raise HouseSilent("the process that reads papers ended before it began")
        worker._silence = silence
        return worker

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ask(self, line: bytes) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(line)
            await stdin.drain()
        except (BrokenPipeError, ConnectionResetError) as error:
            raise await self._died() from error

    async def line(self) -> bytes:
        stdout = self._process.stdout
        assert stdout is not None
        try:
            async with asyncio.timeout(self._silence):
                line = await stdout.readline()
        except TimeoutError as error:
            raise Silent from error
        except ValueError as error:  # a line longer than any of ours
            raise Silent from error
        if not line.endswith(b"\n"):
            raise await self._died()
        return line

    async def _died(self) -> Died:
        await self.end()
        return Died(max(0, -(self._process.returncode or 0)))

    async def end(self) -> None:
        """Kill it with all that it started; nothing in it is worth a farewell."""
        if self._process.returncode is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.2):  # it may be dying of something that tells more than our signal
                    if self._process.stdout is not None and self._process.stdout.at_eof():
                        await self._process.wait()
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
        await self._process.wait()
        await asyncio.to_thread(self._scratch.cleanup)
