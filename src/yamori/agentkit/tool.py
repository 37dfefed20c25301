"""A tool, declared once: a typed async method with its effect. The model's schema, REST and MCP all come from it.

class DeviceTools:
    access = Access(who=Who.GUEST, scope=Scope.DEVICES)

    @tool(effect=Effect.CHANGE)
    async def control_device(self, device: str, command: str, *, call: Call) -> ToolResult:
        \"\"\"What a model and a person read.\"\"\"
"""

import inspect
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from types import MethodType
from typing import Any, ParamSpec, TypeVar, cast, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from yamori.agentkit.task import Approval, Task, ToolRun
from yamori.domain.access import Access
from yamori.domain.errors import InvalidRequest
from yamori.domain.receipt import Receipt
from yamori.domain.values import Value

P = ParamSpec("P")
R = TypeVar("R")


class Effect(StrEnum):
    """What calling a tool may do to the world."""

    READ = "read"
    ADD = "add"
    """Something comes to what is there, which stays as it is."""
    CHANGE = "change"
    """Something that is there becomes another, or goes; it can be put back."""
    IRREVERSIBLE = "irreversible"


@dataclass(frozen=True, kw_only=True)
class Call:
    """The circumstances of one call: on whose behalf, and under which idempotency key."""

    key: str
    task: Task
    report: Callable[[ToolRun], None] = field(default=lambda _: None, repr=False, compare=False)
    """Tells whoever follows the task of a step; only a tool that takes long (`Tool.limit`) has any."""


@dataclass(frozen=True, kw_only=True)
class ToolResult:
    """What a tool gives back: a value for the log, and the proof of what it changed."""

    value: Value = None
    receipts: tuple[Receipt, ...] = ()
    approvals: tuple[Approval, ...] = ()
    """What it holds until a person agrees."""


ToolFunction = Callable[..., Awaitable[ToolResult]]


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A declared tool, bound to what it works on."""

    name: str
    says: str
    effect: Effect
    access: Access | None = None
    """Who may call it from outside; None: nobody may, since it says nothing."""
    idempotent: bool = False
    """The same call again has no further effect."""
    limit: float | None = None
    """Seconds that it may take, where it does many things and reports each of them; None: as long as any tool."""
    arguments: type[BaseModel]
    run: ToolFunction = field(repr=False)

    def schema(self) -> Mapping[str, Value]:
        """JSON schema of the arguments."""
        return cast(Mapping[str, Value], self.arguments.model_json_schema())

    def check(self, arguments: Mapping[str, Value]) -> dict[str, Any]:
        """The arguments, validated and converted. Raises `InvalidRequest` that names the first wrong one."""
        try:
            json.dumps(arguments, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise InvalidRequest(f"{self.name}: the arguments hold characters that are no text", where="arguments") from error
        try:
            valid = self.arguments.model_validate(arguments)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            names = tuple(self.arguments.model_fields)
            if first["type"] == "extra_forbidden" and where not in names:
                says = f"{self.name}: there is no argument {where!r}; there {'are ' + ', '.join(names) if names else 'is none'}"
                raise InvalidRequest(says, where=where, nearest=tuple(get_close_matches(where, names))) from error
            raise InvalidRequest(f"{self.name}: {where}: {first['msg']}", where=where) from error
        return {name: getattr(valid, name) for name in type(valid).model_fields}


def tool(
    *, effect: Effect, idempotent: bool = False, access: Access | None = None, limit: float | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark an async method as a tool with this effect; `idempotent`: the same call again has no further one, as of every read; `access`:
    who may call it, where that is not what its class says with `access`; `limit`: seconds for one that reports its steps."""

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        function.__dict__["tool_access"] = access
        function.__dict__["tool_effect"] = effect
        function.__dict__["tool_limit"] = limit
        function.__dict__["tool_idempotent"] = idempotent or effect is Effect.READ
        return function

    return mark


class Toolset:
    """The tools of one agent, by name."""

    def __init__(self, *holders: object) -> None:
        """Collect every `@tool` method of the objects given."""
        self._tools: dict[str, Tool] = {}
        for holder in holders:
            for name, method in inspect.getmembers(holder, inspect.ismethod):
                effect = getattr(method, "tool_effect", None)
                if isinstance(effect, Effect):
                    made = _bind(name, method, effect, idempotent=getattr(method, "tool_idempotent", False))
                    self._tools[name] = replace(made, access=_access(holder, method, effect), limit=getattr(method, "tool_limit", None))

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def names(self) -> tuple[str, ...]:
        return tuple(self._tools)

    def get(self, name: str) -> Tool:
        """Raises `InvalidRequest` with the names there are."""
        if name not in self._tools:
            raise InvalidRequest(f"there is no tool {name!r}; there are {', '.join(self._tools)}", where="tool", nearest=self.names())
        return self._tools[name]

    async def run(self, name: str, arguments: Mapping[str, Value], *, call: Call) -> ToolResult:
        """Validate, then run. Raises whatever the tool raises."""
        found = self.get(name)
        return await found.run(**found.check(arguments), call=call)


def _access(holder: object, method: object, effect: Effect) -> Access | None:
    """What the tool says, or else its class; reading needs less of a token."""
    said = getattr(method, "tool_access", None) or getattr(holder, "access", None)
    if not isinstance(said, Access):
        return None
    return said.reading() if effect is Effect.READ else said


def _bind(name: str, method: MethodType, effect: Effect, *, idempotent: bool) -> Tool:
    arguments = _arguments(name, method.__func__)
    return Tool(name=name, says=inspect.getdoc(method) or "", effect=effect, idempotent=idempotent, arguments=arguments, run=method)


@cache
def _arguments(name: str, function: Callable[..., object]) -> type[BaseModel]:
    """Made once, whatever the function is bound to: it takes longer than all else about a tool."""
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in tuple(inspect.signature(function).parameters.values())[1:]:
        if parameter.name == "call":
            continue
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[parameter.name] = (hints[parameter.name], default)
    return create_model(f"{name}_arguments", __config__=ConfigDict(extra="forbid", strict=False), **fields)
