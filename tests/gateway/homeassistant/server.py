"""A real Home Assistant with its `demo` integration, in a virtual environment of its own: started, onboarded, killed and started again."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

ENVIRONMENT = Path(os.environ.get("YAMORI_TEST_HOMEASSISTANT") or Path.home() / ".cache" / "yamori" / "homeassistant")
_START_SECONDS = 90.0
_CONFIGURATION = """
homeassistant:
  name: Test house
  latitude: 35.3
  longitude: 139.5
  elevation: 10
  unit_system: metric
  time_zone: UTC
  country: JP
http: {{server_host: 127.0.0.1, server_port: {port}}}
api:
websocket_api:
config:
input_text: {{note: {{name: Note, initial: hello}}}}
scene:
  - name: Evening
    entities: {{switch.decorative_lights: "off"}}
camera: [{{platform: local_file, name: Broken camera, file_path: "{folder}/broken.jpg"}}]
demo:
logger: {{default: error}}
"""


class RealHomeAssistant:
    """One server and its administrator's token."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.token = ""
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "broken.jpg").write_text("no picture at all", encoding="utf-8")
        (folder / "configuration.yaml").write_text(_CONFIGURATION.format(port=self.port, folder=folder), encoding="utf-8")

    def start(self) -> None:
        log = (self._folder / "out.log").open("ab")
        command = [str(ENVIRONMENT / "bin" / "python"), "-m", "homeassistant", "-c", str(self._folder), "--skip-pip"]
        self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        deadline = time.monotonic() + _START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"Home Assistant does not start: {(self._folder / 'out.log').read_text(errors='replace')[-2000:]}")
            time.sleep(0.1)  # another process: there is nothing to wait on
        if not self.token:
            self.token = self._onboarded()
            self._add("shopping_list")

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def call(self, service: str, **data: Any) -> None:
        """Somebody else does something: `light.turn_on`."""
        path = service.replace(".", "/")
        self._post(f"/api/services/{path}", json=data).raise_for_status()

    def show(self, entity: str, state: str) -> None:
        """An entity shows another state, without its device doing anything."""
        self._post(f"/api/states/{entity}", json={"state": state}).raise_for_status()

    def _add(self, integration: str) -> None:
        """One that asks no question but whether it should."""
        flow = self._post("/api/config/config_entries/flow", json={"handler": integration}).raise_for_status().json()
        self._post(f"/api/config/config_entries/flow/{flow['flow_id']}", json={}).raise_for_status()

    def _post(self, path: str, **content: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return httpx.post(self.url + path, headers=headers, timeout=30, trust_env=False, **content)

    def _answers(self) -> bool:
        try:
            path = "/api/config" if self.token else "/api/onboarding"
            headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
            response = httpx.get(self.url + path, headers=headers, timeout=5, trust_env=False)
        except httpx.HTTPError:
            return False
        return response.is_success and (not self.token or response.json().get("state") == "RUNNING")

    def _onboarded(self) -> str:
        """The first person of a fresh installation, and a token of theirs that lasts."""
        owner = {"client_id": f"{self.url}/", "name": "Owner", "username": "owner", "password": "a-long-password", "language": "en"}
        code = self._post("/api/onboarding/users", json=owner).raise_for_status().json()["auth_code"]
        form = {"client_id": f"{self.url}/", "grant_type": "authorization_code", "code": code}
        return str(self._post("/auth/token", data=form).raise_for_status().json()["access_token"])


@pytest.fixture(scope="session")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHomeAssistant]:
    """Skipped where there is no Home Assistant to start."""
    if not (ENVIRONMENT / "bin" / "python").is_file():
        pytest.skip(f"there is no Home Assistant in {ENVIRONMENT}; set YAMORI_TEST_HOMEASSISTANT to a virtual environment that has one")
    server = RealHomeAssistant(tmp_path_factory.mktemp("homeassistant"))
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture
def home_assistant(_server: RealHomeAssistant) -> RealHomeAssistant:
    """The session's one server, running."""
    if not _server.running:
        _server.start()
    return _server
