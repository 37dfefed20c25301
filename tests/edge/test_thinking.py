import asyncio
import json
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.edge.fake_house import fake_house, running_robot
from tests.edge.robots import bench

from yamori.domain.errors import HouseSilent, ModelFailed
from yamori.edge.groups import GroupResult
from yamori.edge.profile import read_profile
from yamori.edge.saying import say_here
from yamori.edge.thinking import make_thinker, prompt_prefix, schema, think_and_run


@dataclass(kw_only=True)
class ScriptedModel:
    """Answers what it was told to, and keeps what it was asked."""

    answers: deque[str | Exception]
    asked: list[Sequence[Mapping[str, str]]] = field(default_factory=list)

    async def answer(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> str:
        self.asked.append(messages)
        answer = self.answers.popleft() if self.answers else ModelFailed("the script has ended")
        if isinstance(answer, Exception):
            raise answer
        Draft202012Validator(schema).validate(json.loads(answer))
        return answer

    async def close(self) -> None:
        pass


def says(*stages: list[dict[str, Any]]) -> ScriptedModel:
    return ScriptedModel(answers=deque([json.dumps({"stages": stages})]))


async def think(folder: Path, model: ScriptedModel, sentence: str = "…", *, language: str = "en", profile: str = "jetson") -> GroupResult:
    with bench(profile, folder) as robot:
        return await think_and_run(sentence, language=language, robot=robot.robot, thinker=make_thinker(robot.robot.profile, model))


async def test_a_sentence_becomes_stages_of_commands_done_in_order_and_at_the_same_time(tmp_path: Path) -> None:
    model = says([{"do": "wheels.move", "seconds": 0.2}, {"do": "display.show", "text": "Go"}], [{"do": "distance.measure"}])
    result = await think(tmp_path, model, "Drive while showing Go, then measure")
    assert result.ok
    moved, shown, measured = result.steps
    assert shown["ended"] < moved["ended"] <= measured["started"]  # type: ignore[operator]
    assert moved["arguments"] == {"direction": "forward", "seconds": 0.2}
    assert model.asked[0][-1] == {"role": "user", "content": "Drive while showing Go, then measure"}


@pytest.mark.parametrize(
    ("sentence", "one_after_another"),
    [
        ("Show Go, then drive", True),
        ("「Go」と表示して、それから走って", True),
        ("Show Go and drive", False),
        ("Then show Go while you drive", False),
        ("「Go」と表示しながら走って、同時に", False),
    ],
)
async def test_what_comes_then_comes_then_though_the_model_forgets_it(tmp_path: Path, sentence: str, one_after_another: bool) -> None:
    model = says([{"do": "wheels.move", "seconds": 0.2}, {"do": "display.show", "text": "Go"}])
    moved, shown = (await think(tmp_path, model, sentence)).steps
    assert (shown["started"] >= moved["ended"]) is one_after_another  # type: ignore[operator]


@pytest.mark.parametrize(("language", "text"), [("en", "I have nothing that could do that."), ("ja", "それは私にはできません。")])
async def test_what_no_command_does_is_said_in_the_persons_language(tmp_path: Path, language: str, text: str) -> None:
    result = await think(tmp_path, says(), language=language)
    assert (result.ok, result.text, result.steps) == (False, text, ())


@pytest.mark.parametrize("answer", ["Sure!", "{}", '{"stages": [[{"do": "wheels.fly"}]]}', '{"stages": [["wheels.stop"]]}', "[]"])
async def test_a_model_that_answers_something_else_moves_nothing(tmp_path: Path, answer: str) -> None:
    class Unheld(ScriptedModel):
        async def answer(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> str:
            return answer

    with bench("jetson", tmp_path) as robot:
        thinker = make_thinker(robot.robot.profile, Unheld(answers=deque()))
        result = await think_and_run("Fly", language="en", robot=robot.robot, thinker=thinker)
        assert robot.events() == []
    assert not result.ok and result.problem and "something else than a plan" in result.problem


async def test_a_model_that_fails_is_a_problem_and_no_crash(tmp_path: Path) -> None:
    result = await think(tmp_path, ScriptedModel(answers=deque([ModelFailed("it is asleep")])))
    assert (result.ok, result.problem) == (False, "it is asleep")


async def test_an_argument_that_the_grammar_lets_through_is_still_checked(tmp_path: Path) -> None:
    class Careless(ScriptedModel):
        async def answer(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> str:
            return '{"stages": [[{"do": "wheels.move", "seconds": 9999}]]}'

    with bench("jetson", tmp_path) as robot:
        thinker = make_thinker(robot.robot.profile, Careless(answers=deque()))
        result = await think_and_run("For ever", language="en", robot=robot.robot, thinker=thinker)
    assert not result.ok and result.problem == "`seconds` must be from 0.1 to 60, not 9999"


@pytest.mark.parametrize("name", ["pi4", "jetson"])
def test_the_grammar_knows_every_command_and_nothing_else(name: str) -> None:
    profile = read_profile(name)
    known = Draft202012Validator(schema(profile))
    Draft202012Validator.check_schema(schema(profile))
    for example in profile.examples:
        known.validate({"stages": example.plan})
    for wrong in (
        {"do": "wing.flap"},
        {"do": "display.show"},
        {"do": "display.show", "text": "x", "loud": True},
        {"do": "display.show", "text": 1},
    ):
        assert not known.is_valid({"stages": [[wrong]]})


@pytest.mark.parametrize("name", ["pi4", "jetson"])
def test_the_prompt_is_short_and_always_the_same(name: str) -> None:
    first, again = prompt_prefix(read_profile(name)), prompt_prefix(read_profile(name))
    assert first == again
    assert sum(len(message["content"]) for message in first) < 3200


def test_both_hands_stand_on_one_line() -> None:
    assert "rightHand.setAngle, leftHand.setAngle (angle: integer = 90) - Raise" in prompt_prefix(read_profile("pi4"))[0]["content"]


async def test_the_house_may_send_a_sentence(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path, model=says([{"do": "display.show", "text": "やあ"}])):
        await house.until(lambda: house.descriptions)
        result = await house.result(await house.put("k1", {"say": "「やあ」と表示して", "language": "ja"}))
    assert house.descriptions[0]["thinks"] is True
    assert result["ok"] and result["steps"][0]["after"] == {"textDisplay.text": "やあ"}


async def test_a_person_at_the_device_is_heard_though_the_house_is_away(tmp_path: Path) -> None:
    async with fake_house() as house:
        await house.end()
        async with running_robot(house, tmp_path, model=says([{"do": "wheels.stop"}])) as edge:
            await asyncio.wait_for(edge.listening.wait(), 3)
            assert (tmp_path / "say.json").stat().st_mode & 0o777 == 0o600
            answer = await say_here(tmp_path, "Stop!")
            assert answer["ok"] and answer["steps"][0]["name"] == "stop"
            assert (await edge.think_and_run("Again?")).ok is False  # the script has ended
    with pytest.raises(HouseSilent, match="no robot runs here"):
        await say_here(tmp_path, "Anyone?")


async def test_a_stranger_on_loopback_moves_nothing(tmp_path: Path) -> None:
    model = says([{"do": "wheels.stop"}])
    async with fake_house() as house, running_robot(house, tmp_path, model=model) as edge:
        await asyncio.wait_for(edge.listening.wait(), 3)
        port = json.loads((tmp_path / "say.json").read_text())["port"]
        for line in (b'{"key": "guessed", "say": "Stop"}\n', b"[]\n", b"GET / HTTP/1.1\r\n\r\n", b"x" * 20_000 + b"\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(line)
            with suppress(ConnectionError):
                assert await asyncio.wait_for(reader.read(), 3) == b""
            writer.close()
    assert model.asked == []
