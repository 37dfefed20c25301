"""Who does not want to be remembered for now."""

import sqlite3
from datetime import datetime


def pause(db: sqlite3.Connection, person: str, since: datetime, until: datetime | None) -> None:
    row = (person, since.isoformat(), until.isoformat() if until is not None else None)
    db.execute("INSERT OR REPLACE INTO paused VALUES (?, ?, ?)", row)


def resume(db: sqlite3.Connection, person: str) -> None:
    db.execute("DELETE FROM paused WHERE person = ?", (person,))


def is_paused(db: sqlite3.Connection, person: str, now: datetime) -> bool:
    """One that has an end is over then; the row stays until somebody resumes or pauses anew."""
    row = db.execute("SELECT until FROM paused WHERE person = ?", (person,)).fetchone()
    return row is not None and (row[0] is None or datetime.fromisoformat(row[0]) > now)
