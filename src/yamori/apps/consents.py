"""An adult's consent to a model outside the house, by role: kept with who and when, asked for before anything is sent.

`RoleModels` asks `permits` before each call; the page `/consents` shows and changes it (`web.consents`). Nothing here is ever deleted: to
revoke is a line of its own.
"""

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from yamori.domain.caller import Callers
from yamori.domain.clock import Clock
from yamori.domain.database_file import unusable, unwritable
from yamori.domain.errors import InvalidRequest
from yamori.domain.gate import Gate
from yamori.llm.names import ModelName, parse_name
from yamori.llm.port import Role
from yamori.llm.router import RoleModels
from yamori.web.consent_port import CloudRole

_SCHEMA = """
CREATE TABLE IF NOT EXISTS consents (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, role TEXT NOT NULL, provider TEXT NOT NULL, person TEXT NOT NULL, given INTEGER NOT NULL,
    at TEXT NOT NULL
);
"""


@dataclass(frozen=True, kw_only=True)
class Consent:
    """The last word on one role and provider."""

    person: str
    given: bool
    at: datetime


class ConsentStore:
    """A SQLite file, or memory when `path` is None."""

    def __init__(self, path: Path | None) -> None:
        try:
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise unusable(str(path), error) from error

    def close(self) -> None:
        self._db.close()

    def last(self, role: Role, provider: str) -> Consent | None:
        query = "SELECT person, given, at FROM consents WHERE role = ? AND provider = ? ORDER BY seq DESC LIMIT 1"
        row = self._db.execute(query, (role.value, provider)).fetchone()
        return Consent(person=row[0], given=bool(row[1]), at=datetime.fromisoformat(row[2])) if row else None

    def write(self, role: Role, provider: str, consent: Consent) -> None:
        values = (role.value, provider, consent.person, int(consent.given), consent.at.isoformat())
        try:
            self._db.execute("INSERT INTO consents (role, provider, person, given, at) VALUES (?, ?, ?, ?, ?)", values)
        except sqlite3.OperationalError as error:
            raise unwritable("consents", error) from error


class CloudConsents:
    """Fulfils `web.consent_port.ConsentPort`, and tells `RoleModels` what it may use."""

    def __init__(self, store: ConsentStore, models: RoleModels, callers: Callers | None, gate: Gate, clock: Clock) -> None:
        self._store, self._models, self._callers, self._gate, self._clock = store, models, callers, gate, clock

    async def permits(self, role: Role, name: ModelName) -> bool:
        """Without accounts the operator's file is the consent; with them an adult has to have said so for this role and provider."""
        if self._models.stays_in_the_house(name) or self._callers is None or not await self._callers.has_accounts():
            return True
        last = self._store.last(role, name.provider)
        return last is not None and last.given

    def cloud_roles(self) -> list[CloudRole]:
        found = []
        for role in Role:
            chosen = self._models.of(role)
            for text in dict.fromkeys(filter(None, (chosen.model, chosen.stronger))):
                name = parse_name(text, where="model")
                if not self._models.stays_in_the_house(name):
                    found.append(self._shown(role, name))
        return found

    async def decide(self, role: str, provider: str, *, person: str, given: bool) -> None:
        """Raises `InvalidRequest` for what no role uses."""
        if (role, provider) not in {(shown.role, shown.provider) for shown in self.cloud_roles()}:
            raise InvalidRequest(f"the role {role[:40]} uses no model of {provider[:40]}", where="role")
        self._store.write(Role(role), provider, Consent(person=person, given=given, at=self._clock.now()))

    def _shown(self, role: Role, name: ModelName) -> CloudRole:
        last = self._store.last(role, name.provider)
        known = self._gate.home.person(last.person) if last is not None else None
        return CloudRole(
            role=role.value,
            provider=name.provider,
            model=str(name),
            agreed=last is not None and last.given,
            by=known.name if known is not None else last.person if last is not None else "",
            at=last.at if last is not None else None,
        )
