"""A typed method, its docstring and its effect are the whole declaration."""

from datetime import date
from typing import Annotated, Literal

import pytest
from pydantic import Field
from tests.agentkit.fakes import Yard, YardTools, task

from yamori.agentkit.tool import Call, Effect, ToolResult, Toolset, tool
from yamori.domain.errors import InvalidRequest


class Everything:
    @tool(effect=Effect.READ)
    async def show(
        self,
        day: date,
        size: Annotated[int, Field(ge=1, le=9)] = 3,
        way: Literal["up", "down"] = "up",
        names: list[str] | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """Shows
        everything."""
        return ToolResult(value={"day": day.isoformat(), "size": size, "way": way, "names": names})

    async def no_tool(self) -> None: ...


CALL = Call(key="k", task=task())


def test_the_schema_comes_from_the_signature_with_its_limits_and_without_the_circumstances() -> None:
    tools = Toolset(Everything())
    assert tools.names() == ("show",)
    (shown,) = tools
    schema = shown.schema()
    assert isinstance(schema["properties"], dict)
    assert set(schema["properties"]) == {"day", "size", "way", "names"}
    assert schema["properties"]["size"] == {"default": 3, "maximum": 9, "minimum": 1, "title": "Size", "type": "integer"}
    assert schema["required"] == ["day"] and schema["additionalProperties"] is False
    assert (shown.says, shown.effect) == ("Shows\neverything.", Effect.READ)


async def test_arguments_are_converted_before_the_tool_sees_them() -> None:
    result = await Toolset(Everything()).run("show", {"day": "2026-05-01", "names": ["a"]}, call=CALL)
    assert result.value == {"day": "2026-05-01", "size": 3, "way": "up", "names": ["a"]}


@pytest.mark.parametrize(
    ("arguments", "where", "says"),
    [
        ({}, "day", "required"),
        ({"day": "2026-02-30"}, "day", "date"),
        ({"day": "2026-05-01", "size": 10}, "size", "less than or equal to 9"),
        ({"day": "2026-05-01", "way": "left"}, "way", "'up' or 'down'"),
        ({"day": "2026-05-01", "names": ["a", 1]}, "names.1", "string"),
        ({"day": "2026-05-01", "sise": 2}, "sise", "there are day, size, way, names"),
    ],
)
async def test_a_wrong_argument_is_named_with_what_would_be_right(arguments: dict[str, object], where: str, says: str) -> None:
    with pytest.raises(InvalidRequest, match="show: ") as wrong:
        await Toolset(Everything()).run("show", arguments, call=CALL)  # type: ignore[arg-type]  # wrong on purpose
    assert wrong.value.where == where
    assert says in str(wrong.value)


async def test_a_misspelt_argument_and_an_unknown_tool_come_with_the_nearest_names() -> None:
    tools = Toolset(YardTools(Yard()))
    with pytest.raises(InvalidRequest) as misspelt:
        await tools.run("water", {"bed": "herbs", "liters": 2}, call=CALL)
    assert misspelt.value.nearest == ("litres",)
    with pytest.raises(InvalidRequest, match="there is no tool 'flood'") as unknown:
        await tools.run("flood", {}, call=CALL)
    assert "water" in unknown.value.nearest
