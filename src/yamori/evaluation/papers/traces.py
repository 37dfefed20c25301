"""What a report needs and `results.json` has no place for, from the traces beside it."""

import json
from pathlib import Path
from typing import Any

from yamori.domain.errors import Misconfigured
from yamori.evaluation.results import CaseResult


def read_trace(case: CaseResult, folder: Path) -> dict[str, Any]:
    """Raises `Misconfigured` for one that somebody took away or broke."""
    file = folder / (case.trace or "")
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Misconfigured(
            "the trace of a result is missing or broken", where=str(file), mend="remove the folder and begin anew"
        ) from error
    if not isinstance(found, dict):
        raise Misconfigured("this is no trace", where=str(file), mend="remove the folder and begin anew")
    return found
