"""One Chromium: its process group, its profile in a folder of its own, and the pipes to it. Started and ended by `supervisor`."""

import asyncio
import contextlib
import fcntl
import os
import shutil
import signal
import sys
import tempfile
from asyncio.subprocess import DEVNULL, Process
from dataclasses import dataclass
from pathlib import Path

from yamori.agents.browser.chromium.protocol import LARGEST, Connection, Pipes
from yamori.agents.browser.engine import BrowserAbsent
from yamori.domain.errors import HouseSilent

PREFIX = "yamori-chromium-"
_STARTS_WITHIN = 20.0
_ENDS_WITHIN = 2.0
_HANDS_OVER = "import os,sys;os.dup2(int(sys.argv[1]),3);os.dup2(int(sys.argv[2]),4);os.execv(sys.argv[3],sys.argv[3:])"
"""Chromium wants its pipes at the numbers 3 and 4."""
_ARGUMENTS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-component-extensions-with-background-pages",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,InterestFeedContentSuggestions",
    "--deny-permission-prompts",
    "--disable-notifications",
    "--disable-print-preview",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    "--window-size=1280,1000",
    "about:blank",
)


@dataclass(frozen=True, kw_only=True)
class Chromium:
    process: Process
    profile: Path
    connection: Connection
    is_remote = False

    @property
    def downloads(self) -> Path | None:
        """Where what it downloads may lie as long as it runs."""
        return self.profile / "quarantine"

    async def end(self) -> None:
        """It and all its children, by force if need be, and its profile."""
        self.connection.begin("Browser.close")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_ENDS_WITHIN):
                await self.process.wait()
        await self.connection.close()
        _kill_group(self.process.pid)
        await self.process.wait()
        await asyncio.to_thread(_remove, self.profile)


async def start_chromium(program: Path, *, proxy: int) -> Chromium:
    """`proxy`: the port of this machine through which alone it connects. Raises `BrowserAbsent` where it does not come up."""
    await asyncio.to_thread(sweep)
    profile = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (theirs_in, theirs_out)]
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", "-c", _HANDS_OVER, str(high[0]), str(high[1]), str(program)),
            *(f"--user-data-dir={profile}", f"--proxy-server=http://127.0.0.1:{proxy}", "--proxy-bypass-list=<-loopback>"),
            *(("--no-sandbox",) if os.geteuid() == 0 else ()),
            *_ARGUMENTS,
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=DEVNULL,
            pass_fds=high,
            start_new_session=True,
        )
    except OSError as failed:
        for end in (ours_in, ours_out):
            os.close(end)
        await asyncio.to_thread(_remove, profile)
        raise BrowserAbsent(f"Chromium does not start: {failed}") from failed
    finally:
        for end in high:
            os.close(end)
    chromium = Chromium(process=process, profile=profile, connection=await _connected(ours_in, ours_out))
    try:
        await chromium.connection.send("Browser.getVersion", limit=_STARTS_WITHIN)
    except HouseSilent as failed:
        await chromium.end()
        raise BrowserAbsent("Chromium does not start") from failed
    return chromium


async def _connected(ours_in: int, ours_out: int) -> Connection:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LARGEST)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(ours_in, "rb", buffering=0))
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, os.fdopen(ours_out, "wb", buffering=0))
    return Connection(Pipes(reader, asyncio.StreamWriter(transport, protocol, None, loop)))


def sweep() -> None:
    """End what an earlier Yamori that was killed left behind: browsers by the folder of their profile, and the folders."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        owner = folder.name.removeprefix(PREFIX).split("-")[0]
        if owner.isdecimal() and not Path("/proc", owner).exists() and Path("/proc").exists() and folder.stat().st_uid == os.geteuid():
            for pid in processes_of(folder):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            _remove(folder)


def processes_of(profile: Path) -> list[int]:
    """The processes that run on a profile."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"--user-data-dir={profile}".encode() in (entry / "cmdline").read_bytes().split(b"\0"):
                found.append(int(entry.name))
    return found


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _remove(folder: Path) -> None:
    for _ in range(5):  # its last children may still write
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
