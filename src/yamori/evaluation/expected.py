"""What a case expects: blocks of states, rows, answers, notices and counts."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, PlainValidator, StrictBool, model_validator

from yamori.evaluation.matchers import TextMatch
from yamori.evaluation.rows import RowMatch
from yamori.evaluation.written import (
    Attribute,
    Date,
    Day,
    Expected,
    Matched,
    MatchedParts,
    Minutes,
    Name,
    Part,
    Time,
    written_others,
)


class _AnyRow(Part):
    """Keys that are left out are free."""

    def row(self) -> RowMatch:
        given = [key for key in type(self).model_fields if key in self.model_fields_set]
        return RowMatch(given={key: _compared(getattr(self, key), key) for key in given})


class _ExpectedRow(_AnyRow):
    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("give at least one key; a row with none would match any row")
        return self


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


class ExpectedNotice(_AnyRow):
    """Something that a person was told unasked; without a key, anything that anybody was told."""

    person: Name = ""
    text: Matched = TextMatch()


class ExpectedAutomation(_AnyRow):
    """A standing rule; without a key, any."""

    active: StrictBool = True
    text: Matched = TextMatch()
    """How the household words the rule."""


class ExpectedFact(_AnyRow):
    """Something that is remembered of a person; without a key, anything."""

    person: Name = ""
    text: Matched = TextMatch()


class ExpectedAgents(Part):
    used: tuple[Name, ...] = ()
    unused: tuple[Name, ...] = ()


KINDS = ("tasks", "routines", "logs")
"""The kinds of rows of a schedule, as the keys of a case call them."""

STANDING = ("automations", "facts")
"""The kinds of rows that a household keeps beside its schedule."""


class Expect(Part):
    """What must be so in the end, or right after a step."""

    state: dict[Attribute, Expected] = Field(default_factory=dict)
    others: Annotated[tuple[str, ...], PlainValidator(written_others)] = ()
    """Attributes that may change beside those under `state`."""
    tasks: tuple[ExpectedTask, ...] = ()
    no_tasks: tuple[ExpectedTask, ...] = ()
    routines: tuple[ExpectedRoutine, ...] = ()
    no_routines: tuple[ExpectedRoutine, ...] = ()
    logs: tuple[ExpectedLog, ...] = ()
    no_logs: tuple[ExpectedLog, ...] = ()
    notices: tuple[ExpectedNotice, ...] = ()
    """Of those that came within what is judged: the step, or the whole case."""
    no_notices: tuple[ExpectedNotice, ...] = ()
    automations: tuple[ExpectedAutomation, ...] = ()
    no_automations: tuple[ExpectedAutomation, ...] = ()
    facts: tuple[ExpectedFact, ...] = ()
    no_facts: tuple[ExpectedFact, ...] = ()
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
        """The rows of one of `KINDS` or `STANDING`, or the `notices`, that there must be."""
        expected: tuple[_AnyRow, ...] = getattr(self, kind)
        return [row.row() for row in expected]

    def no_rows(self, kind: str) -> list[RowMatch]:
        """Those that there must not be."""
        unwanted: tuple[_AnyRow, ...] = getattr(self, f"no_{kind}")
        return [row.row() for row in unwanted]

    def speaks_of(self, *kinds: str) -> bool:
        """Whether it expects or forbids a row of one of these kinds."""
        return any(getattr(self, kind) or getattr(self, f"no_{kind}") for kind in kinds)
