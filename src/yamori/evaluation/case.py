"""A case and a whole file of them, as `*.cases.yaml` spells them. Read by `casefile.py`; played by `play.py`."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Self

from pydantic import AwareDatetime, Field, StrictBool, field_validator, model_validator

from yamori.evaluation.expected import Expect
from yamori.evaluation.rows import ScheduleSeed
from yamori.evaluation.scene import Later, Log, Routine, Task, Weather, WrittenMemory
from yamori.evaluation.written import Attribute, Name, Part, Reported, Said, Seconds, Text

_MEMORY_KEYS = {"person", "date", "text"}


class CaseStep(Part):
    """Something that happens: time passes, the home changes, somebody speaks; of several in this order."""

    after: Seconds | None = None
    set: dict[Attribute, Reported] = Field(default_factory=dict)
    say: Said = ()
    person: Name | None = None
    """Who speaks; None: the case's person."""
    room: Name | None = None
    """Where the speaker is; None: where the case's person is, and nowhere in particular for anybody else."""
    expect: Expect | None = None
    """Checked right after it."""

    @model_validator(mode="after")
    def _happens(self) -> Self:
        if not self.say and not self.set and self.after is None:
            raise ValueError("nothing happens in this step; give say, set or after")
        if not self.say and (self.person or self.room):
            raise ValueError("nobody speaks in this step; person and room go with say")
        _check_answers(self.expect, said=len(self.say))
        return self


class Case(Part):
    """One conversation, or several things that happen, and what must come of it."""

    id: Name
    say: Said = ()
    tags: tuple[Name, ...] = ()
    now: AwareDatetime | None = None
    person: Name | None = None
    room: Name | None = None
    before: dict[Attribute, Reported] = Field(default_factory=dict)
    tasks: tuple[Task, ...] = ()
    routines: tuple[Routine, ...] = ()
    logs: tuple[Log, ...] = ()
    memories: tuple[WrittenMemory, ...] = ()
    papers: dict[Annotated[str, Field(pattern=r"^[^/\\]+$")], str] = Field(default_factory=dict)
    weather: tuple[Weather, ...] = ()
    """All other days are dry and mild."""
    network: StrictBool = True
    """False: no forecast can be fetched."""
    automations: tuple[Text, ...] = ()
    """Said before the case begins."""
    later: tuple[Later, ...] = ()
    steps: Annotated[tuple[CaseStep, ...], Field(min_length=1)] | None = None
    """Instead of `say` and `later`."""
    expect: Expect | None = None
    any_of: tuple[Expect, ...] = ()

    @field_validator("memories", mode="before")
    @classmethod
    def _written_out(cls, value: object) -> object:
        if isinstance(value, list) and any(isinstance(v, Mapping) and not _MEMORY_KEYS & v.keys() for v in value):
            raise ValueError(
                'a memory is text; quote it whole, because of its colon: "2026-11-01: I like it dim"; or a row {person, date, text}'
            )
        return value

    @model_validator(mode="after")
    def _one_way_to_happen(self) -> Self:
        if self.steps is None and not self.say:
            raise ValueError("nothing is said; give say, or steps")
        if self.steps is not None and (self.say or self.later):
            raise ValueError("give steps, or say and later, not both; write what is said and what happens later as steps")
        return self

    @model_validator(mode="after")
    def _one_way_to_expect(self) -> Self:
        if self.expect is not None and self.any_of:
            raise ValueError("give expect or any_of, not both")
        for block in self.blocks():
            _check_answers(block, said=len(self.texts()))
        return self

    def schedule(self) -> ScheduleSeed:
        return ScheduleSeed(
            tasks=tuple(task.seed() for task in self.tasks),
            routines=tuple(routine.seed() for routine in self.routines),
            logs=tuple(log.seed() for log in self.logs),
        )

    def course(self) -> tuple[CaseStep, ...]:
        """All that happens, in order; of a case without steps too."""
        if self.steps is not None:
            return self.steps
        later = sorted(self.later, key=lambda event: event.after)
        waits = [second - first for first, second in pairwise([0.0, *(event.after for event in later)])]
        happen = (CaseStep(after=wait, set=event.set) for wait, event in zip(waits, later, strict=True))
        return (CaseStep(say=self.say), *happen)

    def texts(self) -> tuple[str, ...]:
        """All that is said within the case."""
        return self.say if self.steps is None else tuple(text for step in self.steps for text in step.say)

    def speakers(self, person: str) -> frozenset[str]:
        """Everybody who says something, the scene's automations included; `person` is the case's."""
        speaking = {step.person or person for step in self.course() if step.say}
        return frozenset(speaking | ({person} if self.automations else set()))

    def blocks(self) -> tuple[Expect, ...]:
        """Of these, one must hold in the end."""
        return self.any_of or (self.expect or Expect(),)

    def all_blocks(self) -> Iterator[tuple[tuple[str | int, ...], Expect]]:
        """Each block that the case gives or implies, those of steps first, with the keys that lead to it."""
        for i, step in enumerate(self.steps or ()):
            if step.expect is not None:
                yield ("steps", i, "expect"), step.expect
        for i, block in enumerate(self.blocks()):
            yield ("any_of", i) if self.any_of else ("expect",), block


class CaseFile(Part):
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


def _check_answers(block: Expect | None, *, said: int) -> None:
    if block is not None and len(block.answers) > said:
        raise ValueError(f"answers has {len(block.answers)} entries for {said} texts of say; give one for each")
