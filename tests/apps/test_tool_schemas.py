"""What the schema of a tool allows is what the tool takes: every tool of every agent, as an MCP client sees them."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker
from tests.embedding.encoders import CountingEncoder
from tests.lengths import examples

from yamori.agentkit.tool import Tool
from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import Household, run_household
from yamori.apps.papers import PaperOptions
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
EXAMPLE = re.compile(r"\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?\b|\b\d{1,2}:\d\d(?::\d\d)?\b")
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}},
}


def house() -> Any:
    return run_household(
        load_home("demo"), data=None, clock=SetClock(NOW), models=ScriptedModels({}), papers=PaperOptions(encoder=CountingEncoder())
    )


def tools(household: Household) -> Iterator[tuple[str, Tool]]:
    for name, agent in household.agents.items():
        for tool in agent.tools:
            yield f"{name}.{tool.name}", tool


def instances(schema: Any, root: Any) -> st.SearchStrategy[Any]:
    """Whatever the schema allows, by its keywords and formats alone."""
    if "$ref" in schema:
        return instances(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    if "anyOf" in schema:
        return st.one_of([instances(part, root) for part in schema["anyOf"]])
    match schema.get("type"):
        case "string":
            if "pattern" in schema:
                return st.from_regex(re.compile(schema["pattern"], re.ASCII), fullmatch=True).map(str.strip)
            if "format" in schema:
                return {"date": st.dates().map(str)}[schema["format"]]
            return st.text(st.characters(exclude_categories=["Cs"]), min_size=schema.get("minLength", 0), max_size=9)
        case "integer":
            low = schema.get("minimum", schema["exclusiveMinimum"] + 1 if "exclusiveMinimum" in schema else None)
            return st.integers(low, schema.get("maximum"))
        case "number":
            return st.floats(schema.get("minimum"), schema.get("maximum"), allow_nan=False, allow_infinity=False)
        case "array":
            return st.lists(instances(schema["items"], root), min_size=schema.get("minItems", 0), max_size=2)
        case "object":
            required = {name: instances(part, root) for name, part in schema.get("properties", {}).items() if name in schema["required"]}
            others = {name: instances(part, root) for name, part in schema.get("properties", {}).items() if name not in required}
            return st.fixed_dictionaries(required, optional=others)
        case kind:
            return {"boolean": st.booleans(), "null": st.none()}[kind]


async def declared() -> Mapping[str, Tool]:
    async with house() as household:
        return dict(tools(household))


async def test_what_a_schema_allows_is_what_the_tool_takes() -> None:
    for name, tool in (await declared()).items():
        _takes_all(name, tool)


def _takes_all(name: str, tool: Tool) -> None:
    schema: Any = {"required": [], **tool.schema()}
    validator = Draft202012Validator(schema, format_checker=FormatChecker())

    @given(instances(schema, schema))
    @examples(25, suppress_health_check=list(HealthCheck), database=None)
    def takes(arguments: Any) -> None:
        assert not list(validator.iter_errors(arguments)), name
        tool.check(arguments)

    takes()


@pytest.mark.parametrize("given", ["14:00:00Z", "14:00+09:00", "7:00", "24:00", "14"])
async def test_a_time_that_nobody_says_at_home_is_refused_by_the_schema(given: str) -> None:
    tool = (await declared())["scheduler.create_custom_task"]
    assert list(Draft202012Validator(dict(tool.schema())).iter_errors({"title": "Dentist", "time": given}))


async def test_examples_in_descriptions_and_schemas_are_what_the_schemas_allow() -> None:
    checked = FormatChecker()
    for name, tool in (await declared()).items():
        properties: Any = tool.schema().get("properties", {})
        assert {form for part in _parts(properties) if (form := part.get("format"))} <= {"date"}, (
            f"{name}: no other format is what is meant"
        )
        for part in _parts(properties):
            for example in part.get("examples", ()):
                Draft202012Validator(part, format_checker=checked).validate(example)
        for example in EXAMPLE.findall(tool.says):
            assert any(
                Draft202012Validator(part, format_checker=checked).is_valid(example)
                for part in _parts(properties)
                if "pattern" in part or "format" in part
            ), f"{name}: {example}"


def _parts(schema: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(schema, Mapping):
        if isinstance(schema.get("type"), str):
            yield schema
        for value in schema.values():
            yield from _parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _parts(value)


async def test_hints_say_what_a_call_may_do() -> None:
    """Destructive is whatever is more than an addition, by the protocol's own words."""
    async with house() as household, _client(household) as client:
        hints = {}
        for agent in household.agents:
            listed = await _posted(client, f"/agents/{agent}/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
            hints |= {tool["name"]: tool["annotations"] for tool in listed.json()["result"]["tools"]}
    for name, hint in hints.items():
        if name.startswith(("delete_", "remove_", "cancel_", "rename_", "update_", "undo_", "control_", "perform", "toggle_")):
            assert hint["destructiveHint"] and not hint["readOnlyHint"], name
        if name.startswith(("list_", "find_", "get_", "read_", "search_", "describe_", "count_", "compare_")):
            assert hint["readOnlyHint"] and not hint["destructiveHint"] and hint["idempotentHint"], name
        if name.startswith(("create_", "add_routine", "add_step", "append_", "copy_", "set_timer")):
            assert not hint["destructiveHint"] and not hint["readOnlyHint"], name
        if name.startswith(("delete_", "cancel_", "rename_", "update_")):
            assert hint["idempotentHint"], name
    assert not any(hints[name]["idempotentHint"] for name in ("append_day_log", "snooze_reminder", "control_devices", "add_step"))


async def test_a_deleted_task_may_be_deleted_again_without_further_effect() -> None:
    async with house() as household, _client(household) as client:
        task = (await client.post("/agents/scheduler/tools/create_custom_task", json={"title": "Ferns"})).json()["value"]["task"]["id"]
        for _ in range(2):
            await client.post("/agents/scheduler/tools/delete_custom_task", json={"task_id": task})
        changes = (await client.post("/agents/scheduler/tools/list_changes", json={})).json()["value"]["changes"]
    assert [change["did"] for change in changes] == ["deleted", "added"]


@pytest.mark.parametrize("agent", ["iot", "lifestyle", "scheduler"])
@pytest.mark.parametrize("headers", [{}, {"accept": ""}, {"accept": "*/*"}, {"accept": "application/json, text/event-stream"}])
async def test_mcp_answers_with_and_without_a_slash_and_to_who_takes_any_type(agent: str, headers: Mapping[str, str]) -> None:
    async with house() as household, _client(household) as client:
        client.headers.pop("accept")
        for path in (f"/agents/{agent}/mcp", f"/agents/{agent}/mcp/"):
            answered = await client.post(path, json=INITIALIZE, headers=headers)
            assert answered.status_code == 200 and answered.json()["result"]["serverInfo"]["name"] == f"yamori-{agent}"


async def test_who_takes_neither_json_nor_events_is_told_so() -> None:
    async with house() as household, _client(household) as client:
        assert (await client.post("/agents/iot/mcp", json=INITIALIZE, headers={"accept": "text/html"})).status_code == 406


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("create_custom_task", {}, "title: Field required"),
        ("create_custom_task", {"title": "Dentist", "time": "14:00:00Z"}, "time: expected a time of day in the home's time, such as 15:30"),
        ("create_custom_task", {"title": "Dentist", "time": "half past"}, "time: Input should be in a valid time format"),
        ("create_custom_task", {"title": "Dentist", "tiem": "14:00"}, "no argument 'tiem'; there are title"),
        ("set_reminder", {"text": "x", "at": "2026-02-30T10:00"}, "at: Input should be a valid datetime"),
        ("delete_custom_task", {"task_id": "ferns"}, "task_id: Input should be a valid integer"),
    ],
)
async def test_a_wrong_argument_is_named_with_what_was_wrong(name: str, arguments: Mapping[str, Any], says: str) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    async with house() as household, _client(household) as client:
        result = (await _posted(client, "/agents/scheduler/mcp", call)).json()["result"]
    assert result["isError"] and says in result["content"][0]["text"]


@pytest.mark.parametrize(("at", "moment"), [("2026-11-22T15:30", "2026-11-22T15:30"), ("2026-11-22T06:30:00Z", "2026-11-22T15:30")])
async def test_a_moment_is_the_homes_or_says_its_offset(at: str, moment: str) -> None:
    async with house() as household, _client(household) as client:
        told = await client.post("/agents/scheduler/tools/set_reminder", json={"text": "Ferns", "at": at})
        undone = await client.post("/agents/iot/tools/undo_changes", json={"since": at})
    assert moment in told.text and undone.status_code == 200


def _client(household: Household) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=20.0)


async def _posted(client: httpx.AsyncClient, path: str, message: Mapping[str, Any]) -> httpx.Response:
    headers = {"mcp-protocol-version": "2025-06-18"}
    answered = await client.post(path, json=message, headers=headers)
    assert answered.status_code == 200, answered.text
    return answered


async def test_no_argument_that_a_schema_allows_breaks_a_tool() -> None:
    """The ends of what each allows: the largest and smallest numbers and days, no text and much of it."""
    async with house() as household, _client(household) as client:
        for name, tool in tools(household):
            schema: Any = {"required": [], **tool.schema()}
            agent, _, called = name.partition(".")
            for end in (0, -1):
                arguments = {key: _ends(part, schema)[end] for key, part in schema.get("properties", {}).items()}
                for given in (arguments, {key: arguments[key] for key in schema["required"]}):
                    answered = await client.post(f"/agents/{agent}/tools/{called}", json=given)
                    assert answered.status_code < 500, f"{name} {given}: {answered.text}"


def _ends(schema: Any, root: Any) -> list[Any]:
    if "$ref" in schema:
        return _ends(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if "anyOf" in schema:
        return [end for part in schema["anyOf"] if part.get("type") != "null" for end in _ends(part, root)]
    if "enum" in schema:
        return list(schema["enum"])
    match schema["type"]:
        case "string":
            return schema.get("examples") or (["0001-01-01", "9999-12-31"] if "format" in schema else ["\x00", "", "x" * 5000])
        case "integer":
            assert {"minimum", "maximum"} <= set(schema), "a database keeps no other integers"
            return [schema["minimum"], schema["maximum"]]
        case "number":
            return [-1e300, 0, 1e300]
        case "array":
            return [[], [_ends(schema["items"], root)[-1]]]
        case "object":
            return [{}, {name: _ends(part, root)[-1] for name, part in schema.get("properties", {}).items()}]
        case _:
            return [False, True]
