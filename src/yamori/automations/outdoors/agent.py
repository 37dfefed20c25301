"""The Weather agent, declared on one screen: what the weather, the sun and the moon are at home."""

from collections.abc import Callable, Sequence
from pathlib import Path

from yamori.agentkit.agent import Agent, Described, ToolCall
from yamori.agentkit.card import Card, introduction
from yamori.agentkit.task import Task
from yamori.agentkit.tool import Toolset
from yamori.automations.location import Location
from yamori.automations.outdoors.policy import WeatherPolicy
from yamori.automations.outdoors.tools import WeatherTools
from yamori.automations.weather.port import WeatherSource
from yamori.llm.port import Role
from yamori.understanding.reader import NoReader, Reader


def weather_agent(
    source: WeatherSource | None, location: Location, reader: Reader | None = None, *, measured: Callable[[], bool] = lambda: False
) -> Agent:
    """The agent of one place; without a `source` it has no forecasts, and says so. `measured`: whether a sensor of the home tells how warm
    it is outside now."""
    tools = Toolset(WeatherTools(source, location))
    return Agent(
        card=Card(
            name="weather",
            **introduction(Path(__file__).parent / "card"),
            tools=tools.names(),
            at_once=True,
            by_words=True,
        ),
        role=Role.PLANNER,
        tools=tools,
        policy=WeatherPolicy(location, reader or NoReader(), measured=measured),
        describer=WeatherDescriber(),
    )


class WeatherDescriber:
    """Fulfils `agentkit.agent.Describer`: what is asked again and again is asked in the person's words."""

    async def describe(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[Described]:
        return [Described(shows=task.request) for _ in calls]

    def left_out(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[str]:
        return ()
