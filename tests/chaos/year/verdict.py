"""What became of the year: each occurrence once, nothing dangerous late, what was missed told."""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.chaos.year.household import DANGEROUS, HOLD, due
from tests.chaos.year.kept import Kept

from yamori.automations.action import ActionStatus
from yamori.automations.firing import Firing, FiringStatus
from yamori.automations.rules.lateness import GRACE, LATEST
from yamori.automations.store import open_automations

ROOM = timedelta(seconds=1)
LONGEST_PAUSE = timedelta(hours=5)
"""A wait begins when the house sees the door: after a pause, or two in a row."""


@dataclass(kw_only=True)
class Verdict:
    figures: dict[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def told(self) -> str:
        lines = [f"  {name}: {value}" for name, value in self.figures.items()]
        return "\n".join([*lines, *(f"WRONG: {each}" for each in self.wrong[:40]), f"{len(self.wrong)} wrong"])


async def judged(folder: Path, *, end: datetime) -> Verdict:
    kept = Kept(folder)
    store = await open_automations(folder / "automations.sqlite3")
    firings = await store.firings(None, limit=1_000_000)
    unfinished = await store.unfinished()
    await store.close()
    notes = list(kept.notes())
    found = Verdict()
    shifts = [note for note in notes if note["what"] == "shift"]
    latest = max(datetime.fromisoformat(note["at"]) for note in notes if note["what"] == "settled")
    found.wrong += [f"not finished: {firing.key}" for firing in unfinished]
    _moments(found, firings, until=min(latest, end.astimezone(UTC)))
    _edges(found, firings, notes)
    _effects(found, firings, notes)
    _missed(found, firings, notes)
    found.figures |= {
        "settled": sum(note["what"] == "settled" for note in notes),
        "clock set": len(shifts),
        "firings": dict(Counter(firing.status.value for firing in firings)),
        "done again under a key": sum(note.get("again", False) and note["what"] == "did" for note in notes),
        "notices": sum(note["what"] == "told" for note in notes),
        "database, kB": (folder / "automations.sqlite3").stat().st_size // 1000,
    }
    with closing(sqlite3.connect(folder / "automations.sqlite3")) as database:
        (state,) = database.execute("PRAGMA integrity_check").fetchone()
    if state != "ok":
        found.wrong.append(f"the database says {state}")
    return found


def _moments(found: Verdict, firings: Sequence[Firing], *, until: datetime) -> None:
    """Every moment that the house's clock has passed was done, missed or cut off; done at most once."""
    total = 0
    for id, expected in due(until).items():
        own = [firing for firing in firings if firing.automation == id]
        settled = {firing.due for firing in own if firing.status is not FiringStatus.CLAIMED}
        carried = Counter(firing.due for firing in own if firing.status in (FiringStatus.DONE, FiringStatus.FAILED))
        total += len(expected)
        found.wrong += [f"{id}: nothing became of {at:%d %b %H:%M} UTC" for at in sorted(expected - settled)]
        found.wrong += [f"{id}: {count} firings for {at:%d %b %H:%M} UTC" for at, count in carried.items() if count > 1]
        found.wrong += [
            f"{id}: fired for {at:%d %b %H:%M:%S} UTC, which is none of its moments" for at in settled - expected if at <= until
        ]
    found.figures["moments due"] = total


def _edges(found: Verdict, firings: Sequence[Firing], notes: Sequence[Mapping[str, Any]]) -> None:
    """The door opened so often: as many firings, whatever became of them."""
    opened = sum(note["what"] == "door" and note["open"] for note in notes)
    for id in ("opened", "opened-danger"):
        own = [firing for firing in firings if firing.automation == id]
        if len(own) != opened:
            found.wrong.append(f"{id}: {len(own)} firings, the door was opened {opened} times")
    carried = [f for f in firings if f.automation == "opened" and f.status in (FiringStatus.DONE, FiringStatus.FAILED)]
    after = [firing for firing in firings if firing.automation == "after"]
    if len(after) != len(carried):
        found.wrong.append(f"after: {len(after)} firings, the other one ended {len(carried)} times")
    once = [f for f in firings if f.automation == "once" and f.status is not FiringStatus.MISSED]
    if len(once) != 1:
        found.wrong.append(f"once: {len(once)} firings")
    doors = [(datetime.fromisoformat(note["at"]), note["open"]) for note in notes if note["what"] == "door"]
    long = sum(b - a >= HOLD for (a, is_open), (b, _) in pairwise(doors) if is_open)
    held = [firing for firing in firings if firing.automation == "held"]
    found.figures["the door opened"] = f"{opened} times, {long} times for {HOLD.seconds // 60} minutes; {len(held)} firings for that"
    if len(held) > opened:
        found.wrong.append(f"held: {len(held)} firings for {opened} openings")
    shifts = [(datetime.fromisoformat(note["at"]), note["seconds"]) for note in notes if note["what"] == "shift"]
    due = [firing.due for firing in held]
    for (begun, is_open), (ended, _) in pairwise(doors):
        wrong_clock = [seconds for at, seconds in shifts if at <= begun][-1:] not in ([], [0]) or any(
            begun <= at <= ended for at, _ in shifts
        )
        if is_open and not wrong_clock and ended - begun >= HOLD + LONGEST_PAUSE and not any(begun <= at <= ended for at in due):
            found.wrong.append(f"held: nothing for the opening at {begun:%d %b %H:%M} UTC")


def _effects(found: Verdict, firings: Sequence[Firing], notes: Sequence[Mapping[str, Any]]) -> None:
    """Nothing was done twice, late or too early."""
    by_key = {firing.key: firing for firing in firings}
    first: dict[str, Mapping[str, Any]] = {}
    for note in notes:
        if note["what"] == "did":
            first.setdefault(note["key"], note)
    latest = timedelta(0)
    for key, note in first.items():
        late = datetime.fromisoformat(note["at"]) - datetime.fromisoformat(note["due"])
        dangerous = note["automation"] in DANGEROUS
        if late > (GRACE if dangerous else LATEST):
            found.wrong.append(f"{note['automation']}: done {late} late ({note['due']})")
        if late < timedelta(0):
            found.wrong.append(f"{note['automation']}: done {-late} early ({note['due']})")
        if dangerous:
            latest = max(latest, late)
        if key.rpartition("/")[0] not in by_key:
            found.wrong.append(f"done without a firing: {key}")
    done = Counter((note["automation"], note["due"], note["text"]) for note in first.values() if note["automation"] in due_ids())
    found.wrong += [f"done {count} times: {what}" for what, count in done.items() if count > 1]
    for firing in firings:
        for number, result in enumerate(firing.results):
            if result.status is ActionStatus.DONE and not _is_notice(firing, number) and firing.action_key(number) not in first:
                found.wrong.append(f"said to be done, and was not: {firing.action_key(number)}")
            if result.status is ActionStatus.MISSED and firing.action_key(number) in first:
                found.wrong.append(f"said to be missed, and was done: {firing.action_key(number)}")
    found.figures["done"] = len(first)
    found.figures["dangerous: latest"] = str(latest)


def due_ids() -> frozenset[str]:
    """With moments of their own: two of their firings never have the same."""
    return frozenset(("week", "night", "two", "leap", "month", "every", "sunset", "sunrise", "at"))


def _is_notice(firing: Firing, number: int) -> bool:
    return firing.automation not in DANGEROUS and number == 1


def _missed(found: Verdict, firings: Sequence[Firing], notes: Sequence[Mapping[str, Any]]) -> None:
    """What was missed was really too late, and was told, each once or together with others."""
    told = {note["key"] for note in notes if note["what"] == "told"}
    missed = [firing for firing in firings if firing.status is FiringStatus.MISSED]
    for firing in missed:
        limit = GRACE if firing.automation in DANGEROUS else LATEST
        if (firing.ended or firing.claimed) - firing.due <= limit - ROOM:
            found.wrong.append(f"{firing.automation}: missed though it was in time ({firing.due})")
        with_it = [f for f in missed if f.automation == firing.automation and f.claimed == firing.claimed and f.text]
        if not any(f"{f.key}/told" in told for f in with_it):
            found.wrong.append(f"{firing.automation}: missed and not told ({firing.due})")
    cut = [f for f in firings if any(result.status is ActionStatus.CUT_OFF for result in f.results)]
    found.wrong += [f"{f.automation}: cut off and not told ({f.due})" for f in cut if f"{f.key}/told" not in told]
    failed = [f for f in firings if f.status is FiringStatus.FAILED and f not in cut]
    found.wrong += [f"{f.automation}: failed ({f.due})" for f in failed]
    found.figures["cut off and told"] = len(cut)
