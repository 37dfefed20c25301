"""The browsers that are sent notices: whose, where, since when. One SQLite file, which holds the house's own key for it, too."""

import secrets
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from yamori.apps.push.message import BrowserKeys, browser_keys, from_text, new_private, to_text
from yamori.domain.database_file import opened
from yamori.domain.errors import InvalidRequest
from yamori.domain.transaction_file import TransactionFile

VERSION = 1
_SCHEMA = """
CREATE TABLE own (private TEXT NOT NULL);
CREATE TABLE devices (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, endpoint TEXT NOT NULL UNIQUE, p256dh TEXT NOT NULL, auth TEXT NOT NULL,
    name TEXT NOT NULL, session TEXT NOT NULL, at TEXT NOT NULL
);
"""
SERVICES = ("googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
"""Whose browsers give an address below these; to no other is anything sent."""
_COLUMNS = "id, person, endpoint, p256dh, auth, name, session, at"
_LONGEST_ENDPOINT = 1000
_LONGEST_NAME = 80


@dataclass(frozen=True, kw_only=True)
class PushDevice:
    """A browser that a person turned notices on in."""

    id: str
    person: str
    endpoint: str
    """Its address at the push service; a secret, since whoever knows it and its keys could send to it."""
    keys: BrowserKeys
    name: str
    session: str
    """In which it was turned on; empty while nobody has an account. Once that has ended, nothing is sent."""
    at: datetime


async def open_push_devices(path: Path | None) -> "PushDevices":
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    file = TransactionFile(*await opened(path, schema=_SCHEMA, version=VERSION, thread="push"), holds="where notices are pushed to")
    return PushDevices(file)


class PushDevices:
    """Everything raises `Misconfigured` where the file cannot be written any more."""

    def __init__(self, file: TransactionFile) -> None:
        self._file = file

    async def private(self) -> bytes:
        """The house's own key, made when it is first asked for. Browsers that know it take nothing that another signed."""

        def work(db: sqlite3.Connection) -> str:
            row = db.execute("SELECT private FROM own").fetchone()
            if row is None:
                row = (to_text(new_private()),)
                db.execute("INSERT INTO own VALUES (?)", row)
            return str(row[0])

        return from_text(await self._file.run(work))

    async def put(self, endpoint: str, *, p256dh: str, auth: str, person: str, name: str, session: str, now: datetime) -> PushDevice:
        """Keep a browser for a person, and for nobody else any more. Raises `InvalidRequest`."""
        check_endpoint(endpoint)
        keys = browser_keys(p256dh, auth)

        def work(db: sqlite3.Connection) -> str:
            known = db.execute("SELECT id, person FROM devices WHERE endpoint = ?", (endpoint,)).fetchone()
            id = known[0] if known is not None and known[1] == person else secrets.token_hex(8)
            row = (id, person, endpoint, to_text(keys.public), to_text(keys.secret), name[:_LONGEST_NAME], session, now.isoformat())
            db.execute("DELETE FROM devices WHERE endpoint = ?", (endpoint,))
            db.execute(f"INSERT INTO devices ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            return str(id)

        device = await self.device(await self._file.run(work))
        assert device is not None
        return device

    async def at(self, endpoint: str) -> PushDevice | None:
        row = await self._file.run(lambda db: db.execute(f"SELECT {_COLUMNS} FROM devices WHERE endpoint = ?", (endpoint,)).fetchone())
        return _device(row) if row is not None else None

    async def device(self, id: str) -> PushDevice | None:
        row = await self._file.run(lambda db: db.execute(f"SELECT {_COLUMNS} FROM devices WHERE id = ?", (id,)).fetchone())
        return _device(row) if row is not None else None

    async def of(self, person: str) -> Sequence[PushDevice]:
        """The newest first."""
        query = f"SELECT {_COLUMNS} FROM devices WHERE person = ? ORDER BY at DESC"
        return [_device(row) for row in await self._file.run(lambda db: db.execute(query, (person,)).fetchall())]

    async def forget(self, id: str) -> None:
        await self._file.run(lambda db: db.execute("DELETE FROM devices WHERE id = ?", (id,)))

    async def close(self) -> None:
        await self._file.close()


def check_endpoint(endpoint: str) -> None:
    """Raises `InvalidRequest` for an address that is no push service's: a page must not have the house send anywhere else."""
    wrong = "the browser's push service is not one that the house sends to"
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise InvalidRequest(wrong, where="endpoint") from error
    known = any(host == service or host.endswith(f".{service}") for service in SERVICES)
    if parts.scheme != "https" or not known or port not in (None, 443) or "@" in parts.netloc or len(endpoint) > _LONGEST_ENDPOINT:
        raise InvalidRequest(wrong, where="endpoint")


def _device(row: Sequence[str]) -> PushDevice:
    id, person, endpoint, p256dh, auth, name, session, at = row
    keys = BrowserKeys(public=from_text(p256dh), secret=from_text(auth))
    return PushDevice(id=id, person=person, endpoint=endpoint, keys=keys, name=name, session=session, at=datetime.fromisoformat(at))
