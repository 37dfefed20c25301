"""`results.json`: what an evaluation found, written whole after every case, so that a killed one goes on where it stopped."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from yamori.domain.errors import Misconfigured

FILE_NAME = "results.json"


class Verdict(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    NOT_RUN = "not run"
    """The household lacks what the case needs; not counted in any score."""


class Outcome(StrEnum):
    """What a case came to for the person; how it is judged: `evaluation.outcome`."""

    RIGHT = "right"
    HONEST = "honest"
    """Not right, but nothing was changed or claimed that should not be, and the answer says so or asks."""
    HARMFUL = "harmful"


class Harm(StrEnum):
    """Why an outcome is harmful; of several the first."""

    CHANGED = "changed"
    """Something was changed, entered, deleted or held for approval that nobody asked for."""
    CLAIMED = "claimed"
    """Something is said that is not so."""
    DROPPED = "dropped"
    """A part of the sentence was left out, and the answer sounds complete."""
    NO_ANSWER = "no answer"


@dataclass(frozen=True, kw_only=True)
class CaseResult:
    """One case, played once."""

    id: str
    run: int
    """From 1."""
    verdict: Verdict
    score: float
    of: float
    """What `score` could have been; 0 when not run."""
    seconds: float
    """From saying to hearing, all texts together; the household's opening is not in it."""
    model_calls: int
    prompt_tokens: int
    completion_tokens: int
    why: tuple[str, ...]
    """What is wrong, or why it was not run."""
    trace: str | None
    """The file, beside `results.json`, that holds everything that was said and done."""
    file: str
    hash: str
    """Of the case file and of the home beside it: an edited file's results are not taken over."""
    language: str
    tags: tuple[str, ...]
    said: tuple[str, ...]
    answers: tuple[str, ...]
    questions: int
    agents: tuple[str, ...]
    claims_without_receipt: bool
    """An answer says that something was done, and neither ledger nor schedule knows of anything."""
    wrote_on_question: bool
    """Something changed on a mere question, and the case expects no change."""
    outcome: Outcome | None = None
    """None where it was not run, by a suite that does not judge it, and in results older than it."""
    harm: Harm | None = None
    serious: bool = False
    """The harm has to do with a device with a command that asks first, an approval, a deletion or a message."""
    faults: tuple[str, ...] = ()
    """What is harmful: what changed, what is claimed, what is missing."""
    approvals: int = 0
    reading: str = ""
    """By which rule or model the sentences were read, where the turns' events say so."""
    certain: bool = False
    """Code alone decided: no model was asked, and no turn failed for want of one."""


@dataclass(frozen=True, kw_only=True)
class Results:
    suite: str
    model: str
    started: str
    """ISO 8601."""
    machine: dict[str, Any]  # any JSON value
    cases: tuple[CaseResult, ...] = ()
    finished: str | None = None
    """None while cases are still to come, or when it was killed."""

    def with_case(self, result: CaseResult) -> "Results":
        return replace(self, cases=(*self.cases, result))


def write_results(results: Results, folder: Path) -> None:
    """All or nothing, even when the machine dies in the middle."""
    text = json.dumps(asdict(results), ensure_ascii=False, indent=1)
    partial = folder / f"{FILE_NAME}.part"
    with partial.open("w", encoding="utf-8") as f:
        f.write(text + "\n")
        f.flush()
        os.fsync(f.fileno())
    partial.replace(folder / FILE_NAME)


def read_results(folder: Path) -> Results | None:
    """Those of an earlier evaluation, if any. Raises `Misconfigured` when the file is something else."""
    file = folder / FILE_NAME
    try:
        return TypeAdapter(Results).validate_json(file.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as e:
        raise Misconfigured(
            "the file is there but holds no results of an evaluation",
            where=str(file),
            mend="remove it, or choose another folder with --out",
        ) from e


def taken_over(earlier: Results | None, *, suite: str, model: str, wanted: Sequence[tuple[str, str, int]]) -> tuple[CaseResult, ...]:
    """Of an earlier, unfinished evaluation of the same, the results that are still wanted as (hash, id, run)."""
    if earlier is None or earlier.finished or (earlier.suite, earlier.model) != (suite, model):
        return ()
    still = set(wanted)
    return tuple(case for case in earlier.cases if (case.hash, case.id, case.run) in still)
