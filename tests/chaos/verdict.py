"""Reads what a run left behind, all processes dead, and says what is wrong: pure arithmetic over five files that must agree.

The worker's journal, the gate's ledger, the queue, each robot's list of what it has done, and the effects themselves.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.chaos.orders import COUNTER, ROBOTS
from tests.chaos.record import lines
from tests.chaos.worker import read

ENDS = ("done", "unchanged", "failed", "refused")


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What came of a run."""

    kills: Mapping[str, int]
    seconds: float
    """From the first start to the last kill."""
    orders: int
    commands: int
    """In the ledger."""
    effects: int
    acknowledged_as: Mapping[str, int]
    """What the worker was told, by status."""
    ended_as: Mapping[str, int]
    """What it came to in the ledger: status, and for what failed the job's state or the robot's reason."""
    job_states: Mapping[str, int]
    delivered_again: int
    """Jobs that were leased more than once."""
    wrong: Sequence[str]
    """Broken promises; none in a good run."""

    def told(self) -> str:
        total = sum(self.kills.values())
        return "\n".join(
            [
                f"kills            {total} in {self.seconds:.1f} s ({total / self.seconds:.2f}/s): {_listed(self.kills)}",
                f"orders           {self.orders} asked and acknowledged; commands in the ledger {self.commands}, effects {self.effects}",
                f"acknowledged as  {_listed(self.acknowledged_as)}",
                f"ended as         {_listed(self.ended_as)}",
                f"jobs             {_listed(self.job_states)}; delivered more than once {self.delivered_again}",
                f"wrong            {len(self.wrong)}",
                *(f"  {line}" for line in self.wrong[:40]),
            ]
        )


@dataclass(frozen=True, kw_only=True)
class _Command:
    id: str
    device: str
    note: str | None
    ends: tuple[tuple[str, str | None], ...]
    """Event and problem."""


@dataclass(frozen=True, kw_only=True)
class _Job:
    device: str
    state: str
    delivered: int


@dataclass(frozen=True, kw_only=True)
class _Deed:
    ok: bool | None
    """None where the robot does not know yet."""
    problem: str | None
    settled: bool


def judged(folder: Path, *, kills: Mapping[str, int], seconds: float, ended: Sequence[str]) -> Verdict:
    gate = folder / "data" / "gate"
    commands = _commands(gate / "ledger.sqlite3")
    jobs = {
        key: _Job(device=device, state=state, delivered=delivered)
        for key, device, state, delivered in _rows(gate / "jobs.sqlite3", "SELECT key, device, state, delivered FROM jobs")
    }
    deeds = {robot: _deeds(folder / robot / "done.sqlite") for robot in ROBOTS}
    effects = {robot: Counter(str(note) for (note,) in lines(folder / f"{robot}.effects")) for robot in ROBOTS}
    answers = [line for line in lines(folder / "journal") if line[0] != "asked"]
    asked, acknowledged = read(folder / "journal")
    wrong = [*ended, *(f"order {number} was asked and never acknowledged" for number in sorted(asked - acknowledged))]
    wrong += [f"order {line[1]} was refused: {line[2:]}" for line in answers if line[0] == "refused"]
    wrong += [f"{log.name} tells of a mistake of ours" for log in sorted(folder.glob("*.log")) if "Traceback" in log.read_text()]
    receipts = [receipt for line in answers if line[0] == "acknowledged" for receipt in line[2]]
    for receipt in receipts:
        wrong += _broken_promise(receipt, commands)
    ended_as: Counter[str] = Counter()
    for key, command in commands.items():
        if len(command.ends) != 1:
            wrong.append(f"{key} has {len(command.ends)} ends")
            continue
        ((end, _),) = command.ends
        if command.device in ROBOTS:
            job, deed = jobs.get(key), deeds[command.device].get(key)
            done = effects[command.device][str(command.note)]
            wrong += _disagreements(key, end, job, deed, done)
            ended_as[_ending(end, job, deed, done)] += 1
        else:
            ended_as[f"{end} by the house itself"] += 1
    wrong += _strays(commands, jobs, deeds, effects)
    wrong += _miscounted(gate / "virtual.sqlite3", commands)
    return Verdict(
        kills=kills,
        seconds=seconds,
        orders=len(acknowledged),
        commands=len(commands),
        effects=sum(each.total() for each in effects.values()),
        acknowledged_as=Counter(status for _, _, status, _ in receipts),
        ended_as=ended_as,
        job_states=Counter(job.state for job in jobs.values()),
        delivered_again=sum(job.delivered > 1 for job in jobs.values()),
        wrong=wrong,
    )


def _ending(end: str, job: _Job | None, deed: _Deed | None, effects: int) -> str:
    """For people to read: what failed, why, and whether it was done all the same (a loss of power after the deed)."""
    if end != "failed" or job is None:
        return end
    why = str(deed.problem) if job.state == "failed" and deed is not None else job.state
    return f"failed ({why}{', and yet done' if effects else ''})"


def _broken_promise(receipt: Sequence[str], commands: Mapping[str, _Command]) -> list[str]:
    """What was acknowledged stands in the ledger: an end as that end, what waited with whatever end it came to."""
    key, id, status, problem = receipt
    command = commands.get(key)
    if command is None or command.id != id:
        return [f"{key} was acknowledged as {status} and is not in the ledger"]
    if status == "waiting":
        return []
    return [] if command.ends == ((status, problem),) else [f"{key} was acknowledged as {status} ({problem}) and is {command.ends}"]


def _disagreements(key: str, end: str, job: _Job | None, deed: _Deed | None, effects: int) -> list[str]:
    """Ledger, queue, robot and world, for one command to a robot."""
    found = []
    if effects > 1:
        found.append(f"{key} was done {effects} times")
    if end == "done" and effects != 1:
        found.append(f"{key} is called done and was done {effects} times")
    if end not in ("done", "failed"):
        found.append(f"{key} ended as {end}")
    if effects and deed is None:
        found.append(f"{key} was done, and the robot has not noted it")
    if deed is not None and (deed.ok is None or not deed.settled):
        found.append(f"{key} is still open on the robot: {deed}")
    if deed is not None and deed.ok and effects != 1:
        found.append(f"{key} is done for the robot, and was done {effects} times")
    if job is None:
        return [*found, f"{key} ended as {end} and was never queued"]
    match job.state:
        case "done":
            agree = end == "done" and deed is not None and deed.ok is True
        case "failed":
            agree = end == "failed" and deed is not None and deed.ok is False
        case "expired" if not job.delivered:
            agree = end == "failed" and deed is None and not effects
        case "expired" | "dead":
            agree = end == "failed"
        case _:
            agree = False
    return found if agree else [*found, f"{key}: ledger {end}, {job}, {deed}, {effects} effects"]


def _strays(
    commands: Mapping[str, _Command],
    jobs: Mapping[str, _Job],
    deeds: Mapping[str, Mapping[str, _Deed]],
    effects: Mapping[str, Counter[str]],
) -> list[str]:
    """What happened without having been asked for."""
    notes = {(command.device, command.note) for command in commands.values()}
    return [
        *(f"a job {key} without a command" for key in jobs if key not in commands),
        *(f"{robot} did {key}, which is no job of its own" for robot in ROBOTS for key in deeds[robot] if _owner(jobs.get(key)) != robot),
        *(f"{robot} wrote {note}, which nobody asked for" for robot in ROBOTS for note in effects[robot] if (robot, note) not in notes),
    ]


def _owner(job: _Job | None) -> str | None:
    return None if job is None else job.device


def _miscounted(file: Path, commands: Mapping[str, _Command]) -> list[str]:
    """The house's own counter stands where the receipts say."""
    done = sum(command.device == COUNTER and command.ends[:1] == (("done", None),) for command in commands.values())
    counted = next((int(value) for (value,) in _rows(file, "SELECT value FROM state WHERE path = 'abacus.main.tally.count'")), 0)
    return [] if counted == done else [f"the counter stands at {counted} after {done} receipts"]


def _commands(file: Path) -> Mapping[str, _Command]:
    ends: dict[int, list[tuple[str, str | None]]] = {}
    for seq, event, problem in _rows(file, "SELECT command, event, problem FROM events"):
        if event in ENDS:
            ends.setdefault(seq, []).append((event, problem))
    return {
        key: _Command(id=id, device=device, note=json.loads(arguments).get("note"), ends=tuple(ends.get(seq, ())))
        for seq, key, id, device, arguments in _rows(file, "SELECT seq, key, id, device, arguments FROM commands")
    }


def _deeds(file: Path) -> Mapping[str, _Deed]:
    found = {}
    for key, text, settled in _rows(file, "SELECT key, result, settled FROM jobs"):
        result = json.loads(text) if text else {}
        found[key] = _Deed(ok=result.get("ok"), problem=result.get("problem"), settled=bool(settled))
    return found


def _rows(file: Path, query: str) -> Sequence[Any]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda each: -each[1])) or "none"
