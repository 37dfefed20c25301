"""Write a case file, play it in a fake street, return what came of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from yamori.evaluation.ongoing import Summary
from yamori.evaluation.results import CaseResult
from yamori.evaluation.run import evaluate_cases

from .fake_household import FakeStreet, Reply

HEAD = {"home": "demo", "now": "2026-11-21T09:00:00+09:00", "person": "aiko"}


def case_file(folder: Path, *cases: Mapping[str, Any], **head: Any) -> Path:
    file = folder / "a.cases.yaml"
    file.write_text(yaml.safe_dump({**HEAD, **head, "cases": list(cases)}, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return file


async def played(
    folder: Path, script: Mapping[str, Reply], *cases: Mapping[str, Any], features: frozenset[str] = frozenset(), **options: Any
) -> Summary:
    file = case_file(folder, *cases)
    return await evaluate_cases([file], factory=FakeStreet(script, features=features), out=folder / "out", **options)


async def verdict(
    folder: Path, script: Mapping[str, Reply], *, features: frozenset[str] = frozenset(), limit_seconds: float = 120.0, **case: Any
) -> CaseResult:
    """Of one case, which is called `one`."""
    summary = await played(folder, script, {"id": "one", **case}, features=features, limit_seconds=limit_seconds)
    return summary.results.cases[0]
