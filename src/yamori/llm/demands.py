"""How a provider is asked for an answer in a given form, in the words of its own protocol.

Each provider has several ways, the surest first. A server that refuses one is asked in the next (`providers.py`): many that call themselves
OpenAI-compatible know `json_object` alone, or nothing.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from yamori.llm.forms import Dialect, Form, Schema, form_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.runnables import Runnable

NAME = "answer"
"""What the answer's form is called where it must have a name."""


class Way(StrEnum):
    """How the form is demanded."""

    JSON_SCHEMA = "json_schema"
    """The provider holds its model to the schema."""
    FUNCTION_CALLING = "function_calling"
    """The answer is the arguments of a tool that the model has to call."""
    JSON_OBJECT = "json_object"
    """The provider sees to it that it is JSON; the schema stands in the request."""
    PROMPT = "prompt"
    """The schema stands in the request, and nothing else is asked for."""

    @property
    def in_prompt(self) -> bool:
        """The model only knows the schema if the request holds it."""
        return self in (Way.JSON_OBJECT, Way.PROMPT)


_COMPATIBLE = (Way.JSON_SCHEMA, Way.JSON_OBJECT, Way.PROMPT)
_WAYS = {
    "anthropic": (Way.FUNCTION_CALLING, Way.PROMPT),
    "google": (Way.JSON_SCHEMA, Way.PROMPT),
    "groq": (Way.FUNCTION_CALLING, Way.JSON_OBJECT, Way.PROMPT),
    "ollama": (Way.JSON_SCHEMA, Way.PROMPT),
}
_MORE = {"anthropic": (), "google": (), "groq": (Way.JSON_SCHEMA,), "ollama": ()}
"""What a provider knows besides, and only an operator chooses."""
_DIALECTS = {
    "anthropic": Dialect(object_root=True, plain_keys=True),
    "google": Dialect(object_root=True, enum_for_const=True),
    "ollama": Dialect(),
}
_OBJECT = Dialect(object_root=True)


def dialect_of(provider: str) -> Dialect:
    """What a provider asks of a schema that it is sent beside the request."""
    return _DIALECTS.get(provider, _OBJECT)


def ways_of(provider: str) -> tuple[Way, ...]:
    """The ways of a provider, the surest first."""
    return _WAYS.get(provider, _COMPATIBLE)


def known_ways(provider: str) -> tuple[Way, ...]:
    """Every way that a provider knows."""
    return (*ways_of(provider), *_MORE.get(provider, (Way.FUNCTION_CALLING,)))


@dataclass(frozen=True, kw_only=True)
class Demand:
    """One way of asking one provider for one schema."""

    provider: str
    way: Way
    form: Form
    instruction: str
    """What stands in the request for a model that would not know the schema otherwise."""

    def bound(self, client: "BaseChatModel") -> "Runnable[Any, Any]":  # Any: LangChain takes and gives many kinds
        """The client with the form demanded."""
        schema: Any = self.form.schema
        match self.way, self.provider:
            case Way.PROMPT, _:
                return client
            case Way.JSON_OBJECT, _:
                return client.bind(response_format={"type": "json_object"})
            case Way.JSON_SCHEMA, "google":
                return client.bind(response_mime_type="application/json", response_json_schema=schema)
            case Way.JSON_SCHEMA, "ollama":
                return client.bind(format=schema)
            case Way.JSON_SCHEMA, _:
                # Not strict: that compiles every schema before its first use, for seconds, and nearly every request here has its own.
                return client.bind(
                    response_format={"type": "json_schema", "json_schema": {"name": NAME, "schema": schema, "strict": False}}
                )
            case Way.FUNCTION_CALLING, "anthropic":
                tool = {"name": NAME, "description": "The answer.", "input_schema": schema}
                return client.bind(tools=[tool], tool_choice={"type": "tool", "name": NAME})
            case Way.FUNCTION_CALLING, _:
                function = {"name": NAME, "description": "The answer.", "parameters": schema}
                return client.bind(
                    tools=[{"type": "function", "function": function}], tool_choice={"type": "function", "function": {"name": NAME}}
                )


def demand(schema: Schema, *, provider: str, way: Way) -> Demand:
    """The schema asked for in this way; where only the request holds it, it stays as it is."""
    dialect = Dialect() if way.in_prompt else dialect_of(provider)
    form = form_of(schema, dialect)
    text = json.dumps(form.schema, ensure_ascii=False, separators=(",", ":"))
    return Demand(provider=provider, way=way, form=form, instruction=f"\n\nAnswer with JSON alone, which fits this JSON schema:\n{text}")
