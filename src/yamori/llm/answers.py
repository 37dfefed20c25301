"""Reading a model's text as the JSON that was asked for. Every provider's answer passes through here."""

import json
from collections.abc import Mapping

from yamori.domain.errors import ModelFailed
from yamori.domain.values import Value
from yamori.llm.port import Answer, Prompt, Usage


class Garbage(ModelFailed):
    """The model answered, but not what was asked for; `usage` is what that cost, `complaint` what to tell the model."""

    def __init__(self, message: str, *, usage: Usage, complaint: str) -> None:
        super().__init__(message)
        self.usage = usage
        self.complaint = complaint


def read_answer(text: str, prompt: Prompt, *, usage: Usage, cut_off: bool = False) -> Answer:
    """The answer with its data parsed and valid. Raises `Garbage` otherwise."""
    if prompt.schema is None:
        return Answer(text=text, usage=usage)
    if cut_off:
        raise Garbage(
            f"{usage.model} was cut off after {usage.completion_tokens} tokens, before its JSON ended",
            usage=usage,
            complaint="It was too long. Answer more briefly.",
        )
    try:
        data: Value = json.loads(_unfenced(text))
    except (json.JSONDecodeError, RecursionError) as error:
        raise Garbage(f"{usage.model} did not answer in JSON: {error}", usage=usage, complaint=f"It was no JSON ({error}).") from error
    if problem := mismatch(data, prompt.schema):
        raise Garbage(f"{usage.model} answered JSON that does not fit: {problem}", usage=usage, complaint=f"It did not fit: {problem}")
    return Answer(text=text, data=data, usage=usage)


def mismatch(data: Value, schema: Mapping[str, Value]) -> str | None:
    """What is wrong with `data` and where, in one line; None when it fits."""
    from jsonschema import validators

    checker = validators.validator_for(schema)(schema)
    error = min(checker.iter_errors(data), key=lambda e: len(e.absolute_path), default=None)
    if error is None:
        return None
    return f"{error.json_path}: {error.message}"[:400]


def _unfenced(text: str) -> str:
    """Without the Markdown fence that models put around JSON."""
    text = text.strip()
    if text.startswith("```") and text.endswith("```") and "\n" in text:
        return text.split("\n", 1)[1].removesuffix("```")
    return text
