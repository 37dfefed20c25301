from typing import Any

import pytest

from yamori.domain.errors import InvalidRequest
from yamori.edge.arguments import fit_arguments

SPEC: dict[str, Any] = {
    "arguments": {
        "type": "object",
        "properties": {
            "angle": {"type": "integer", "minimum": 0, "maximum": 180},
            "way": {"type": "string", "enum": ["up", "down"]},
            "text": {"type": "string", "minLength": 1, "maxLength": 5},
            "seconds": {"type": "number", "minimum": 0.1, "maximum": 60},
            "loud": {"type": "boolean"},
        },
        "required": ["way"],
    },
    "defaults": {"angle": 90},
}


def test_what_is_not_given_or_null_is_the_default() -> None:
    assert fit_arguments(SPEC, {"way": "up"}) == fit_arguments(SPEC, {"way": "up", "angle": None}) == {"angle": 90, "way": "up"}


def test_a_whole_number_may_come_with_a_point() -> None:
    assert fit_arguments(SPEC, {"way": "up", "angle": 45.0})["angle"] == 45


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"way": "sideways"},
        {"way": "up", "wing": 1},
        {"way": "up", "angle": 181},
        {"way": "up", "angle": 1.5},
        {"way": "up", "angle": True},
        {"way": "up", "angle": "90"},
        {"way": "up", "text": ""},
        {"way": "up", "text": "too long"},
        {"way": "up", "text": 5},
        {"way": "up", "seconds": float("nan")},
        {"way": "up", "seconds": float("inf")},
        {"way": "up", "seconds": 0},
        {"way": "up", "loud": 1},
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequest):
        fit_arguments(SPEC, given)


def test_a_command_without_arguments_takes_none() -> None:
    assert fit_arguments({"says": "Stop."}, {}) == {}
    with pytest.raises(InvalidRequest):
        fit_arguments({"says": "Stop."}, {"now": True})
