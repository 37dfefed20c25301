"""A real CalDAV server for the tests beside this file: Radicale in a process of its own, on loopback."""

import base64
import http.client
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

USER, PASSWORD = "aiko", "correct horse"

_CONFIG = """[server]
hosts = 127.0.0.1:{port}
[auth]
type = htpasswd
htpasswd_filename = {folder}/users
htpasswd_encryption = plain
delay = 0
[rights]
type = owner_only
[storage]
filesystem_folder = {folder}/collections
[web]
type = none
[logging]
level = info
"""
_MAKE = """<?xml version="1.0" encoding="utf-8"?>
<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop><d:displayname>{name}</d:displayname>
<c:supported-calendar-component-set>{components}</c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>"""


@dataclass
class Radicale:
    folder: Path
    port: int
    process: subprocess.Popen[str] | None = None
    made: int = field(default=0)

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "radicale", "--config", str(self.folder / "config")], stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if "server ready" in line.lower():
                break
        threading.Thread(target=self.process.stderr.read, daemon=True).start()  # so that it never waits for a reader

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def calendar(self, *components: str) -> str:
        """A new empty calendar's address."""
        self.made += 1
        path = f"/{USER}/calendar-{self.made}/"
        body = _MAKE.format(
            name=f"Calendar {self.made}", components="".join(f'<c:comp name="{c}"/>' for c in components or ("VEVENT", "VTODO"))
        )
        assert self.ask("MKCALENDAR", path, body)[0] == 201
        return self.address + path

    def ask(self, method: str, path: str, body: str = "", headers: Mapping[str, str] | None = None) -> tuple[int, str]:
        """As another program of the same person would."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        secret = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        connection.request(method, path, body.encode(), {"Authorization": f"Basic {secret}", **(headers or {})})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def put(self, calendar: str, name: str, text: str) -> None:
        path = calendar.removeprefix(self.address) + name
        status, _ = self.ask("PUT", path, text.replace("\n", "\r\n"), {"Content-Type": "text/calendar; charset=utf-8"})
        assert status in (201, 204)

    def get(self, calendar: str, name: str) -> str:
        return self.ask("GET", calendar.removeprefix(self.address) + name)[1].replace("\r\n ", "").replace("\r\n", "\n")

    def delete(self, calendar: str, name: str) -> None:
        assert self.ask("DELETE", calendar.removeprefix(self.address) + name)[0] == 200

    def names(self, calendar: str) -> list[str]:
        _, text = self.ask("PROPFIND", calendar.removeprefix(self.address), headers={"Depth": "1"})
        return sorted(part.split("</")[0].rsplit("/", 1)[-1] for part in text.split("href>")[1::2] if ".ics" in part)


@contextmanager
def radicale(folder: Path) -> Iterator[Radicale]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "users").write_text(f"{USER}:{PASSWORD}\n")
    (folder / "config").write_text(_CONFIG.format(port=port, folder=folder))
    server = Radicale(folder=folder, port=port)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def event(uid: str, *lines: str, kind: str = "VEVENT") -> str:
    """A calendar with one event."""
    return "\n".join(
        (
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//test//EN",
            f"BEGIN:{kind}",
            f"UID:{uid}",
            "DTSTAMP:20261101T000000Z",
            *lines,
            f"END:{kind}",
            "END:VCALENDAR",
            "",
        )
    )
