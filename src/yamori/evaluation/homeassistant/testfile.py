"""Reads a folder of test files beside their inventories (`_fixtures.yaml` or `_home.yaml`): every sentence becomes one case."""

import datetime
import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from yamori.domain.errors import Misconfigured

INVENTORIES = ("_fixtures.yaml", "_home.yaml")
"""What an inventory beside the tests may be called, in the order in which they are looked for."""
_NO_TESTS = frozenset({*INVENTORIES, "dataset_card.yaml"})
Setup = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class HaCase:
    """One sentence in one home."""

    id: str
    file: str
    """Below the folder that was asked for."""
    fixtures: Path
    hash: str
    """Of the test file and its inventory."""
    categories: tuple[str, ...]
    sentence: str
    setup: Setup
    expect: Setup
    ignore: Mapping[str, Collection[str]]
    device: str | None
    """The device that the person speaks to; it stands in the person's room."""
    response: tuple[str, ...]
    """Substrings of which the answer must have one; empty when it is free."""
    now: datetime.datetime | None
    doubtful: str | None
    """Why the label may be wrong."""


class _Test(BaseModel):
    model_config = ConfigDict(extra="ignore")

    sentences: list[str] = Field(min_length=1)
    setup: dict[str, Any] = {}
    expect_changes: dict[str, Any] = {}
    ignore_changes: dict[str, frozenset[str]] = {}
    context_device: str | None = None
    context_now: datetime.datetime | None = None
    expect_response: tuple[str, ...] = ()

    @field_validator("setup", "expect_changes", "ignore_changes", mode="before")
    @classmethod
    def _nothing(cls, value: object) -> object:
        return {} if value is None else value

    @field_validator("ignore_changes", mode="before")
    @classmethod
    def _ignored_names(cls, value: object) -> object:
        return {entity: _ignored(held) for entity, held in value.items()} if isinstance(value, Mapping) else value

    @field_validator("expect_response", mode="before")
    @classmethod
    def _written(cls, value: object) -> object:
        """One part or several, as text: a number is what an answer would say."""
        parts = value if isinstance(value, list) else [] if value is None else [value]
        return [str(part) if isinstance(part, int | float) and not isinstance(part, bool) else part for part in parts]


def _ignored(held: object) -> object:
    """What may change of an entity: a list of names, or a mapping in the shape of a state (`{state: …, attributes: …}`)."""
    if not isinstance(held, Mapping):
        return held
    attributes = held.get("attributes") or ()
    names = [attributes] if isinstance(attributes, str) else list(attributes)
    return [*names, *(name for name in held if name != "attributes")]


class _File(BaseModel):
    model_config = ConfigDict(extra="ignore")

    category: str | list[str] = "uncategorized"
    tests: list[_Test] = Field(min_length=1)


def read_tests(folder: Path) -> tuple[HaCase, ...]:
    """Every test below the folder, in the order of paths. Raises `Misconfigured` for a file with mistakes, or where there is none."""
    cases: list[HaCase] = []
    for file in sorted(folder.rglob("*.yaml")):
        fixtures = _fixtures_of(file, folder)
        if file.name not in _NO_TESTS and fixtures is not None:
            cases += _cases(file, fixtures, folder)
    if not cases:
        raise Misconfigured(
            "there are no tests in this folder",
            where=str(folder),
            mend=f"give a folder with test files beside a {INVENTORIES[0]}, or above such",
        )
    return tuple(cases)


def _fixtures_of(file: Path, top: Path) -> Path | None:
    """The nearest inventory: beside the file, or above it."""
    for folder in file.parents:
        if found := next((folder / name for name in INVENTORIES if (folder / name).is_file()), None):
            return found
        if folder == top:
            return None
    return None


def _cases(file: Path, fixtures: Path, top: Path) -> Iterator[HaCase]:
    where = str(file.relative_to(top))
    try:
        text = file.read_text(encoding="utf-8")
        block = _File.model_validate(yaml.safe_load(text))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise Misconfigured(f"not valid YAML: {error.problem}", where=f"{where}:{line}", mend="mend the YAML") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        at = ".".join(str(part) for part in first["loc"])
        raise Misconfigured(f"{at}: {first['msg']}", where=where, mend="see the README of home-assistant-datasets") from error
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(f"cannot be read: {error}", where=where, mend="give a readable UTF-8 file") from error
    digest = hashlib.sha256(text.encode() + fixtures.read_bytes()).hexdigest()
    taken: dict[str, int] = {}
    for test in block.tests:
        for sentence in test.sentences:
            stem = f"{where.removesuffix('.yaml')}/{_slug(sentence)}"
            taken[stem] = taken.get(stem, 0) + 1
            yield HaCase(
                id=stem if taken[stem] == 1 else f"{stem}-{taken[stem]}",
                file=where,
                fixtures=fixtures,
                hash=digest,
                categories=tuple(block.category) if isinstance(block.category, list) else (block.category,),
                sentence=sentence,
                setup=test.setup,
                expect=test.expect_changes,
                ignore=test.ignore_changes,
                device=test.context_device,
                response=test.expect_response,
                now=test.context_now,
                doubtful=doubt(sentence, test.expect_changes, bool(test.expect_response)),
            )


def doubt(sentence: str, expect: Setup, answered: bool) -> str | None:
    """Two kinds of labels say something else than the sentence: a volume of 0 for muting, nothing for a request about all of a kind."""
    said = sentence.casefold()
    attributes = [held.get("attributes") or {} for held in expect.values() if isinstance(held, Mapping)]
    if re.search(r"\bmute\b", said) and any(own.get("volume_level") == 0 for own in attributes):
        return "muting is labelled as a volume of 0"
    if not expect and not answered and re.match(r"(?:please )?[a-z]+(?: on| off)? all\b", said):
        return "a request about all of a kind is labelled as no change"
    return None


def _slug(sentence: str) -> str:
    return re.sub(r"\W+", "_", sentence.casefold()).strip("_")[:80]
