"""The `yamori` command as a process of its own that has imported everything already.

A start from nothing imports for five seconds. Here one process imports once (`python -m tests.apps.forked SOCKET`) and forks for each
command: with its own environment, folder, umask, standard output and end. What is proved of a running process is the same; that it starts
from nothing is proved where a test asks for that (`cold` in `test_serve`).
"""

import atexit
import gc
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, Self

PIECE = 1 << 20


class Forked:
    """What tests ask of a `subprocess.Popen[str]` whose output is read."""

    def __init__(self, arguments: Sequence[str], env: Mapping[str, str]) -> None:
        pipes = [os.pipe() for _ in range(3)]
        umask = os.umask(0)
        os.umask(umask)
        asked = {"arguments": [*arguments], "env": dict(env), "umask": umask, "folder": str(Path.cwd())}
        socket.send_fds(_parent(), [json.dumps(asked).encode()], [written for _, written in pipes])
        for _, written in pipes:
            os.close(written)
        self.stdout, self.stderr, self._told = (os.fdopen(read, encoding="utf-8") for read, _ in pipes)
        self.pid = int(self._told.readline())
        self.returncode: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stdout.close()
        self.stderr.close()
        self.wait()
        self._told.close()

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        if self._ended(timeout) is None:
            raise subprocess.TimeoutExpired("yamori", timeout or 0)
        assert self.returncode is not None
        return self.returncode

    def _ended(self, patience: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], patience)[0]:
            self.returncode = int(self._told.readline())
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """All that it still says, until it ends."""
        said = {"out": "", "err": ""}

        def listen(name: str, pipe: io.TextIOWrapper) -> None:
            said[name] = pipe.read()

        listening = [Thread(target=listen, args=each, daemon=True) for each in (("out", self.stdout), ("err", self.stderr))]
        for each in listening:
            each.start()
        self.wait(timeout)
        for each in listening:
            each.join(timeout)
        return said["out"], said["err"]

    def send_signal(self, told: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, told)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@cache
def _parent() -> socket.socket:
    """Whom to ask for a fork; it ends with this process."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, PIECE)
    command = [sys.executable, "-m", "tests.apps.forked", str(there.fileno())]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, env=env, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL)
    there.close()

    @atexit.register
    def end() -> None:
        here.close()
        process.wait()

    return here


def main() -> None:
    import uvicorn  # noqa: F401

    from yamori.apps import chat, cli, doctor, mcp_stdio, serve  # noqa: F401
    from yamori.orchestrator import checkpoints  # noqa: F401

    gc.collect()
    gc.freeze()
    asked = forks(socket.socket(fileno=int(sys.argv[1])))
    if asked is None:
        return
    sys.argv = ["yamori", *asked["arguments"]]
    cli.main()


def forks(asking: socket.socket) -> Mapping[str, Any] | None:
    """Answers for as long as somebody asks. In a child: what it is to do."""
    while True:
        message, fds, _, _ = socket.recv_fds(asking, PIECE, 3)
        if not message:
            return None
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for who watches
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            asking.close()
            child = os.fork()
            if child == 0:
                return become(json.loads(message), fds)
            watch(child, fds)
        for fd in fds:
            os.close(fd)


def become(asked: Mapping[str, Any], fds: Sequence[int]) -> Mapping[str, Any]:
    out, err, told = fds
    os.dup2(out, 1)
    os.dup2(err, 2)
    for fd in (out, err, told):
        os.close(fd)
    os.environ.clear()
    os.environ.update(asked["env"])
    os.umask(asked["umask"])
    os.chdir(asked["folder"])
    return asked


def watch(child: int, fds: Sequence[int]) -> None:
    """Tells of the child's process and how it ends, and is over."""
    out, err, told = fds
    os.close(out)
    os.close(err)
    os.write(told, f"{child}\n".encode())
    _, status = os.waitpid(child, 0)
    os.write(told, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


if __name__ == "__main__":
    main()
