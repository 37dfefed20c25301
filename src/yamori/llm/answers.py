"""Reading a model's text as the JSON that was asked for. Every provider's answer passes through here."""

import json
import re
from collections.abc import Callable, Mapping
from typing import cast

from yamori.domain.errors import ModelFailed
from yamori.domain.values import Value
from yamori.llm.port import Answer, Prompt, Usage

_THOUGHT = re.compile(r"^\s*<think>.*?</think>", re.DOTALL)
"""What some models say to themselves before they answer."""


class Unusable(ModelFailed):
    """The model answered, and nothing can be done with it; `usage` is what that cost."""

    def __init__(self, message: str, *, usage: Usage) -> None:
        super().__init__(message)
        self.usage = usage


class Refused(Unusable):
    """The request itself was not accepted: the same one again would not be either."""


class Garbage(Unusable):
    """The model answered, but not what was asked for; `complaint` is what to tell the model."""

    def __init__(self, message: str, *, usage: Usage, complaint: str) -> None:
        super().__init__(message, usage=usage)
        self.complaint = complaint


def read_answer(text: str, prompt: Prompt, *, usage: Usage, cut_off: bool = False, read: Callable[[Value], Value] | None = None) -> Answer:
    """The answer with its data parsed, brought back by `read` from the form that the provider was asked for, and valid.

    Raises `Garbage` otherwise, and for no answer at all.
    """
    if not text.strip() and not prompt.weighed:  # of a weighed one the likelihoods count
        raise Garbage(f"{usage.model} answered nothing", usage=usage, complaint="It was empty.")
    if prompt.schema is None:
        return Answer(text=text, usage=usage)
    if cut_off:
        raise Garbage(
            f"{usage.model} was cut off after {usage.completion_tokens} tokens, before its JSON ended",
            usage=usage,
            complaint="It was too long. Answer more briefly.",
        )
    try:
        data: Value = _parsed(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise Garbage(f"{usage.model} did not answer in JSON: {error}", usage=usage, complaint=f"It was no JSON ({error}).") from error
    data = data if read is None else read(data)
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


def _parsed(text: str) -> Value:
    """The JSON of an answer; of one in prose the only object in it. Raises `json.JSONDecodeError`."""
    plain = _THOUGHT.sub("", text).strip()
    try:
        return cast(Value, json.loads(plain))
    except json.JSONDecodeError as error:
        decoder, start = json.JSONDecoder(), plain.find("{")
        if start < 0:
            raise
        try:
            found, end = decoder.raw_decode(plain, start)
        except json.JSONDecodeError:
            raise error from None
        if "{" in plain[end:]:
            raise
        return cast(Value, found)
