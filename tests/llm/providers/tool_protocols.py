"""Tool calling as the providers' documentation has it: what each accepts of a conversation, and how its model calls.

Each of these speaks its protocol (`protocols.py`) and falls back to it where no conversation with the household's own tools is asked for.
What the model says is written in one way for all (`Call`s or a text), so that one test tells the same story to each.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.llm.providers.protocols import Anthropic, Body, Compatible, Google, Groq, Ollama, OpenAI, Protocol, Rejected


class Call(NamedTuple):
    tool: str
    arguments: Mapping[str, Any]


def written(*calls: Call) -> str:
    """Calls as a `Provider`'s line."""
    return json.dumps({"calls": [[call.tool, call.arguments] for call in calls]})


def _read(text: str) -> list[Call] | None:
    try:
        return [Call(*call) for call in json.loads(text)["calls"]]
    except (json.JSONDecodeError, KeyError, TypeError):
        return None


class _Calling:
    """What all have in common: a request with several tools, or with none to be chosen by force, is a conversation."""

    def tools(self, body: Body) -> Mapping[str, Any]:
        """The schema of each tool's arguments, as it reached the provider."""
        raise NotImplementedError

    def results(self, body: Body) -> list[str]:
        """What the calls so far have returned, in order; `Rejected` where one does not follow its call."""
        raise NotImplementedError

    def spoken(self, body: Body) -> Any:
        """The conversation as it stands on the wire, without the tools."""
        raise NotImplementedError


class _OpenAICalls(_Calling):
    def tools(self, body: Body) -> Mapping[str, Any]:
        return {t["function"]["name"]: t["function"]["parameters"] for t in body.get("tools", ()) if t["type"] == "function"}

    def results(self, body: Body) -> list[str]:
        waiting: list[str] = []
        found: list[str] = []
        for message in body["messages"]:
            if message["role"] == "tool":
                if message["tool_call_id"] not in waiting:
                    raise Rejected("messages with role 'tool' must be a response to a preceding message with 'tool_calls'")
                waiting.remove(message["tool_call_id"])
                found.append(message["content"])
            elif waiting:
                raise Rejected("an assistant message with 'tool_calls' must be followed by tool messages")
            waiting += [call["id"] for call in message.get("tool_calls") or ()]
        return found

    def spoken(self, body: Body) -> Any:
        return body["messages"][1:]


class CallingOpenAI(_OpenAICalls, OpenAI):
    def sees(self, body: Body) -> dict[str, Any] | None:
        return _conversed(self, body, OpenAI.sees)

    def says(self, body: Body, text: str, *, end: str = "stop") -> Body:
        calls = _read(text)
        if not self.tools(body) or body.get("tool_choice"):
            return super().says(body, text, end=end)
        if calls is None:
            return self._completed({"role": "assistant", "content": text, "refusal": None}, end)
        said = [
            {
                "id": f"call_{len(body['messages'])}_{n}",
                "type": "function",
                "function": {"name": c.tool, "arguments": json.dumps(c.arguments)},
            }
            for n, c in enumerate(calls)
        ]
        return self._completed({"role": "assistant", "content": None, "tool_calls": said}, "tool_calls")


class CallingCompatible(CallingOpenAI, Compatible):
    pass


class CallingGroq(CallingOpenAI, Groq):
    pass


class CallingAnthropic(_Calling, Anthropic):
    def tools(self, body: Body) -> Mapping[str, Any]:
        return {tool["name"]: tool["input_schema"] for tool in body.get("tools", ())}

    def results(self, body: Body) -> list[str]:
        found: list[str] = []
        waiting: set[str] = set()
        for number, message in enumerate(body["messages"]):
            if number and message["role"] == body["messages"][number - 1]["role"]:
                raise Rejected("roles must alternate between 'user' and 'assistant'")
            blocks = message["content"] if isinstance(message["content"], list) else []
            given = [block for block in blocks if block["type"] == "tool_result"]
            if {block["tool_use_id"] for block in given} != waiting:
                raise Rejected("`tool_use` ids were found without `tool_result` blocks immediately after")
            found += [_text(block["content"]) for block in given]
            waiting = {block["id"] for block in blocks if block["type"] == "tool_use"}
        return found

    def spoken(self, body: Body) -> Any:
        return body["messages"]

    def sees(self, body: Body) -> dict[str, Any] | None:
        return _conversed(self, body, Anthropic.sees)

    def says(self, body: Body, text: str, *, end: str = "") -> Body:
        if not self.tools(body) or body.get("tool_choice"):
            return super().says(body, text, end=end)
        calls = _read(text)
        if calls is None:
            return self._message([{"type": "text", "text": text}] if text else [], end or "end_turn")
        uses = [
            {"type": "tool_use", "id": f"toolu_{len(body['messages'])}_{n}", "name": c.tool, "input": c.arguments}
            for n, c in enumerate(calls)
        ]
        return self._message(uses, "tool_use")


class CallingGoogle(_Calling, Google):
    def tools(self, body: Body) -> Mapping[str, Any]:
        declared = [function for tool in body.get("tools", ()) for function in tool["functionDeclarations"]]
        # Its protocol is protobuf's JSON, which takes both spellings; the SDK sends this one as it was given.
        return {f["name"]: f.get("parametersJsonSchema") or f["parameters_json_schema"] for f in declared}

    def results(self, body: Body) -> list[str]:
        found: list[str] = []
        waiting: list[str] = []
        for content in body["contents"]:
            given = [part["functionResponse"] for part in content["parts"] if "functionResponse" in part]
            if [response["name"] for response in given] != waiting:
                raise Rejected("the number of function response parts is not that of the function call parts of the call turn")
            found += [json.dumps(response["response"], ensure_ascii=False) for response in given]
            waiting = [part["functionCall"]["name"] for part in content["parts"] if "functionCall" in part]
        return found

    def spoken(self, body: Body) -> Any:
        return body["contents"]

    def sees(self, body: Body) -> dict[str, Any] | None:
        return _conversed(self, body, Google.sees)

    def says(self, body: Body, text: str, *, end: str = "STOP") -> Body:
        calls = _read(text) if self.tools(body) else None
        if calls is None:
            return super().says(body, text, end=end)
        return self._candidate([{"functionCall": {"name": c.tool, "args": c.arguments}} for c in calls], end)


class CallingOllama(_OpenAICalls, Ollama):
    def results(self, body: Body) -> list[str]:
        return [message["content"] for message in body["messages"] if message["role"] == "tool"]

    def sees(self, body: Body) -> dict[str, Any] | None:
        return _conversed(self, body, Ollama.sees)

    def says(self, body: Body, text: str, *, end: str = "stop") -> Body:
        calls = _read(text) if self.tools(body) else None
        if calls is None:
            return super().says(body, text, end=end)
        said = [{"function": {"name": c.tool, "arguments": c.arguments}} for c in calls]
        return self._line({"role": "assistant", "content": "", "tool_calls": said}, end)


CallingProtocol = CallingOpenAI | CallingAnthropic | CallingGoogle | CallingOllama
CALLING: tuple[CallingProtocol, ...] = (
    CallingOpenAI(),
    CallingCompatible(),
    CallingAnthropic(),
    CallingGoogle(),
    CallingGroq(),
    CallingOllama(),
)


def _conversed(protocol: Any, body: Body, otherwise: Any) -> dict[str, Any] | None:
    """Checks a conversation as the protocol does; anything else is seen as ever."""
    offered = protocol.tools(body)
    if not offered or body.get("tool_choice"):
        found: dict[str, Any] | None = otherwise(protocol, body)
        return found
    for name, schema in offered.items():
        if schema.get("type") != "object" or "$ref" in json.dumps(schema):
            raise Rejected(f"the parameters of {name} are no plain object")
    protocol.results(body)
    return None


def _text(content: str | Sequence[Mapping[str, Any]]) -> str:
    return content if isinstance(content, str) else "".join(block["text"] for block in content)


def is_conversation(protocol: Protocol, body: Body) -> bool:
    return isinstance(protocol, _Calling) and bool(protocol.tools(body)) and not body.get("tool_choice")
