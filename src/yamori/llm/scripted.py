"""Models that say what they are told to, for tests of whoever writes tools and agents. Part of the product.

```python
models = ScriptedModels({Role.IOT: ScriptedModel([{"tool": "turn_on", "arguments": {}}])})
```

A line of a script is JSON data, `Says(text)` for raw text, a function from the prompt to either, or one of the ways in which
models go wrong: `GARBAGE`, `HALF`, `SILENCE`, `UNKNOWN_TOOL`, or an exception to raise.
"""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias, cast

from yamori.domain.errors import ModelFailed
from yamori.domain.values import Value
from yamori.llm.answers import read_answer
from yamori.llm.conversation import Conversation, ToolUse, Turn
from yamori.llm.port import Answer, ChatModel, Prompt, Role, Usage
from yamori.llm.second_try import SecondTry


@dataclass(frozen=True)
class Says:
    """Exactly this text, whatever was asked for."""

    text: str


class Trouble(Enum):
    """How a model can go wrong."""

    GARBAGE = "not JSON at all: {{{"
    HALF = "JSON that stops in the middle"
    SILENCE = "no answer, ever"
    UNKNOWN_TOOL = "valid JSON that calls a tool which does not exist"


GARBAGE, HALF, SILENCE, UNKNOWN_TOOL = Trouble.GARBAGE, Trouble.HALF, Trouble.SILENCE, Trouble.UNKNOWN_TOOL

Line: TypeAlias = "Value | Says | Trouble | Exception"
Script: TypeAlias = "Iterable[Line | Callable[[Prompt], Line]] | Callable[[Prompt], Line]"


class ScriptedModel:
    """Answers from a list, one line a call, or always from a function. `prompts` holds what it was asked.

    `strict` validates each answer against the prompt's schema as real models' answers are; without it a test may answer anything.
    A script that has run out raises `ModelFailed`, with the request that found it empty.
    """

    def __init__(self, script: Script, *, name: str = "scripted:script", strict: bool = True, seconds: float = 5.0) -> None:
        self._name = name
        self._always = script if callable(script) else None
        self._lines = iter(()) if callable(script) else iter(script)
        self._strict = strict
        self._seconds = seconds
        self.prompts: list[Prompt] = []

    @property
    def name(self) -> str:
        return self._name

    async def answer(self, prompt: Prompt, *, role: Role) -> Answer:
        self.prompts.append(prompt)
        line = self._line(prompt, role)
        if isinstance(line, Exception):
            raise line
        if line is SILENCE:
            await self._never()
        text = _said(line, prompt)
        usage = Usage(model=self._name, prompt_tokens=_tokens(prompt), completion_tokens=len(text) // 4 + 1, price=0.0)
        if self._strict or line in (GARBAGE, HALF):
            return read_answer(text, prompt, usage=usage)
        return Answer(text=text, data=None if isinstance(line, Says) else cast(Value, json.loads(text)), usage=usage)

    def _line(self, prompt: Prompt, role: Role) -> Line:
        if self._always is not None:
            return self._always(prompt)
        nothing = object()
        line = next(self._lines, nothing)
        if line is nothing:
            raise ModelFailed(f"the script of {self._name} has no line left for {role.value}: {prompt.request!r}")
        return line(prompt) if callable(line) else cast(Line, line)

    async def _never(self) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await asyncio.Event().wait()
        except TimeoutError:
            raise ModelFailed(f"{self._name} did not answer within {self._seconds:g} s") from None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One call that reached `ScriptedModels`."""

    role: Role
    prompt: Prompt
    turn: str | None
    stronger: bool
    model: str | None


class ScriptedModels:
    """Fulfils the `Models` port: one `ChatModel` for each role, or one for all. `asked` holds every call in order."""

    def __init__(self, by_role: Mapping[Role, ChatModel] | ChatModel) -> None:
        self._by_role = by_role
        self.asked: list[Asked] = []

    async def ask(self, role: Role, prompt: Prompt, *, turn: str | None = None, stronger: bool = False, model: str | None = None) -> Answer:
        self.asked.append(Asked(role=role, prompt=prompt, turn=turn, stronger=stronger, model=model))
        chosen = self._by_role.get(role) if isinstance(self._by_role, Mapping) else self._by_role
        if chosen is None:
            raise ModelFailed(f"no model is scripted for {role.value}: {prompt.request!r}")
        return await SecondTry(chosen).answer(prompt, role=role)


class ConversingScript(ScriptedModels):
    """Fulfils `ConversingModels` too: its models call tools natively, a line of `turns` each time. `conversations` is what they were shown.

    A line is the calls of a turn as `(tool, arguments)`, a text that ends the conversation, or an exception to raise. A script that has run
    out raises `ModelFailed`.
    """

    def __init__(self, turns: Iterable[Sequence[tuple[str, Mapping[str, Value]]] | str | Exception]) -> None:
        super().__init__({})
        self._turns = iter(turns)
        self.conversations: list[Conversation] = []

    def converses(self, role: Role, *, stronger: bool = False, model: str | None = None) -> bool:
        return True

    async def converse(
        self, role: Role, conversation: Conversation, *, turn: str | None = None, stronger: bool = False, model: str | None = None
    ) -> Turn:
        self.conversations.append(conversation)
        line = next(self._turns, None)
        if line is None:
            raise ModelFailed(f"the script has no turn left for {role.value}: {conversation.request!r}")
        if isinstance(line, Exception):
            raise line
        if isinstance(line, str):
            return Turn(text=line)
        number = len(self.conversations)
        return Turn(uses=tuple(ToolUse(id=f"{number}-{i}", tool=tool, arguments=a) for i, (tool, a) in enumerate(line)))


def _said(line: Value | Says | Trouble, prompt: Prompt) -> str:
    match line:
        case Says(text):
            return text
        case Trouble.GARBAGE:
            return "Sure! Here you go: {{{"
        case Trouble.HALF:
            return '{"tool": "turn_'
        case Trouble.UNKNOWN_TOOL:
            return json.dumps({"tool": "no_such_tool", "arguments": {}})
        case str() if prompt.schema is None:
            return line
        case _:
            return json.dumps(line, ensure_ascii=False)


def _tokens(prompt: Prompt) -> int:
    """About as many as a real tokenizer would count: enough for tests that watch a prompt's size."""
    parts = [prompt.prefix, prompt.request, *(e.user + e.assistant for e in prompt.examples)]
    return sum(len(part) for part in parts) // 4 + 1
