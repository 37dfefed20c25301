"""Looking before acting: a model that answers in JSON may first call reading tools, and sees below its request what they returned.

`loop` asks here for the prompt of each round; the grammar offers a look only while there are looks left, so that the last answer decides.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.task import ToolRun
from yamori.agentkit.tool import Effect, Toolset
from yamori.domain.errors import TryAgain
from yamori.domain.values import Value
from yamori.llm.forms import inlined
from yamori.llm.port import Prompt

LOOKS = 3
"""Times that a model may look before it must decide."""

SHOWN = 600
"""Characters of what one call returned that a model is shown: a small model reads 60 tokens a second."""

_KEY = "look"


def with_looks(prompt: Prompt, names: Sequence[str], tools: Toolset, runs: Sequence[ToolRun], *, left: int) -> Prompt:
    """The prompt of one round: what was seen so far, and the form of a look beside the answer's own while any are `left`."""
    lines = [prompt.request, *(_seen(run) for run in runs)]
    if prompt.schema is None or not names or left <= 0:
        return replace(prompt, request="\n".join(lines))
    return replace(prompt, request="\n".join(lines), schema={"anyOf": [prompt.schema, _form(names, tools)]})


def read_look(data: Value, tools: Toolset) -> ToolCall | None:
    """The look that was asked for, or None where the model decided. Raises `TryAgain` for a tool that does more than read."""
    if not isinstance(data, Mapping) or set(data) != {_KEY}:
        return None
    asked = cast(Mapping[str, Any], data[_KEY])
    (name,) = asked
    if name not in tools.names() or tools.get(name).effect is not Effect.READ:
        raise TryAgain(f"{name} is no tool that only reads")
    return ToolCall(tool=name, arguments=asked[name])


def shown(run: ToolRun) -> str:
    """What a call returned, for a model."""
    if not run.ok:
        return json.dumps({"problem": run.problem}, ensure_ascii=False)
    told: Value = run.result
    if run.receipts:
        receipts: list[Value] = [
            {"device": r.command.device, "command": r.command.name, "status": r.status.value, "after": dict(r.after)} for r in run.receipts
        ]
        told = {"result": run.result, "receipts": receipts}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), default=str)


def _seen(run: ToolRun) -> str:
    text = shown(run)
    arguments = json.dumps(run.arguments, ensure_ascii=False, separators=(",", ":"), default=str)
    return f"You looked: {run.tool} {arguments} → {text if len(text) <= SHOWN else text[:SHOWN] + '…'}"


def _form(names: Sequence[str], tools: Toolset) -> Mapping[str, Value]:
    """`{"look": {"TOOL": ARGUMENTS}}`, one alternative for each tool, each with its own arguments."""
    forms = [
        {"type": "object", "properties": {name: inlined(tools.get(name).schema())}, "required": [name], "additionalProperties": False}
        for name in names
    ]
    look: Any = forms[0] if len(forms) == 1 else {"anyOf": forms}
    return {"type": "object", "properties": {_KEY: look}, "required": [_KEY], "additionalProperties": False}
