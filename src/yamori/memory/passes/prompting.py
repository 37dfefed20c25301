"""The prompt of a memory pass: what never changes, what was said, and what the answer must look like."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from yamori.domain.plain_text import single_line
from yamori.domain.values import Value
from yamori.llm.port import Exchange, Prompt
from yamori.memory.fact import Category
from yamori.memory.statement import Topic
from yamori.memory.tokens import tokens_of

MOST_CHANGES = 8
LONGEST_LINE = 300
MOST_KNOWN = 25
LONGEST_VALUE = 200
DO = ("set", "add", "remove", "end")
WHOSE = ("me", "household")


@cache
def prompt_text(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8").strip()


@cache
def prefix() -> Prompt:
    """The stable beginning with its examples."""
    import yaml

    examples = yaml.safe_load(prompt_text("examples.yaml"))
    made = tuple(
        Exchange(user=request(example["known"], example["said"]), assistant=json.dumps(example["answer"], ensure_ascii=False))
        for example in examples
    )
    return Prompt(prefix=prompt_text("prompt.md"), examples=made, request="", max_tokens=700)


def request(known: Sequence[str], said: Sequence[str]) -> str:
    """`known`: `category | name: value` of what is remembered, `said`: what the person said, in its order."""
    lines = [f"{number}. {single_line(text)[:LONGEST_LINE]}" for number, text in enumerate(said, 1)]
    return "\n".join(["Known:", *(f"- {single_line(line)[:LONGEST_LINE]}" for line in known[:MOST_KNOWN]), "Said:", *lines])


def fitting(lines: Sequence[str], tokens: int) -> int:
    """How many of the lines, from the first on, fit; one always does."""
    left = tokens
    for number, line in enumerate(lines):
        left -= tokens_of(line) + 3
        if left < 0 and number:
            return number
    return len(lines)


def schema(lines: int) -> Mapping[str, Value]:
    """Only lines that there are can be named."""
    properties: Mapping[str, Value] = {
        "about": {"enum": [category.value for category in Category]},
        "topic": {"enum": [topic.value for topic in Topic]},
        "name": {"type": "string", "minLength": 1, "maxLength": 60},
        "do": {"enum": list(DO)},
        "value": {"type": "string", "maxLength": LONGEST_VALUE},
        "line": {"type": "integer", "minimum": 1, "maximum": max(lines, 1)},
        "quote": {"type": "string", "minLength": 1, "maxLength": LONGEST_LINE},
        "days": {"type": "integer", "minimum": 0, "maximum": 365},
        "whose": {"enum": list(WHOSE)},
    }
    change: Value = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {
        "type": "object",
        "properties": {"changes": {"type": "array", "maxItems": MOST_CHANGES, "items": change}},
        "required": ["changes"],
        "additionalProperties": False,
    }
