"""The prompt for a condition: what never changes, what is asked, and what the answer must look like. `writing` calls it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from yamori.automations.generated.condition import LONGEST_SOURCE
from yamori.automations.generated.readable import Readable, ReadingType
from yamori.domain.plain_text import single_line
from yamori.domain.values import Value
from yamori.llm.port import Exchange, Prompt

NOTHING_TELLS = "no reading tells that"
LONGEST_WORDS = 500
MOST_LISTED = 16
"""Paths that one answer may list."""
_SHOWN_VALUE = 40


@dataclass(frozen=True, kw_only=True)
class Draft:
    """What a model answered: code, and the readings that it says it looks at."""

    paths: tuple[str, ...]
    source: str


@cache
def prefix() -> Prompt:
    """The stable beginning with its examples."""
    import yaml

    here = Path(__file__).parent
    examples = yaml.safe_load((here / "examples.yaml").read_text(encoding="utf-8"))
    return Prompt(
        prefix=(here / "prompt.md").read_text(encoding="utf-8").strip(),
        examples=tuple(_exchange(example) for example in examples),
        request="",
        max_tokens=500,
    )


def request(words: str, shown: Sequence[Readable], values: Mapping[str, Value]) -> str:
    """The readings with their values of this moment, and what the person said."""
    lines = [f"- {entry.path} ({entry.label}): {_kind(entry)}; now {_now(values.get(entry.path))}" for entry in shown]
    return "\n".join(["Readings:", *(lines or ["- none"]), f"Condition: {single_line(words)[:LONGEST_WORDS]}"])


def again(asked: str, source: str, complaints: Sequence[str]) -> str:
    """The request once more, with what was wrong with the first answer at its end."""
    told = "\n".join(f"- {complaint}" for complaint in complaints)
    refused = f"An earlier answer was refused. Its code:\n{source[:LONGEST_SOURCE]}"
    return f"{asked}\n\n{refused}\nWhat was wrong:\n{told}\nAnswer again, with all of this mended."


def schema(shown: Sequence[Readable]) -> Mapping[str, Value]:
    """Only paths that exist in this home can be answered."""
    paths: dict[str, Value] = {"type": "array", "maxItems": MOST_LISTED if shown else 0}
    if shown:
        paths["items"] = {"enum": [entry.path for entry in shown]}
    code: Value = {"type": "string", "maxLength": LONGEST_SOURCE}
    return {
        "anyOf": [
            {
                "type": "object",
                "properties": {"paths": paths, "code": code},
                "required": ["paths", "code"],
                "additionalProperties": False,
            },
            {
                "type": "object",
                "properties": {"none": {"enum": [NOTHING_TELLS]}},
                "required": ["none"],
                "additionalProperties": False,
            },
        ]
    }


def read(data: Value) -> Draft | None:
    """The draft of an answer that fits the schema; None where nothing tells it."""
    answer = cast(Mapping[str, Value], data)
    if "none" in answer:
        return None
    paths = tuple(dict.fromkeys(str(path) for path in cast(Sequence[Value], answer["paths"])))
    return Draft(paths=paths, source=str(answer["code"]))


def _exchange(example: Mapping[str, Value]) -> Exchange:
    held = cast(Sequence[Mapping[str, Value]], example["readings"])
    shown = [
        Readable(
            path=str(entry["path"]),
            label=str(entry["label"]),
            type=ReadingType(str(entry["type"])),
            unit=cast(str | None, entry.get("unit")),
            values=tuple(cast(Sequence[str], entry.get("values", ()))),
        )
        for entry in held
    ]
    values = {str(entry["path"]): entry.get("now") for entry in held}
    return Exchange(user=request(str(example["words"]), shown, values), assistant=json.dumps(example["answer"], ensure_ascii=False))


def _kind(entry: Readable) -> str:
    if entry.values:
        return " or ".join(f'"{value}"' for value in entry.values)
    return f"{entry.type.value}, {entry.unit}" if entry.unit else entry.type.value


def _now(value: Value) -> str:
    if value is None:
        return "not available"
    if isinstance(value, bool):
        return str(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, int | float) else f'"{single_line(str(value))[:_SHOWN_VALUE]}"'
