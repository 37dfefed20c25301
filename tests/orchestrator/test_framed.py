"""What a sure reading makes plain is planned without a model: each frame for the agent whose card names its intent, the rest refused."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from yamori.agentkit.card import Card
from yamori.agentkit.task import Claim, Strength
from yamori.orchestrator.abilities import AbilityReader, inabilities
from yamori.orchestrator.claims import Claims
from yamori.orchestrator.framed import framed_plan
from yamori.orchestrator.planning import Plan
from yamori.understanding.marked import marked
from yamori.understanding.utterance import utterance_of

CARDS = (
    Card(name="iot", title="", does="", intents=("turn_on", "turn_off", "get", "undo"), at_once=True),
    Card(name="scheduler", title="", does="", intents=("remind", "add_item", "undo")),
)


async def planned(
    line: str,
    *,
    odds: float = 1.0,
    last: float | None = None,
    claims: Mapping[str, Strength] | None = None,
    latest: str | None = None,
    cards: Sequence[Card] = CARDS,
) -> Plan | None:
    sentence = marked(line)
    utterance = utterance_of(sentence.text, datetime(2026, 11, 25, tzinfo=UTC))
    found = {agent: Claim(strength=s) for agent, s in (claims or {}).items()}

    async def ask(text: str, agents: Collection[str]) -> Mapping[str, Claim]:
        return {agent: claim for agent, claim in found.items() if agent in agents}

    frames = [replace(f, odds=odds) for f in sentence.frames]
    frames[-1] = replace(frames[-1], odds=odds if last is None else last)
    return await framed_plan(frames, utterance, cards, Claims(ask, tuple(found)), AbilityReader(None), latest=latest)


def shares(plan: Plan | None) -> list[tuple[str, str]]:
    assert plan is not None
    return [(step.agent, step.request) for step in plan.steps]


async def test_each_frame_goes_to_the_agent_that_does_such_things() -> None:
    plan = await planned("turn_off: kill [device|the lamp], || remind: and nudge me about [title|the parcel] [when|at six]")
    assert shares(plan) == [("iot", "kill the lamp"), ("scheduler", "and nudge me about the parcel at six")]


async def test_neighbours_of_one_agent_stay_together() -> None:
    plan = await planned("turn_on: [device|電気]つけて、 || turn_off: [device|テレビ]消して")
    assert shares(plan) == [("iot", "電気つけて、テレビ消して")]


async def test_what_nobody_does_is_refused_beside_what_is_done() -> None:
    plan = await planned("turn_off: turn [device|the fan] off || web: and [query|is it going to rain]?")
    assert plan is not None and shares(plan) == [("iot", "turn the fan off")]
    assert len(plan.asides) == 1 and inabilities()["web"].says["en"] in plan.asides[0]


async def test_a_sentence_that_only_asks_for_the_impossible_is_refused_whole() -> None:
    plan = await planned("message: [text|遅れる]って[person|母]に伝えて")
    assert plan is not None and not plan.steps and plan.asides == (inabilities()["message"].says["ja"],)


async def test_what_a_device_of_the_home_may_do_is_not_refused() -> None:
    assert await planned("play: put [content|the news] on", claims={"iot": Strength.STRONG}) is None


async def test_one_unsure_frame_leaves_the_sentence_to_others() -> None:
    assert await planned("turn_off: kill [device|the lamp]", odds=0.7) is None


async def test_an_unsure_frame_that_goes_on_about_what_cannot_be_done_falls_with_it() -> None:
    plan = await planned("web: [query|book us a cab] || move: and tell them to be here [new_when|before nine]", last=0.5)
    assert plan is not None and not plan.steps and plan.asides == (inabilities()["web"].says["en"],)
    assert await planned("web: [query|book us a cab] || add_entry: and [title|the cabin key] too", last=0.5) is None
    assert await planned("turn_off: kill [device|the lamp] || move: and put it [new_when|on nine]", last=0.5) is None


async def test_an_unsure_part_is_whose_words_it_holds() -> None:
    cards = (*CARDS, Card(name="weather", title="", does="", by_words=True))
    line = "turn_off: kill [device|the lamp] || web: and [query|the weather]?"
    plan = await planned(line, last=0.5, claims={"weather": Strength.OWNING}, cards=cards)
    assert shares(plan)[-1] == ("weather", "and the weather?")
    assert await planned(line, last=0.5, cards=cards) is None


async def test_an_agent_that_finds_nothing_in_it_gets_only_what_is_very_sure() -> None:
    line = "remind: nudge me about [title|the parcel]"
    assert await planned(line, odds=0.9, claims={"scheduler": Strength.NONE}) is None
    assert shares(await planned(line, odds=0.99)) == [("scheduler", "nudge me about the parcel")]


async def test_talk_alone_is_not_planned_and_beside_an_order_it_is_dropped() -> None:
    assert await planned("talk: good morning") is None
    assert shares(await planned("talk: thank you, || turn_on: now [device|the lamp] on")) == [("iot", "now the lamp on")]


async def test_what_several_agents_can_take_back_is_for_the_one_that_did_something_last() -> None:
    assert await planned("undo: put it back how it was") is None
    assert shares(await planned("undo: put it back how it was", latest="scheduler")) == [("scheduler", "put it back how it was")]


async def test_what_names_nothing_is_left_to_the_agent_that_it_may_go_on_with() -> None:
    assert await planned("turn_off: turn [device|it] off", latest="scheduler") is None
    assert shares(await planned("turn_off: turn [device|it] off", latest="iot")) == [("iot", "turn it off")]
    assert shares(await planned("turn_off: turn [device|the fan] off", latest="scheduler")) == [("iot", "turn the fan off")]


async def test_what_the_agent_of_an_intent_does_not_know_goes_to_the_one_that_finds_its_own_in_it() -> None:
    line = "get: how long has [device|the timer] left"
    unknown = await planned(line, claims={"iot": Strength.WEAK, "scheduler": Strength.STRONG})
    assert shares(unknown) == [("scheduler", "how long has the timer left")]
    known = await planned(line, claims={"iot": Strength.STRONG, "scheduler": Strength.STRONG})
    assert shares(known) == [("iot", "how long has the timer left")]


async def test_an_agent_that_knows_its_sentences_by_their_words_gets_those_that_it_owns() -> None:
    sky = Card(name="sky", title="", does="", at_once=True, by_words=True)
    owning = {"sky": Strength.OWNING, "iot": Strength.WEAK}
    line = "web: [query|does it hail on Sunday]?"
    assert shares(await planned(line, claims=owning, cards=(*CARDS, sky))) == [("sky", "does it hail on Sunday?")]
    found = {"sky": Strength.STRONG, "iot": Strength.STRONG}  # a device may know it too
    assert shares(await planned("get: [query|how warm is it outside]?", claims=found, cards=(*CARDS, sky)))[0][0] == "iot"
