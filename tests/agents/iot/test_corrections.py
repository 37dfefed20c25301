"""What is said right after an act: another thing or value in its place, clause by clause, or that it was not wanted at all."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from tests.agents.iot.house import House, house

from yamori.agentkit.task import OutcomeStatus, Strength
from yamori.domain.values import Value
from yamori.understanding.frame import Frame
from yamori.understanding.marked import marked
from yamori.understanding.utterance import Utterance


@dataclass(frozen=True)
class Reads:
    """Reads the marked sentences so, surely but for the odds given, and nothing else."""

    lines: tuple[str, ...] = ()
    odds: float = 0.95

    async def prepare(self) -> None:
        pass

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        read = {sentence.text: sentence.frames for sentence in map(marked, self.lines)}
        return tuple(replace(frame, odds=self.odds) for frame in read.get(utterance.text, ()))


async def after(*turns: str, read: tuple[str, ...] = (), odds: float = 0.95) -> dict[str, Value]:
    """What a conversation changes in the demo home; no model is asked."""
    async with house(home="demo", reader=Reads(read, odds)) as demo:
        for turn in turns:
            await demo.say(turn)
        assert not demo.model.prompts, "code alone should have read this"
        return await demo.changed()


HALL = {"entrance-light.switch": "on"}
BATHROOM = {"bathroom-light.switch": "on"}


@pytest.mark.parametrize(
    ("turns", "changed"),
    [
        (("hall light on", "no sorry i meant the bathroom. hall off again"), BATHROOM),
        (("hall light on", "oops, wrong room, bathroom"), BATHROOM),
        (("hall light on", "not the hall, the bathroom"), BATHROOM),
        (("hall light on", "no the bathroom and start the vacuum"), {**BATHROOM, "robot-vacuum.robotCleanerMovement": "cleaning"}),
        (("dim the hall light to 20", "sorry, living room I mean"), {"living-room-ceiling-light.level": 20}),
        (("dim the hall light to 20", "no 30"), {**HALL, "entrance-light.level": 30}),
        (("turn on the hall and bathroom lights", "no, bedroom and study I meant"), None),
        (("turn on the hall and bathroom lights", "no just the hall"), HALL),
        (("turn on the hall and bathroom lights", "no not the bathroom"), HALL),
        (("寝室の電気つけて", "あー間違えた、書斎だった"), {"desk-lamp.switch": "on"}),
        (("寝室の電気つけて", "あー間違えた、書斎だった。寝室は戻しといて"), {"desk-lamp.switch": "on"}),
        (("玄関の電気つけて", "玄関じゃなくて書斎"), {"desk-lamp.switch": "on"}),
        (("玄関の電気つけて", "ごめん、玄関じゃなくてリビングでした。フロアランプだけで十分です"), {"floor-lamp.switch": "on"}),
        (("hall light on", "oops, I meant the living room. just the floor lamp is fine"), {"floor-lamp.switch": "on"}),
        (("フロアランプ青にして", "ちがうちがう、みどり"), {"floor-lamp.switch": "on", "floor-lamp.color": "green"}),
        (("living room TV volume to 35", "oops I meant 25"), {"living-room-tv.volume": 25}),
        (("リビングのテレビの音量30にして", "ごめん15"), {"living-room-tv.volume": 15}),
        (("エアコン22度にして", "ごめん、26度"), {"air-conditioner.temperatureSetpoint": 26.0}),
    ],
)
async def test_what_is_right_is_done_and_what_was_wrong_is_as_it_was(turns: tuple[str, ...], changed: Mapping[str, Value] | None) -> None:
    read = ("undo: あー間違えた、書斎だった", "undo: あー間違えた、書斎だった。[room|寝室]は戻しといて")
    expected = changed if changed is not None else {"bedroom-ceiling-light.switch": "on", "desk-lamp.switch": "on"}
    assert await after(*turns, read=read) == expected


async def test_of_several_different_things_only_the_one_that_can_be_meant_is_put_right() -> None:
    said = "hall light on and close the living room blinds"
    blinds = {"living-room-blinds.shadeLevel": 0}
    assert await after(said, "no I meant the bathroom") == blinds | BATHROOM
    assert await after(said, "not the hall light, the bathroom light") == blinds | BATHROOM


async def test_where_nothing_tells_which_of_several_was_wrong_nothing_is_changed() -> None:
    async with house(home="demo") as demo:
        await demo.say("hall light on and close the living room blinds")
        before = await demo.changed()
        assert "several things" in (await demo.say("no, the bedroom I meant")).text
        assert await demo.changed() == before


async def test_a_correction_is_corrected_and_refused_in_turn() -> None:
    turns = ("dim the hall light to 20", "sorry, living room I mean", "no sorry, bathroom")
    assert await after(*turns) == {**BATHROOM, "bathroom-light.level": 20}
    assert await after(*turns, "no don't", read=("reject: no don't",)) == {}


async def test_a_value_is_corrected_with_the_reason_for_it() -> None:
    read = ("set: no make it [value|25], [reason|they're big ones]",)
    assert await after("set the hall light to 40", "no make it 25, they're big ones", read=read) == {**HALL, "entrance-light.level": 25}


@pytest.mark.parametrize(
    ("first", "wrong", "name", "line"),
    [
        ("hall light on", "no sorry i meant the garage", "garage", "reject: no sorry i meant [room|the garage]"),
        ("寝室の電気つけて", "間違えた、工房だった", "工房", "undo: 間違えた、工房だった"),
    ],
)
async def test_what_this_home_does_not_have_is_said_and_what_was_wrong_is_put_back(first: str, wrong: str, name: str, line: str) -> None:
    async with house(home="demo", reader=Reads((line,), 0.8)) as demo:
        await demo.say(first)
        outcome = await demo.say(wrong)
        assert outcome.status is OutcomeStatus.PARTLY and name in outcome.text
        assert await demo.changed() == {}


async def test_a_request_that_only_the_reader_understood_is_read_anew_with_the_other_name() -> None:
    read = ("turn_on: hit [device|the hall light]", "turn_on: hit [device|the bathroom light]")
    turns = ("hit the hall light", "no i meant the bathroom")
    assert await after(*turns, read=read) == BATHROOM


async def test_what_is_switched_back_is_told_as_that_alone() -> None:
    async with house(home="demo") as demo:
        await demo.say("dim the hall light to 20")
        outcome = await demo.say("sorry, living room I mean")
        assert outcome.text == "The hall light is off now. The living room ceiling light is at 20% now."
        assert outcome.status is OutcomeStatus.DONE


@pytest.mark.parametrize(
    ("first", "no"), [("hall light on", "no don't"), ("dim the hall light to 20", "no no"), ("玄関の電気つけて", "いや、やめて")]
)
async def test_a_plain_refusal_takes_the_act_back(first: str, no: str) -> None:
    assert await after(first, no, read=(f"reject: {no}",)) == {}


@pytest.mark.parametrize("no", ["no that's fine", "no thanks", "no leave it", "いや、消さないで", "いや、大丈夫"])
async def test_what_refuses_only_more_leaves_everything_as_it_is(no: str) -> None:
    assert await after("hall light on", no, read=(f"reject: {no}",)) == HALL


async def test_an_unsure_refusal_takes_nothing_back() -> None:
    async with house(home="demo", reader=Reads(("reject: no don't",), 0.6)) as demo:
        await demo.say("hall light on")
        await demo.say("no don't")
        assert await demo.changed() == HALL


async def test_a_refusal_of_what_changed_nothing_says_so_and_takes_back_nothing_older() -> None:
    async with house(home="demo", reader=Reads(("reject: no don't",))) as demo:
        await demo.say("hall light on")
        await demo.say("kitchen light on")
        assert "nothing to take back" in (await demo.say("no don't")).text
        assert await demo.changed() == HALL


async def test_what_was_begun_and_cannot_be_put_back_is_stopped() -> None:
    assert await after("start the vacuum", "no don't", read=("reject: no don't",)) == {"robot-vacuum.robotCleanerMovement": "paused"}


async def test_what_cannot_be_taken_back_is_said() -> None:
    async with house(reader=Reads(("reject: no don't",))) as manor:
        await manor.say("dispense two scoops from the hen feeder")
        assert "cannot be taken back" in (await manor.say("no don't")).text
        assert await manor.changed() == {"s2.given": 3}


async def test_a_refusal_long_after_the_act_takes_nothing_back() -> None:
    async with house(home="demo", reader=Reads(("reject: no don't",))) as demo:
        await demo.say("hall light on")
        assert await _claimed(demo, "no don't") is Strength.WHOLE
        later = replace(demo.task("no don't"), now=demo.task("").now + timedelta(hours=1))
        assert (await demo.agent.policy.claim(later)).strength is not Strength.WHOLE


async def test_one_thing_more_is_no_correction() -> None:
    assert await after("hall light on", "and the bathroom too") == HALL | BATHROOM


async def _claimed(demo: House, text: str) -> Strength:
    return (await demo.claim(text)).strength
