"""`yamori serve` as a process, on a machine without the model: the page must be up all the same."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from yamori.gateway.edge.join import join_code

COMMAND = (sys.executable, "-c", "from yamori.apps.cli import main; main()", "serve")
PATIENCE = 20.0
"""Seconds; on an idle machine it takes two."""


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


@contextmanager
def serving(data: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("YAMORI_")}
    env |= {"YAMORI_DATA": str(data), "YAMORI_MODELS_DIR": str(data / "models"), "YAMORI_PORT": str(port)}
    with subprocess.Popen(COMMAND, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def answer_of(url: str, process: "subprocess.Popen[str]") -> httpx.Response:
    """What the server says once it is up; connections queue in its socket before that."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            return httpx.get(url, timeout=PATIENCE, trust_env=False)
        except httpx.ConnectError:
            os.sched_yield()
    raise AssertionError(process.stderr.read() if process.stderr and process.poll() is not None else "no answer")


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_without_a_model_and_ends_cleanly_when_told_to(told: signal.Signals, tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port) as process:
        assert answer_of(f"http://127.0.0.1:{port}/healthz", process).status_code == 200
        assert answer_of(f"http://127.0.0.1:{port}/", process).status_code == 200
        process.send_signal(told)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    assert "Traceback" not in said


def test_a_port_in_use_is_said_at_once_and_nothing_is_opened(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with serving(tmp_path, taken.getsockname()[1]) as process:
            _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "is in use" in said
    assert "Traceback" not in said
    assert list(tmp_path.glob("*.sqlite*")) == []


def test_devices_that_wait_and_pages_that_listen_are_let_go_when_it_is_told_to_stop(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with serving(tmp_path, port) as process:
        assert answer_of(f"{url}/healthz", process).status_code == 200
        enrolled = httpx.post(f"{url}/edge/enrol", json={"device": "wisp", "join": join_code(tmp_path)}, trust_env=False)
        headers = {"Authorization": f"Bearer {enrolled.json()['token']}", "Content-Type": "application/json"}
        with httpx.stream("GET", f"{url}/gate/changes", timeout=PATIENCE, trust_env=False) as page:
            device = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            device.request("POST", "/edge/lease", json.dumps({"wait": 25}), headers)
            httpx.get(f"{url}/healthz", trust_env=False)  # it came in later, and is answered: the device's request is in, too
            process.send_signal(signal.SIGTERM)
            assert json.loads(device.getresponse().read()) == {"jobs": []}
            with suppress(httpx.RemoteProtocolError):  # a stream that is cut has no last chunk
                assert page.read() == b""
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    assert "Traceback" not in said
    assert "graceful shutdown exceeded" not in said
