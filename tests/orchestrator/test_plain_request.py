"""One plain request is put to the one agent that does such things and to those that come first; all that may be more goes the long way."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from yamori.agentkit.card import Card
from yamori.agentkit.task import Claim, Strength
from yamori.orchestrator.claims import Claims
from yamori.orchestrator.plain_request import plain_plan
from yamori.orchestrator.planning import Plan
from yamori.understanding.marked import marked
from yamori.understanding.utterance import utterance_of

CARDS = (
    Card(name="iot", title="", does="", intents=("turn_on", "turn_off", "set", "get", "undo"), at_once=True),
    Card(name="scheduler", title="", does="", intents=("remind", "undo", "set_timer")),
    Card(name="memory", title="", does="", owns_first=True),
)


class Agents:
    """Say of every text how surely it is theirs, and remember who was asked."""

    def __init__(self, **strengths: Strength | None) -> None:
        self.strengths = strengths
        self.asked: list[str] = []

    async def ask(self, text: str, agents: Collection[str]) -> Mapping[str, Claim]:
        self.asked += agents
        said = {agent: self.strengths.get(agent, Strength.NONE) for agent in agents}
        return {agent: Claim(strength=strength) for agent, strength in said.items() if strength is not None}


async def planned(line: str, agents: Agents, *, odds: float = 1.0) -> Plan | None:
    sentence = marked(line)
    utterance = utterance_of(sentence.text, datetime(2026, 11, 25, tzinfo=UTC))
    claims = Claims(agents.ask, ("iot", "scheduler", "memory"))

    async def ask(agent: str) -> Claim | None:
        return await claims.first(utterance.text, agent)

    return await plain_plan([replace(f, odds=odds) for f in sentence.frames], utterance, CARDS, ask)


async def test_a_plain_command_is_put_to_one_agent_and_to_those_that_come_first() -> None:
    agents = Agents(iot=Strength.OWNING)
    plan = await planned("turn_off: put out [device|the porch lamp]", agents)
    assert plan is not None and [(s.agent, s.request) for s in plan.steps] == [("iot", "put out the porch lamp")]
    assert agents.asked == ["iot", "memory"]


@pytest.mark.parametrize(
    "line",
    [
        "turn_off: kill [device|the lamp], || remind: and nudge me about [title|the parcel]",  # two requests
        "turn_off: put [device|the lamp] out [condition|when I have gone]",
        "turn_off: put [device|the lamp] out [when|at nine]",
        "turn_on: 廊下の[device|電気]は[when|あとで]つけて",
        "turn_off: put it out",  # goes on about something
        "turn_off: put [device|everything] out [except|but not the heater]",
        "get: is [device|the lamp] on",  # a question
        "set_timer: [duration|ten minutes] for [title|the lamp]",  # nobody's that acts at once
    ],
)
async def test_what_may_be_more_goes_the_long_way(line: str) -> None:
    agents = Agents(iot=Strength.OWNING, scheduler=Strength.OWNING)
    assert await planned(line, agents) is None
    assert agents.asked == []


@pytest.mark.parametrize("strength", [Strength.WEAK, Strength.NONE, None])
async def test_an_agent_that_is_not_sure_or_says_nothing_is_not_enough(strength: Strength | None) -> None:
    assert await planned("turn_off: put out [device|the porch lamp]", Agents(iot=strength)) is None


@pytest.mark.parametrize("strength", [Strength.WHOLE, None])
async def test_what_may_be_anothers_that_comes_first_goes_the_long_way(strength: Strength | None) -> None:
    agents = Agents(iot=Strength.OWNING, memory=strength)
    assert await planned("set: 縫い物中は[device|ランプ]を[value|20%]に", agents) is None


@pytest.mark.parametrize(("odds", "is_enough"), [(0.9, False), (0.97, True)])
async def test_an_agent_that_only_finds_something_of_its_own_needs_a_surer_reading(odds: float, is_enough: bool) -> None:
    plan = await planned("turn_off: put out [device|the porch lamp]", Agents(iot=Strength.STRONG), odds=odds)
    assert (plan is not None) is is_enough


async def test_a_doubtful_reading_is_not_enough() -> None:
    assert await planned("turn_off: put out [device|the porch lamp]", Agents(iot=Strength.OWNING), odds=0.7) is None


async def test_who_was_asked_first_is_not_asked_again() -> None:
    agents = Agents(iot=Strength.STRONG, scheduler=Strength.WEAK)
    claims = Claims(agents.ask, ("iot", "scheduler"))
    await claims.first("the porch lamp", "iot")
    assert await claims("the porch lamp") == {"iot": Strength.STRONG, "scheduler": Strength.WEAK}
    assert agents.asked == ["iot", "scheduler"]


async def test_who_is_silent_stays_missing() -> None:
    agents = Agents(iot=None, scheduler=Strength.WEAK)
    claims = Claims(agents.ask, ("iot", "scheduler"))
    assert await claims.first("the porch lamp", "iot") is None
    assert await claims("the porch lamp") == {"scheduler": Strength.WEAK}
