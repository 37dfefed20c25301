"""`*.cases.yaml`: read, checked to the last key, with file, line and key in every error. The format: `docs/formats/cases.md`."""

import datetime
import difflib
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    StrictBool,
    ValidationError,
    field_validator,
    model_validator,
)

from yamori.domain.errors import Misconfigured
from yamori.evaluation.located import Key, Located, read_located, spelled
from yamori.evaluation.matchers import Allowed, TextMatch, read_allowed, read_text_match, read_text_parts
from yamori.evaluation.rows import LogSeed, RoutineSeed, RowMatch, ScheduleSeed, TaskSeed
from yamori.evaluation.rows import Step as StepSeed

_MOST_ERRORS_SHOWN = 20
_RENDERED: dict[str, str] = {
    "missing": "this key is required",
    "timezone_aware": "give the time zone too, such as 2026-11-21T09:00:00+09:00",
    "string_type": "must be text; quote it if it looks like something else",
}

Text = Annotated[str, Field(min_length=1)]
Name = Annotated[str, Field(pattern=r"^[^\s].*$")]
Expected = Annotated[Allowed, PlainValidator(read_allowed)]
Matched = Annotated[TextMatch, PlainValidator(read_text_match)]
MatchedParts = Annotated[TextMatch, PlainValidator(read_text_parts)]
Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Minutes = Annotated[int, Field(gt=0, strict=True)]


def _written_time(value: object) -> datetime.time:
    if isinstance(value, str):
        try:
            return datetime.datetime.strptime(value, "%H:%M").time()
        except ValueError:
            pass
    raise ValueError(f'{value!r} is not a time; write it as "15:30"')


def _written_date(value: object) -> datetime.date:
    if isinstance(value, str):
        try:
            return datetime.datetime.strptime(value, "%Y-%m-%d").date()
        except ValueError:
            pass
    raise ValueError(f"{value!r} is not a date; write it as 2026-11-22")


def _written_path(value: object) -> str:
    if isinstance(value, str) and value.count(".") >= 3 and all(value.split(".")) and not any(c.isspace() for c in value):
        return value
    raise ValueError(f"{value!r} is not an attribute; write device.component.capability.attribute")


def _plain_value(value: object) -> object:
    if isinstance(value, str | bool | int | float | Mapping):
        return value
    raise ValueError(f"{value!r} is not something a device can report; give one value")


def _others(value: object) -> tuple[str, ...]:
    if value == "unchanged":
        return ()
    if isinstance(value, list):
        return tuple(_written_path(v) for v in value)
    raise ValueError(f"{value!r} is not allowed; write unchanged, or a list of the attributes that may change too")


Time = Annotated[datetime.time, PlainValidator(_written_time)]
Date = Annotated[datetime.date, PlainValidator(_written_date)]
Attribute = Annotated[str, PlainValidator(_written_path)]
"""Whether it exists is asked of the home, see `Suite.check_paths`."""
Reported = Annotated[Any, PlainValidator(_plain_value)]  # a `Value`, whose recursion pydantic cannot follow


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class Task(_Strict):
    """A row of the schedule at the start."""

    title: Text
    date: Date | None = None
    time: Time | None = None
    memo: str | None = None
    done: StrictBool = False

    def seed(self) -> TaskSeed:
        return TaskSeed(title=self.title, date=self.date, time=self.time, memo=self.memo, done=self.done)


class Step(_Strict):
    title: Text
    minutes: Minutes | None = None


class Routine(_Strict):
    """A routine at the start."""

    title: Text
    days: Annotated[tuple[Day, ...], Field(min_length=1)]
    time: Time | None = None
    steps: tuple[Step, ...] = ()

    def seed(self) -> RoutineSeed:
        steps = tuple(StepSeed(title=step.title, minutes=step.minutes) for step in self.steps)
        return RoutineSeed(title=self.title, days=self.days, time=self.time, steps=steps)


class Log(_Strict):
    """An entry of the diary at the start; entries of the same day are joined, in their order."""

    date: Date
    text: Text

    def seed(self) -> LogSeed:
        return LogSeed(date=self.date, text=self.text)


class Later(_Strict):
    """What happens to the home once the turns are over."""

    after: Annotated[float, Field(ge=0, strict=True)]
    set: dict[Attribute, Reported] = {}


class _ExpectedRow(_Strict):
    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("give at least one key; a row with none would match any row")
        return self

    def row(self) -> RowMatch:
        given = [key for key in type(self).model_fields if key in self.model_fields_set]
        return RowMatch(given={key: _compared(getattr(self, key), key) for key in given})


def _compared(wanted: Any, key: str) -> object:  # Any: a value of an expected row's key
    if key == "days" and wanted is not None:
        return frozenset(wanted)
    if key == "steps":
        return tuple(step.row() for step in wanted or ())
    return wanted


class ExpectedTask(_ExpectedRow):
    title: Matched | None = None
    date: Date | None = None
    time: Time | None = None
    memo: Matched | None = None
    done: StrictBool | None = None


class ExpectedStep(_ExpectedRow):
    title: Matched | None = None
    minutes: Minutes | None = None


class ExpectedRoutine(_ExpectedRow):
    title: Matched | None = None
    days: Annotated[tuple[Day, ...], Field(min_length=1)] | None = None
    """Compared as a set."""
    time: Time | None = None
    steps: tuple[ExpectedStep, ...] | None = None
    """The whole list, in order."""


class ExpectedLog(_ExpectedRow):
    date: Date | None = None
    text: Matched | None = None


class ExpectedAgents(_Strict):
    used: tuple[Name, ...] = ()
    unused: tuple[Name, ...] = ()


KINDS = ("tasks", "routines", "logs")
"""The kinds of rows of a schedule, as the keys of a case call them."""


class Expect(_Strict):
    """What must be so in the end."""

    state: dict[Attribute, Expected] = {}
    others: Annotated[tuple[str, ...], PlainValidator(_others)] = ()
    """Attributes that may change beside those under `state`."""
    tasks: tuple[ExpectedTask, ...] = ()
    no_tasks: tuple[ExpectedTask, ...] = ()
    routines: tuple[ExpectedRoutine, ...] = ()
    no_routines: tuple[ExpectedRoutine, ...] = ()
    logs: tuple[ExpectedLog, ...] = ()
    no_logs: tuple[ExpectedLog, ...] = ()
    tasks_only: StrictBool = False
    """Of routines and the diary too."""
    answer: MatchedParts = TextMatch()
    answers: tuple[MatchedParts, ...] = ()
    questions: Annotated[int, Field(ge=0, strict=True)] = 0
    approvals: Annotated[int, Field(ge=0, strict=True)] | None = None
    """Approvals asked for; None: any number."""
    outcome: Literal["honest", "done"] | None = None
    """`done`: something was carried out; `honest`: nothing was, and the answer says so or asks. None: either."""
    agents: ExpectedAgents = ExpectedAgents()

    def rows(self, kind: str) -> list[RowMatch]:
        """The rows of one of `KINDS` that must exist."""
        expected: tuple[_ExpectedRow, ...] = getattr(self, kind)
        return [row.row() for row in expected]

    def no_rows(self, kind: str) -> list[RowMatch]:
        """The rows of one of `KINDS` that must not exist."""
        unwanted: tuple[_ExpectedRow, ...] = getattr(self, f"no_{kind}")
        return [row.row() for row in unwanted]


class Case(_Strict):
    """One conversation and what must come of it."""

    id: Name
    say: tuple[str, ...]
    tags: tuple[Name, ...] = ()
    now: AwareDatetime | None = None
    person: Name | None = None
    room: Name | None = None
    before: dict[Attribute, Reported] = {}
    tasks: tuple[Task, ...] = ()
    routines: tuple[Routine, ...] = ()
    logs: tuple[Log, ...] = ()
    memories: tuple[Text, ...] = ()
    papers: dict[Annotated[str, Field(pattern=r"^[^/\\]+$")], str] = {}
    later: tuple[Later, ...] = ()
    expect: Expect | None = None
    any_of: tuple[Expect, ...] = ()

    @field_validator("say", mode="before")
    @classmethod
    def _one_or_many(cls, value: object) -> object:
        if not isinstance(value, str | list) or value == []:
            raise ValueError(
                f"{value!r} is not something to say; write a text, or a list of texts (quoted if they look like something else)"
            )
        return [value] if isinstance(value, str) else value

    @field_validator("memories", mode="before")
    @classmethod
    def _written_out(cls, value: object) -> object:
        if isinstance(value, list) and any(isinstance(v, Mapping) for v in value):
            raise ValueError('a memory is text; quote it whole, because of its colon: "2026-11-01: I like it dim"')
        return value

    @model_validator(mode="after")
    def _one_way_to_expect(self) -> Self:
        if self.expect is not None and self.any_of:
            raise ValueError("give expect or any_of, not both")
        for block in self.blocks():
            if len(block.answers) > len(self.say):
                raise ValueError(f"answers has {len(block.answers)} entries for {len(self.say)} texts of say; give one for each")
        return self

    def schedule(self) -> ScheduleSeed:
        return ScheduleSeed(
            tasks=tuple(task.seed() for task in self.tasks),
            routines=tuple(routine.seed() for routine in self.routines),
            logs=tuple(log.seed() for log in self.logs),
        )

    def blocks(self) -> tuple[Expect, ...]:
        """Of these, one must hold."""
        return self.any_of or (self.expect or Expect(),)


class CaseFile(_Strict):
    """A whole file."""

    home: Name
    now: AwareDatetime | None = None
    person: Name | None = None
    room: Name | None = None
    cases: Annotated[tuple[Case, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        for case in self.cases:
            for key in ("now", "person"):
                if getattr(self, key) is None and getattr(case, key) is None:
                    raise ValueError(f"{key} is missing: give it once for the file, or in the case {case.id}")
        return self


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
            for j, block in enumerate(case.blocks()):
                inside: Key = (*at, "any_of", j) if case.any_of else (*at, "expect")
                yield from (((*inside, "state", p), p) for p in block.state)
                yield from (((*inside, "others", k), p) for k, p in enumerate(block.others))

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
    for problem in error.errors():
        key = _known(problem["loc"], located.lines)
        wrong = str(problem["loc"][-1]) if problem["loc"] else ""
        match problem["type"]:
            case "missing":
                key, says = (*key, wrong), _RENDERED["missing"]
            case "extra_forbidden":
                near = difflib.get_close_matches(wrong, _KEYS, n=1)
                says = "there is no such key" + (f"; did you mean {near[0]}?" if near else "")
            case kind:
                says = _RENDERED.get(kind, problem["msg"].removeprefix("Value error, "))
        line = (located.where(key), f"{spelled(key)}: {says}" if key else says)
        if line not in found:
            found.append(line)
    more = [f"... and {len(found) - _MOST_ERRORS_SHOWN} more"] if len(found) > _MOST_ERRORS_SHOWN else []
    first, *rest = found[:_MOST_ERRORS_SHOWN]
    message = "\n".join([first[1], *(f"{where}: {says}" for where, says in rest), *more])
    return Misconfigured(message, where=first[0], mend="see docs/formats/cases.md")


def _known(loc: Sequence[str | int], lines: Mapping[Key, int]) -> Key:
    """The error's own path without the parts that are pydantic's, such as the name of a union's branch."""
    key: Key = ()
    for part in loc:
        if (*key, part) in lines:
            key = (*key, part)
    return key


def _keys(model: type[BaseModel]) -> set[str]:
    return set(model.model_fields)


_KEYS = sorted({key for model in (CaseFile, Case, Expect, ExpectedTask, ExpectedRoutine, ExpectedLog, Later, Step) for key in _keys(model)})
