"""`*.cases.yaml`: read, checked to the last key, with file, line and key in every error. The format: `docs/formats/cases.md`."""

import datetime
import difflib
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ValidationError

from yamori.domain.errors import Misconfigured
from yamori.evaluation.case import Case, CaseFile, CaseStep
from yamori.evaluation.expected import (
    Expect,
    ExpectedAutomation,
    ExpectedFact,
    ExpectedLog,
    ExpectedNotice,
    ExpectedRoutine,
    ExpectedTask,
)
from yamori.evaluation.located import Key, Located, read_located, spelled
from yamori.evaluation.scene import Later, Memory, RoutineStep, Weather

_MOST_ERRORS_SHOWN = 20
_RENDERED: dict[str, str] = {
    "missing": "this key is required",
    "timezone_aware": "give the time zone too, such as 2026-11-21T09:00:00+09:00",
    "string_type": "must be text; quote it if it looks like something else",
    "tuple_type": "must be a list",
}


class Suite:
    """One case file, read: its cases, the home they play in, and where each key stood."""

    def __init__(self, located: Located, file: CaseFile) -> None:
        self._located = located
        self.file = file
        self.path = located.path
        beside = located.path.parent / file.home
        self.home: str | Path = beside if beside.suffix in (".yaml", ".yml") else file.home
        if isinstance(self.home, Path) and not self.home.is_file():
            raise Misconfigured(
                f"home: there is no file {file.home} beside this file",
                where=located.where(("home",)),
                mend="name a home, or a home file's path",
            )
        self.hash = self._hash()

    def now(self, case: Case) -> datetime.datetime:
        now = case.now or self.file.now
        assert now is not None  # the model checked it
        return now

    def person(self, case: Case) -> str:
        return case.person or self.file.person or ""

    def room(self, case: Case) -> str | None:
        return case.room or self.file.room

    def speaker(self, case: Case, step: CaseStep) -> tuple[str, str | None]:
        """Who speaks in the step, and in which room as far as the case says."""
        person = step.person or self.person(case)
        return person, step.room or (self.room(case) if person == self.person(case) else None)

    def check_people(self, known: frozenset[str]) -> None:
        """Raises `Misconfigured` for the first step, memory, notice or fact of somebody who does not live in the home."""
        for key, person in self._people():
            if known and person not in known:
                near = ", ".join(difflib.get_close_matches(person, known, n=1) or sorted(known))
                raise Misconfigured(
                    f"{spelled(key)}: nobody called {person} lives in the home {self.file.home}; there is {near}",
                    where=self._located.where(key),
                    mend="give the id of a person of the home",
                )

    def check_paths(self, known: frozenset[str]) -> None:
        """Raises `Misconfigured` for the first attribute that the home does not have."""
        for key, path in self._paths():
            if path not in known:
                near = difflib.get_close_matches(path, known, n=3)
                mend = f"did you mean {' or '.join(near)}?" if near else "see the home's file"
                raise Misconfigured(
                    f"{spelled(key)}: the home {self.file.home} has no attribute {path}; {mend}", where=self._located.where(key), mend=mend
                )

    def _paths(self) -> Iterator[tuple[Key, str]]:
        for i, case in enumerate(self.file.cases):
            at: Key = ("cases", i)
            yield from (((*at, "before", p), p) for p in case.before)
            for j, later in enumerate(case.later):
                yield from (((*at, "later", j, "set", p), p) for p in later.set)
            for j, step in enumerate(case.steps or ()):
                yield from (((*at, "steps", j, "set", p), p) for p in step.set)
            for keys, block in case.all_blocks():
                yield from (((*at, *keys, "state", p), p) for p in block.state)
                yield from (((*at, *keys, "others", k), p) for k, p in enumerate(block.others))

    def _people(self) -> Iterator[tuple[Key, str]]:
        for i, case in enumerate(self.file.cases):
            at: Key = ("cases", i)
            yield from (((*at, "memories", j, "person"), row.person) for j, row in enumerate(case.memories) if row.person)
            yield from (((*at, "steps", j, "person"), step.person) for j, step in enumerate(case.steps or ()) if step.person)
            for keys, block in case.all_blocks():
                for kind in ("notices", "no_notices", "facts", "no_facts"):
                    rows: Sequence[ExpectedNotice | ExpectedFact] = getattr(block, kind)
                    yield from (((*at, *keys, kind, k, "person"), row.person) for k, row in enumerate(rows) if row.person)

    def _hash(self) -> str:
        digest = hashlib.sha256(self.path.read_bytes())
        if isinstance(self.home, Path):
            for file in [self.home, *sorted((self.home.parent / "capabilities").glob("*.capability.yaml"))]:
                digest.update(file.name.encode() + file.read_bytes())
        return digest.hexdigest()


def read_suite(path: Path) -> Suite:
    """Raises `Misconfigured`, with every mistake found so far in its message."""
    located = read_located(path)
    try:
        file = CaseFile.model_validate(located.value)
    except ValidationError as e:
        raise _misconfigured(located, e) from e
    seen: set[str] = set()
    for i, case in enumerate(file.cases):
        if case.id in seen:
            key: Key = ("cases", i, "id")
            raise Misconfigured(
                f"{spelled(key)}: {case.id} is the id of an earlier case too",
                where=located.where(key),
                mend="give each case an id of its own",
            )
        seen.add(case.id)
    return Suite(located, file)


def _misconfigured(located: Located, error: ValidationError) -> Misconfigured:
    found: list[tuple[str, str]] = []
    problems = error.errors()
    for problem in problems:
        if problem["type"] == "too_short" and any(_is_within(other["loc"], problem["loc"]) for other in problems):
            continue  # the list is not empty: what is in it is wrong
        key = _known(problem["loc"], located.lines)
        wrong = str(problem["loc"][-1]) if problem["loc"] else ""
        match problem["type"]:
            case "missing":
                key, says = (*key, wrong), _RENDERED["missing"]
            case "extra_forbidden":
                near = difflib.get_close_matches(wrong, _KEYS, n=1)
                says = "there is no such key" + (f"; did you mean {near[0]}?" if near else "")
                if problem["input"] is None:
                    says += "; quote a text that has a comma in it"
            case kind:
                says = _RENDERED.get(kind, problem["msg"].removeprefix("Value error, "))
        line = (located.where(key), f"{spelled(key)}: {says}" if key else says)
        if line not in found:
            found.append(line)
    more = [f"... and {len(found) - _MOST_ERRORS_SHOWN} more"] if len(found) > _MOST_ERRORS_SHOWN else []
    first, *rest = found[:_MOST_ERRORS_SHOWN]
    message = "\n".join([first[1], *(f"{where}: {says}" for where, says in rest), *more])
    return Misconfigured(message, where=first[0], mend="see docs/formats/cases.md")


def _is_within(loc: Sequence[str | int], around: Sequence[str | int]) -> bool:
    return len(loc) > len(around) and tuple(loc[: len(around)]) == tuple(around)


def _known(loc: Sequence[str | int], lines: Mapping[Key, int]) -> Key:
    """The error's own path without the parts that are pydantic's, such as the name of a union's branch."""
    key: Key = ()
    for part in loc:
        if (*key, part) in lines:
            key = (*key, part)
    return key


def _keys(model: type[BaseModel]) -> set[str]:
    return set(model.model_fields)


_MODELS: tuple[type[BaseModel], ...] = (
    *(CaseFile, Case, CaseStep, Memory, Weather, Later, RoutineStep),
    *(Expect, ExpectedTask, ExpectedRoutine, ExpectedLog, ExpectedNotice, ExpectedAutomation, ExpectedFact),
)
_KEYS = sorted({key for model in _MODELS for key in _keys(model)})
