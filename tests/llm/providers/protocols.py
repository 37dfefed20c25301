"""The providers' protocols as their documentation has them, as far as a chat needs them: what each accepts, and how it answers.

A server of these (`server.py`) knows nothing of the household: it answers with an instance of whatever schema reached it.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, ClassVar

Body = Mapping[str, Any]
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ROOTLESS = ("$ref", "allOf", "anyOf", "enum", "not", "oneOf")


class Rejected(Exception):
    """The request is not one of the protocol: status 400."""


def _rootless(schema: Any, where: str) -> None:
    if not isinstance(schema, dict) or schema.get("type") != "object" or any(name in schema for name in _ROOTLESS):
        raise Rejected(
            f"Invalid schema for {where}: schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"
        )


class OpenAI:
    """Chat completions with `response_format` and tools."""

    name: ClassVar[str] = "openai"
    path: ClassVar[str] = "/v1"
    formats: ClassVar[tuple[str, ...]] = ("json_schema", "json_object", "text")

    def sees(self, body: Body) -> dict[str, Any] | None:
        """The schema that the answer is held to, as it reached the provider; `Rejected` for what the protocol refuses."""
        assert body["model"] and all({"role", "content"} <= set(m) for m in body["messages"])
        form = body.get("response_format")
        if form is not None and form["type"] not in self.formats:
            raise Rejected(f"response_format.type must be one of {self.formats}")
        if form is not None and form["type"] == "json_object" and "json" not in str(body["messages"]).lower():
            raise Rejected("'messages' must contain the word 'json' in some form")
        if form is not None and form["type"] == "json_schema":
            assert _NAME.fullmatch(form["json_schema"]["name"])
            schema: dict[str, Any] = form["json_schema"]["schema"]
            _rootless(schema, "response_format")
            if form["json_schema"].get("strict"):
                _strict(schema)
            return schema
        if body.get("tools"):
            function = body["tools"][0]["function"]
            assert _NAME.fullmatch(function["name"]) and body["tool_choice"]["function"]["name"] == function["name"]
            _rootless(function["parameters"], "function")
            return dict(function["parameters"])
        return None

    def texts(self, body: Body) -> list[tuple[str, str]]:
        """Who said what, as the model reads it."""
        return [(m["role"], m["content"] if isinstance(m["content"], str) else json.dumps(m["content"])) for m in body["messages"]]

    def shown(self, body: Body) -> list[str]:
        """The pictures of the request."""
        return [part["image_url"]["url"] for m in body["messages"] if isinstance(m["content"], list) for part in m["content"][1:]]

    def limit(self, body: Body) -> int:
        return int(body["max_completion_tokens"])

    def says(self, body: Body, text: str, *, end: str = "stop") -> Body:
        message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": None}
        if body.get("tools"):
            message = {"role": "assistant", "content": None, "tool_calls": [self._call(text)]}
            end = "tool_calls" if end == "stop" else end
        return self._completed(message, end)

    def calls_a_tool(self, body: Body) -> Body:
        return self._completed({"role": "assistant", "content": None, "tool_calls": [self._call('{"x": 1}')]}, "tool_calls")

    def refuses(self, body: Body) -> Body:
        return self._completed({"role": "assistant", "content": None, "refusal": "I will not."}, "stop")

    def cuts_off(self, body: Body, text: str) -> Body:
        return self.says(body, text[: len(text) // 2], end="length")

    def wrong(self, status: int, why: str) -> Body:
        return {"error": {"message": why, "type": "invalid_request_error", "param": None, "code": None}}

    def _call(self, text: str) -> dict[str, Any]:
        return {"id": "call_1", "type": "function", "function": {"name": "answer", "arguments": text}}

    def _completed(self, message: Body, end: str) -> Body:
        usage = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107, "prompt_tokens_details": {"cached_tokens": 70}}
        choice = {"index": 0, "message": message, "finish_reason": end, "logprobs": None}
        return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


def _strict(schema: Any) -> None:
    """OpenAI's rules for `strict: true`."""
    if not isinstance(schema, dict):
        return
    if schema.get("type") == "object":
        properties = schema.get("properties", {})
        if set(schema.get("required", ())) != set(properties) or schema.get("additionalProperties") is not False:
            raise Rejected("strict: every property is required and additionalProperties is false")
    if found := {"minLength", "maxLength", "allOf", "not", "if", "dependentRequired"} & set(schema):
        raise Rejected(f"strict: {found} is not permitted")
    for value in schema.values():
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            _strict(part)


class Compatible(OpenAI):
    """A server of one's own that has all of it, under the older name of the limit."""

    name = "shelf"

    def limit(self, body: Body) -> int:
        return int(body["max_tokens"])


class OnlyJson(Compatible):
    """Compatible, but it knows `json_object` alone and says so."""

    formats = ("json_object", "text")


class Plain(Compatible):
    """Compatible in name: it refuses every `response_format`."""

    formats = ()


class Deaf(Compatible):
    """It takes any `response_format` and looks at none."""

    def sees(self, body: Body) -> dict[str, Any] | None:
        return None


class Groq(OpenAI):
    name = "groq"
    path = ""

    def limit(self, body: Body) -> int:
        return int(body["max_tokens"])

    def refuses(self, body: Body) -> Body:
        return self._completed({"role": "assistant", "content": "I will not."}, "content_filter")


class Anthropic:
    """Messages with tools."""

    name = "anthropic"
    path = ""

    def sees(self, body: Body) -> dict[str, Any] | None:
        assert body["max_tokens"] and body["messages"][0]["role"] == "user"
        if not body.get("tools"):
            return None
        (tool,) = body["tools"]
        assert _NAME.fullmatch(tool["name"]) and body["tool_choice"] == {"type": "tool", "name": tool["name"]}
        _rootless(tool["input_schema"], "tools.0.custom.input_schema")
        _plain_keys(tool["input_schema"])
        return dict(tool["input_schema"])

    def texts(self, body: Body) -> list[tuple[str, str]]:
        return [("system", str(body.get("system", ""))), *((m["role"], str(m["content"])) for m in body["messages"])]

    def shown(self, body: Body) -> list[str]:
        sources = [part["source"] for m in body["messages"] if isinstance(m["content"], list) for part in m["content"][1:]]
        return [f"data:{source['media_type']};base64,{source['data']}" for source in sources]

    def limit(self, body: Body) -> int:
        return int(body["max_tokens"])

    def says(self, body: Body, text: str, *, end: str = "") -> Body:
        if not body.get("tools"):
            return self._message([{"type": "text", "text": text}] if text else [], end or "end_turn")
        try:
            given = json.loads(text)
        except json.JSONDecodeError:  # a tool's arguments are never text here: the model wrote beside the tool
            return self._message([{"type": "text", "text": text}] if text else [], end or "end_turn")
        return self._message([{"type": "tool_use", "id": "t", "name": "answer", "input": given}], end or "tool_use")

    def calls_a_tool(self, body: Body) -> Body:
        return self._message([{"type": "tool_use", "id": "t", "name": "other", "input": {"x": 1}}], "tool_use")

    def refuses(self, body: Body) -> Body:
        return self._message([], "refusal")

    def cuts_off(self, body: Body, text: str) -> Body:
        return self.says(body, text[: len(text) // 2], end="max_tokens")

    def wrong(self, status: int, why: str) -> Body:
        return {"type": "error", "error": {"type": "invalid_request_error", "message": why}}

    def _message(self, content: list[Body], end: str) -> Body:
        usage = {"input_tokens": 30, "output_tokens": 7, "cache_read_input_tokens": 70, "cache_creation_input_tokens": 0}
        about = {"id": "m", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None}
        return {**about, "content": content, "stop_reason": end, "usage": usage}


def _plain_keys(schema: Any) -> None:
    for key, value in schema.items() if isinstance(schema, dict) else ():
        if key == "properties":
            for name in value:
                if not re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", name):
                    raise Rejected("Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'")
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else (value,):
            _plain_keys(part)


class Google:
    """`generateContent` with `responseJsonSchema`."""

    name = "google"
    path = ""

    def sees(self, body: Body) -> dict[str, Any] | None:
        about = body["generationConfig"]
        schema = about.get("responseJsonSchema")
        if schema is not None:
            assert about["responseMimeType"] == "application/json"
            _rootless(schema, "response_json_schema")
            _no_const(schema)
        return None if schema is None else dict(schema)

    def texts(self, body: Body) -> list[tuple[str, str]]:
        parts = [("system", body["systemInstruction"]), *((c["role"], c) for c in body["contents"])]
        return [({"model": "assistant"}.get(role, role), part["parts"][0]["text"]) for role, part in parts]

    def shown(self, body: Body) -> list[str]:
        parts = [part["inlineData"] for content in body["contents"] for part in content["parts"] if "inlineData" in part]
        return [f"data:{part.get('mimeType') or part['mime_type']};base64,{part['data']}" for part in parts]

    def limit(self, body: Body) -> int:
        return int(body["generationConfig"]["maxOutputTokens"])

    def says(self, body: Body, text: str, *, end: str = "STOP") -> Body:
        return self._candidate([{"text": text}] if text else [], end)

    def calls_a_tool(self, body: Body) -> Body:
        return self._candidate([{"functionCall": {"name": "other", "args": {"x": 1}}}], "STOP")

    def refuses(self, body: Body) -> Body:
        return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": self._counts()}

    def cuts_off(self, body: Body, text: str) -> Body:
        return self.says(body, text[: len(text) // 2], end="MAX_TOKENS")

    def wrong(self, status: int, why: str) -> Body:
        return {"error": {"code": status, "message": why, "status": "INVALID_ARGUMENT"}}

    def _candidate(self, parts: list[Body], end: str) -> Body:
        candidate = {"content": {"role": "model", "parts": parts}, "finishReason": end, "index": 0}
        return {"candidates": [candidate], "usageMetadata": self._counts(), "modelVersion": "m"}

    def _counts(self) -> Body:
        return {"promptTokenCount": 100, "cachedContentTokenCount": 70, "candidatesTokenCount": 7, "totalTokenCount": 107}


def _no_const(schema: Any) -> None:
    if isinstance(schema, dict) and ("const" in schema or ("enum" in schema and "type" not in schema)):
        raise Rejected("const is not among the supported properties of a schema; enum is one of strings or of numbers")
    for value in schema.values() if isinstance(schema, dict) else ():
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            _no_const(part)


class Ollama:
    """`/api/chat` with `format`; streams lines."""

    name = "ollama"
    path = ""

    def sees(self, body: Body) -> dict[str, Any] | None:
        return body["format"] if body.get("format") else None

    def texts(self, body: Body) -> list[tuple[str, str]]:
        return [(m["role"], m["content"]) for m in body["messages"]]

    def shown(self, body: Body) -> list[str]:
        return [f"data:image/png;base64,{image}" for m in body["messages"] for image in m.get("images") or ()]

    def limit(self, body: Body) -> int:
        return int(body["options"]["num_predict"])

    def says(self, body: Body, text: str, *, end: str = "stop") -> Body:
        return self._line({"role": "assistant", "content": text}, end)

    def calls_a_tool(self, body: Body) -> Body:
        call = {"function": {"name": "other", "arguments": {"x": 1}}}
        return self._line({"role": "assistant", "content": "", "tool_calls": [call]}, "stop")

    def refuses(self, body: Body) -> Body | None:
        return None  # it has no word for it: a refusal is text

    def cuts_off(self, body: Body, text: str) -> Body:
        return self.says(body, text[: len(text) // 2], end="length")

    def wrong(self, status: int, why: str) -> Body:
        return {"error": why}

    def _line(self, message: Body, end: str) -> Body:
        counts = {"prompt_eval_count": 100, "eval_count": 7, "total_duration": 1, "load_duration": 1}
        return {"model": "m", "created_at": "2026-11-21T00:00:00Z", "message": message, "done": True, "done_reason": end, **counts}


Protocol = OpenAI | Anthropic | Google | Ollama
EVERY: tuple[Protocol, ...] = (OpenAI(), Compatible(), Anthropic(), Google(), Groq(), Ollama())
