"""`yamori serve` as a process, on a machine without the model: the page must be up all the same."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest
from tests.apps.forked import Forked

from yamori.gateway.edge.join import join_code

COMMAND = (sys.executable, "-c", "from yamori.apps.cli import main; main()", "serve")
PATIENCE = 60.0
"""Seconds; on an idle machine it takes two."""
Process = Forked | subprocess.Popen[str]


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


@contextmanager
def serving(data: Path, port: int, *, cold: bool = False, **more: str) -> Iterator[Process]:
    """A house that serves; `cold`: from nothing, as a person starts it."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("YAMORI_")}
    env |= {"YAMORI_DATA": str(data), "YAMORI_MODELS_DIR": str(data / "models"), "YAMORI_PORT": str(port)}
    env |= {"YAMORI_STARTER_LIBRARY": "false"} | more  # it would be read in beside what is tried
    started = (
        subprocess.Popen(COMMAND, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) if cold else Forked(["serve"], env)
    )
    with started as process:
        try:
            yield process
        finally:
            process.kill()


def answer_of(url: str, process: Process) -> httpx.Response:
    """What the server says once it is up; connections queue in its socket before that."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            return httpx.get(url, timeout=PATIENCE, trust_env=False)
        except httpx.ConnectError:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.1)
    raise AssertionError(process.stderr.read() if process.stderr and process.poll() is not None else "no answer")


@pytest.mark.parametrize(("told", "cold"), [(signal.SIGINT, True), (signal.SIGTERM, False)])
def test_it_answers_without_a_model_and_ends_cleanly_when_told_to(told: signal.Signals, cold: bool, tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port, cold=cold) as process:
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


def test_nothing_that_it_keeps_can_be_opened_by_other_users_whatever_an_earlier_version_left(tmp_path: Path) -> None:
    data, own = tmp_path / "data", tmp_path / "papers"
    for folder in (data / "gate", data / "papers" / "house" / "originals", own / "bills"):
        folder.mkdir(parents=True)
    (data / "papers" / "house" / "originals" / "rules.txt").write_text("Quiet after ten.", encoding="utf-8")
    (data / "yamori.toml").write_text(f'papers = "{own}"\n', encoding="utf-8")
    (own / "bills" / "rent.txt").write_text("Rent is due on the 27th.", encoding="utf-8")
    for path in (tmp_path, *tmp_path.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    port = free_port()
    before = os.umask(0o022)
    try:
        with serving(data, port, YAMORI_STARTER_LIBRARY="true") as process:
            url = f"http://127.0.0.1:{port}"
            assert answer_of(f"{url}/healthz", process).status_code == 200
            said = httpx.post(f"{url}/turns", json={"text": "Turn on the desk lamp", "person": "aiko"}, timeout=PATIENCE, trust_env=False)
            assert said.status_code == 202
            with httpx.stream("GET", f"{url}/turns/{said.json()['turn']}/events", timeout=PATIENCE, trust_env=False) as events:
                assert any("replied" in line for line in events.iter_lines())
            modes = {path: stat.S_IMODE(path.lstat().st_mode) for path in (data, *data.rglob("*"))}
            wrong = [(path, oct(mode)) for path, mode in modes.items() if mode != (0o700 if path.is_dir() else 0o600)]
    finally:
        os.umask(before)
    assert any(path.name.endswith("-wal") for path in modes)
    assert wrong == []
    assert (stat.S_IMODE((own / "bills").stat().st_mode), stat.S_IMODE((own / "bills" / "rent.txt").stat().st_mode)) == (0o755, 0o644)


def test_a_data_folder_that_is_a_link_is_refused_with_what_would_be_right(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with serving(tmp_path / "link", free_port()) as process:
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "is a link" in said and "mend:" in said and "Traceback" not in said
    assert list((tmp_path / "real").iterdir()) == []


def status_of(port: int, *lines: str) -> int:
    """The status of an answer to a request that is written out."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1"))
        return int(connection.makefile("rb").readline().split()[1])


@pytest.mark.parametrize("reachable", [{"YAMORI_HOST": "0.0.0.0"}, {"YAMORI_ALLOWED_HOSTS": "yamori.lan"}])
def test_a_house_that_others_could_reach_does_not_open_before_somebody_has_an_account(reachable: dict[str, str], tmp_path: Path) -> None:
    with serving(tmp_path, free_port(), **reachable) as process:
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "nobody has an account" in said and "yamori account add PERSON" in said and "open_to_all" in said and "Traceback" not in said


@pytest.mark.parametrize("listening", ["0.0.0.0", "::"])
def test_listening_everywhere_lets_in_no_other_name_than_those_of_the_house(listening: str, tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port, YAMORI_HOST=listening, YAMORI_ALLOWED_HOSTS="yamori.lan,192.0.2.7", YAMORI_OPEN_TO_ALL="true") as process:
        assert answer_of(f"http://127.0.0.1:{port}/healthz", process).status_code == 200
        for host in (f"yamori.lan:{port}", "YAMORI.lan.", f"192.0.2.7:{port}", f"[::1]:{port}", socket.gethostname(), f"127.0.0.2:{port}"):
            assert status_of(port, "GET /healthz HTTP/1.1", f"Host: {host}") == 200, host
        for host in ("evil.example", f"0.0.0.0:{port}", "192.0.2.8", "yamori.lan.evil.example"):
            assert status_of(port, "GET /healthz HTTP/1.1", f"Host: {host}", "X-Forwarded-Host: 127.0.0.1") == 403, host
        own = f"Host: 127.0.0.1:{port}"
        assert status_of(port, "GET /healthz HTTP/1.1", own, "Host: evil.example") == 400
        assert status_of(port, "GET /healthz HTTP/1.0") == 403
        assert status_of(port, "GET http://evil.example/healthz HTTP/1.1", own) == 400
        assert status_of(port, "GET / HTTP/1.1", own, "Origin: null") == 403
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13")
        assert status_of(port, "GET /healthz HTTP/1.1", own, "Origin: http://evil.example", *upgrade) == 403
