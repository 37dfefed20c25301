"""Questions on a folder of papers (`*.questions.yaml`): what is asked, where the evidence stands, what an answer must hold."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from yamori.domain.errors import Misconfigured
from yamori.evaluation.located import Key, Located, read_located, spelled

NONE = "none"
"""The kind of a question that the papers do not answer."""
_MOST_SHOWN = 10
_RENDERED = {"missing": "must be given", "extra_forbidden": "there is no such key"}


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)


class Evidence(_Block):
    """One place that answers; where there are several, any of them does."""

    paper: str
    """Its path below the folder."""
    page: int | None = Field(default=None, ge=1)
    quote: str = Field(min_length=1)


class Facts(_Block):
    """What an answer must hold."""

    all: tuple[str, ...] = ()
    any: tuple[str, ...] = ()


class Question(_Block):
    id: str = Field(min_length=1, pattern=r"^[\w.-]+$")
    ask: str = Field(min_length=1)
    kind: Literal["plain", "cross", "none"]
    """`cross`: the paper is in the household's other language."""
    evidence: tuple[Evidence, ...] = ()
    answer: Facts = Facts()

    @model_validator(mode="after")
    def _consistent(self) -> "Question":
        if self.kind == NONE and (self.evidence or self.answer.all or self.answer.any):
            raise ValueError("a question of kind none has no evidence and no answer")
        if self.kind != NONE and not self.evidence:
            raise ValueError("a question of this kind needs evidence")
        return self


class _File(_Block):
    papers: str = Field(min_length=1)
    questions: tuple[Question, ...] = Field(min_length=1)


class Asking(_Block):
    """A file of questions with its papers."""

    file: str
    folder: Path
    papers: tuple[str, ...]
    """Their paths below the folder."""
    questions: tuple[Question, ...]
    hash: str
    """Of the file and of all papers: results of an edited one are not taken over."""


_STARTER = re.compile(r"\w+/(?:en|ja)\.jsonl")
"""A file of the starter library, which may be among the papers."""


def read_questions(path: Path) -> Asking:
    """Raises `Misconfigured` with file, line and key."""
    located = read_located(path)
    try:
        read = _File.model_validate(located.value)
    except ValidationError as error:
        raise _misconfigured(located, error) from error
    folder = path.parent / read.papers
    names = tuple(str(p.relative_to(folder)) for p in sorted(folder.rglob("*")) if p.is_file() and not _hidden(p, folder))
    if not names:
        raise _wrong(located, ("papers",), f"there are no papers in {read.papers}", "name the folder of the papers beside this file")
    for key, says, mend in _doubts(read.questions, names):
        raise _wrong(located, key, says, mend)
    digest = hashlib.sha256(path.read_bytes())
    for name in names:
        digest.update(name.encode() + b"\0" + hashlib.sha256((folder / name).read_bytes()).digest())
    return Asking(file=path.name, folder=folder, papers=names, questions=read.questions, hash=digest.hexdigest())


def _doubts(questions: Sequence[Question], names: Sequence[str]) -> Iterator[tuple[Key, str, str]]:
    seen: set[str] = set()
    for i, question in enumerate(questions):
        if question.id in seen:
            yield ("questions", i, "id"), f"{question.id} is the id of an earlier question too", "give each question an id of its own"
        seen.add(question.id)
        for j, evidence in enumerate(question.evidence):
            if evidence.paper not in names and not _STARTER.fullmatch(evidence.paper):
                yield ("questions", i, "evidence", j, "paper"), f"there is no paper {evidence.paper}", f"one of {', '.join(names)}"


def _hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith((".", "~$")) for part in path.relative_to(folder).parts)


def _wrong(located: Located, key: Key, says: str, mend: str) -> Misconfigured:
    return Misconfigured(f"{spelled(key)}: {says}", where=located.where(key), mend=mend)


def _misconfigured(located: Located, error: ValidationError) -> Misconfigured:
    lines = []
    for problem in error.errors():
        key: Key = tuple(problem["loc"])
        says = _RENDERED.get(problem["type"], problem["msg"].removeprefix("Value error, "))
        lines.append((located.where(key), f"{spelled(key)}: {says}" if key else says))
    (where, first), *rest = lines[:_MOST_SHOWN]
    more = [f"... and {len(lines) - _MOST_SHOWN} more"] if len(lines) > _MOST_SHOWN else []
    message = "\n".join([first, *(f"{place}: {says}" for place, says in rest), *more])
    return Misconfigured(message, where=where, mend="compare it with cases/papers-reed.questions.yaml")
