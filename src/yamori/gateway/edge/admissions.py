"""Who may be given a token for an id that has one: a device whose answer was lost, and one for which a person has agreed.

A device is known again by its proof, a text of its own that it gives with every try. Kept in the devices' file, as hashes.
"""

import hmac
import sqlite3
from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256

from yamori.domain.errors import NotFound
from yamori.gateway.sqlite import SqliteFile

SCHEMA = "CREATE TABLE IF NOT EXISTS admissions (id TEXT PRIMARY KEY, proof TEXT NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;"


class Admission(StrEnum):
    """How far the device has come that gives a proof."""

    GIVEN = "given"
    """It was given a token and has not used it yet: the answer may have been lost."""
    ASKED = "asked"
    """The id has a token already, and a person is asked."""
    AGREED = "agreed"
    """The person has agreed."""


class Admissions:
    """Opened by `open_admissions`, over the store of the devices."""

    def __init__(self, store: SqliteFile, held: Mapping[str, tuple[str, Admission]]) -> None:
        self._store = store
        self._held = dict(held)

    def of(self, device: str, proof: str) -> Admission | None:
        """None where the device gave another proof, or none."""
        known, state = self._held.get(device, ("", None))
        return state if hmac.compare_digest(known, hashed(proof)) else None

    async def ask(self, device: str, proof: str) -> None:
        """Whoever gives this proof gets no token until `agree`; who asked before it must ask again."""
        await self._keep(device, hashed(proof), Admission.ASKED)

    async def agree(self, device: str) -> None:
        """A person has agreed. Raises `NotFound` where the device does not ask any more."""
        known, state = self._held.get(device, ("", None))
        if state not in (Admission.ASKED, Admission.AGREED):
            raise NotFound(f"the device {device[:60]} does not ask to join any more", where="device")
        await self._keep(device, known, Admission.AGREED)

    def given(self, device: str, proof: str | None) -> None:
        """It was given a token; `write_given` has kept it."""
        self._held.pop(device, None)
        if proof is not None:
            self._held[device] = hashed(proof), Admission.GIVEN

    async def used(self, device: str) -> None:
        """It has its token: no other is given for the same proof."""
        if self._held.get(device, ("", None))[1] is Admission.GIVEN:
            await self._store.run(lambda db: write_given(db, device, None))
            self._held.pop(device, None)

    def forget(self, device: str) -> None:
        self._held.pop(device, None)

    async def _keep(self, device: str, known: str, state: Admission) -> None:
        await self._store.run(lambda db: db.execute("INSERT OR REPLACE INTO admissions VALUES (?, ?, ?)", (device, known, state.value)))
        self._held[device] = known, state


async def open_admissions(store: SqliteFile) -> Admissions:
    rows = await store.run(lambda db: db.execute("SELECT id, proof, state FROM admissions").fetchall())
    return Admissions(store, {id: (proof, Admission(state)) for id, proof, state in rows})


def write_given(db: sqlite3.Connection, device: str, proof: str | None) -> None:
    """In the transaction that keeps the token; without a proof nothing is known of the device again."""
    db.execute("DELETE FROM admissions WHERE id = ?", (device,))
    if proof is not None:
        db.execute("INSERT INTO admissions VALUES (?, ?, ?)", (device, hashed(proof), Admission.GIVEN.value))


def hashed(secret: str) -> str:
    """Tokens and proofs have many bits of their own: one round of SHA-256 is enough, a slow hash would only cost."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
