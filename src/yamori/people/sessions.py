"""The sessions that there are: begun when somebody has signed in, listed and revoked by the pages."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta

from yamori.people.file import PeopleFile, moment, written
from yamori.people.secret import digest, new_id, new_secret
from yamori.people.session import Kind, Session, refusal_of

_COLUMNS = "id, person, kind, made, used, name, room, made_by, ended"
_KEPT = timedelta(days=30)
"""How long one that has ended is kept, so that whoever shows it is told why."""
_MOST = 100
"""Of one person; the one that was used longest ago ends first."""
_LONGEST_NAME = 80


class Sessions:
    def __init__(self, file: PeopleFile) -> None:
        self._file = file

    async def begin(
        self,
        person: str | None,
        *,
        now: datetime,
        name: str = "",
        kind: Kind = Kind.BROWSER,
        room: str | None = None,
        by: str | None = None,
    ) -> tuple[str, Session]:
        """A new one, with its secret, which is not kept."""
        secret = new_secret()
        session = Session(id=new_id(), person=person, kind=kind, made=now, used=now, name=name[:_LONGEST_NAME], room=room, by=by)
        await self._file.change(lambda db: insert_session(db, session, secret))
        return secret, session

    async def changed(self) -> None:
        """Returns when anything of who may sign in has changed."""
        await self._file.changed()

    async def known(self, secret: str) -> Session | None:
        query = f"SELECT {_COLUMNS} FROM sessions WHERE secret = ?"
        row = await self._file.read(lambda db: db.execute(query, (digest(secret),)).fetchone())
        return _session_in(row) if row is not None else None

    async def of(self, person: str | None, *, now: datetime) -> Sequence[Session]:
        """Those of a person that open something now, the last used first; None: everybody's."""
        where, values = ("WHERE person = ? OR made_by = ?", (person, person)) if person is not None else ("", ())
        query = f"SELECT {_COLUMNS} FROM sessions {where} ORDER BY used DESC"
        rows = await self._file.read(lambda db: db.execute(query, values).fetchall())
        return [session for session in map(_session_in, rows) if refusal_of(session, now) is None]

    async def note_use(self, id: str, now: datetime) -> None:
        await self._file.change(lambda db: db.execute("UPDATE sessions SET used = ? WHERE id = ?", (written(now), id)))

    async def end(self, id: str, why: str = "revoked") -> None:
        """It stays ended. One that there is not has ended already."""
        await self._file.change(lambda db: db.execute("UPDATE sessions SET ended = ? WHERE id = ? AND ended IS NULL", (why, id)))


def insert_session(db: sqlite3.Connection, session: Session, secret: str) -> None:
    """Forgets those that ended long ago, too."""
    db.execute("DELETE FROM sessions WHERE ended IS NOT NULL AND used < ?", (written(session.made - _KEPT),))
    db.execute(
        f"INSERT INTO sessions (secret, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            digest(secret),
            session.id,
            session.person,
            session.kind.value,
            written(session.made),
            written(session.used),
            session.name,
            session.room,
            session.by,
            session.ended,
        ),
    )
    surplus = "SELECT id FROM sessions WHERE person IS ? AND ended IS NULL ORDER BY used DESC LIMIT -1 OFFSET ?"
    db.execute(f"UPDATE sessions SET ended = 'revoked' WHERE id IN ({surplus})", (session.person, _MOST))


def _session_in(row: Sequence[object]) -> Session:
    id, person, kind, made, used, name, room, by, ended = row
    return Session(
        id=str(id),
        person=str(person) if person is not None else None,
        kind=Kind(str(kind)),
        made=moment(str(made)),
        used=moment(str(used)),
        name=str(name),
        room=str(room) if room is not None else None,
        by=str(by) if by is not None else None,
        ended=str(ended) if ended is not None else None,
    )
