"""Summaries of days, profiles and passes as rows: all of it made of words, and gone with them."""

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime


def days_said(db: sqlite3.Connection, person: str) -> Mapping[str, str]:
    """By day on which the person said something: what tells whether that changed (how many, and the last)."""
    query = "SELECT substr(at, 1, 10), count(*), max(id) FROM utterances WHERE person = ? GROUP BY 1 ORDER BY 1"
    return {day: f"{count}:{last}" for day, count, last in db.execute(query, (person,))}


def said_on(db: sqlite3.Connection, person: str, day: str, limit: int) -> Sequence[str]:
    query = "SELECT text FROM utterances WHERE person = ? AND substr(at, 1, 10) = ? ORDER BY id LIMIT ?"
    return [text for (text,) in db.execute(query, (person, day, limit))]


def days(db: sqlite3.Connection, person: str) -> Mapping[str, tuple[str, str]]:
    """Summary and what it was made of, by day, in order."""
    query = "SELECT day, summary, made_of FROM days WHERE person = ? ORDER BY day"
    return {day: (summary, made_of) for day, summary, made_of in db.execute(query, (person,))}


def put_day(db: sqlite3.Connection, person: str, day: str, summary: str, made_of: str) -> bool:
    """Kept where the day still is what was summed up."""
    if days_said(db, person).get(day) != made_of:
        return False
    db.execute("INSERT OR REPLACE INTO days VALUES (?, ?, ?, ?)", (person, day, summary, made_of))
    return True


def profile(db: sqlite3.Connection, person: str) -> tuple[str, Mapping[str, str]] | None:
    """The text, and by day what it was made of."""
    row = db.execute("SELECT text, made_of FROM profiles WHERE person = ?", (person,)).fetchone()
    return (row[0], json.loads(row[1])) if row else None


def put_profile(db: sqlite3.Connection, person: str, text: str, made_of: Mapping[str, str], now: datetime) -> bool:
    """Kept where the days still are those that it was made of."""
    if not all(days(db, person).get(day, ("", ""))[1] == was for day, was in made_of.items()):
        return False
    db.execute("INSERT OR REPLACE INTO profiles VALUES (?, ?, ?, ?)", (person, text, json.dumps(made_of), now.isoformat()))
    return True


def forget_days(db: sqlite3.Connection, person: str, days: Collection[str]) -> int:
    """The days' summaries and the profile; gives how many there were."""
    gone = sum(db.execute("DELETE FROM days WHERE person = ? AND day = ?", (person, day)).rowcount for day in days)
    return gone + db.execute("DELETE FROM profiles WHERE person = ?", (person,)).rowcount


def forget_person(db: sqlite3.Connection, person: str) -> int:
    """All summaries, the profile, and that passes were made."""
    db.execute("DELETE FROM passes WHERE person = ?", (person,))
    gone = db.execute("DELETE FROM days WHERE person = ?", (person,)).rowcount
    return gone + db.execute("DELETE FROM profiles WHERE person = ?", (person,)).rowcount


# passes


def passed_until(db: sqlite3.Connection, conversation: str, person: str) -> int:
    """The last utterance that a pass has seen; 0 before the first."""
    query = "SELECT coalesce(max(last), 0) FROM passes WHERE conversation = ? AND person = ?"
    return int(db.execute(query, (conversation, person)).fetchone()[0])


def has_passed(db: sqlite3.Connection, key: str) -> bool:
    return db.execute("SELECT 1 FROM passes WHERE key = ?", (key,)).fetchone() is not None


def put_pass(
    db: sqlite3.Connection, key: str, *, person: str, conversation: str, last: int, at: datetime, applied: int, refused: Mapping[str, int]
) -> None:
    row = (key, person, conversation, last, at.isoformat(), applied, json.dumps(refused, sort_keys=True))
    db.execute("INSERT INTO passes VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def refusals(db: sqlite3.Connection) -> Mapping[str, int]:
    """How often what a model proposed was refused, by reason."""
    counts: dict[str, int] = {}
    for (refused,) in db.execute("SELECT refused FROM passes"):
        for reason, number in json.loads(refused).items():
            counts[reason] = counts.get(reason, 0) + number
    return counts


def unpassed(db: sqlite3.Connection) -> Sequence[tuple[str, str, int, datetime]]:
    """Conversation, person, number of utterances that no pass has seen, and the moment of the last."""
    query = (
        "SELECT u.conversation, u.person, count(*), max(u.at) FROM utterances u LEFT JOIN"
        " (SELECT conversation, person, max(last) AS last FROM passes GROUP BY 1, 2) p"
        " ON p.conversation = u.conversation AND p.person = u.person WHERE u.id > coalesce(p.last, 0) GROUP BY 1, 2 ORDER BY max(u.id)"
    )
    return [(conversation, person, count, datetime.fromisoformat(at)) for conversation, person, count, at in db.execute(query)]
