"""What devices do, read from their documentation: one after another, at once, by several, in two languages."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.iot.house import House, house
from tests.lengths import examples

from yamori.agentkit.task import OutcomeStatus, Strength
from yamori.agents.iot.rules.loanwords import consonants, sounds
from yamori.agents.iot.rules.segments import split_actions
from yamori.domain.values import Value

TOYS = Path(__file__).parent / "houses" / "toys.home.yaml"
Action = tuple[str, str, str, Mapping[str, Value]]


async def done(toys: House, sentence: str) -> list[list[Action]]:
    """The deeds of a sentence, stage by stage."""
    outcome = await toys.say(sentence)
    assert not toys.model.prompts, "code alone should have read this"
    (run,) = outcome.runs
    if run.tool == "control_devices":
        arguments = cast(Mapping[str, Any], run.arguments)
        return [[_action(d, arguments["capability"], arguments["command"], arguments["arguments"]) for d in arguments["devices"]]]
    step = cast(Mapping[str, Any], run.arguments["step"])
    return [_flat(s) for s in step.get("sequence", [step])]


def _action(address: str, capability: str, command: str, arguments: Mapping[str, Value]) -> Action:
    device, _, component = address.partition("/")
    return device, component or "main", f"{capability}.{command}", arguments


def _flat(step: Mapping[str, Any]) -> list[Action]:
    inner: Sequence[Mapping[str, Any]] = [*step.get("parallel", ()), *step.get("sequence", ())]
    if inner:
        return [action for s in inner for action in _flat(s)]
    return [(step["device"], step["component"], f"{step['capability']}.{step['command']}", step["arguments"])]


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        (
            'Roll the tin tortoise backward for 2 seconds, and when it has stopped, display "Made it" on it',
            [
                [("tortoise", "legs", "trundle.move", {"direction": "backward", "seconds": 2})],
                [("tortoise", "shell", "slate.show", {"text": "Made it"})],
            ],
        ),
        (
            "ブリキの亀を4秒間前進させて、止まったら「とうちゃく」と表示して",
            [
                [("tortoise", "legs", "trundle.move", {"direction": "forward", "seconds": 4})],
                [("tortoise", "shell", "slate.show", {"text": "とうちゃく"})],
            ],
        ),
        (
            "Measure the distance while the clockwork owl plays the overture melody",
            [[("tortoise", "nose", "sonar.measure", {}), ("owl", "beak", "hoot.play", {"melody": "overture"})]],
        ),
        (
            'Write "Hush" on the tortoise, and let the owl play a lullaby. Do it all at the same time.',
            [[("tortoise", "shell", "slate.show", {"text": "Hush"}), ("owl", "beak", "hoot.play", {"melody": "lullaby"})]],
        ),
        ("Wave both wings", [[("owl", "leftWing", "flap.wave", {}), ("owl", "rightWing", "flap.wave", {})]]),
        ("Wave the right wing 5 times", [[("owl", "rightWing", "flap.wave", {"times": 5})]]),
        ("フクロウに子守唄を流して", [[("owl", "beak", "hoot.play", {"melody": "lullaby"})]]),
        (
            "写真を撮ってから、子守唄を流して",
            [[("owl", "eyes", "shutter.snap", {})], [("owl", "beak", "hoot.play", {"melody": "lullaby"})]],
        ),
    ],
)
async def test_actions_are_done_in_the_order_and_at_once_as_they_were_said(sentence: str, wanted: list[list[Action]]) -> None:
    async with house(home=TOYS) as toys:
        assert await done(toys, sentence) == wanted


@pytest.mark.parametrize(
    "sentence",
    [
        "The tortoise rolled forward for 2 seconds",
        "Don't let the owl play a lullaby",
        'Change "Play the overture" to "Play the lullaby"',
        "Roll the tortoise forward for 90 minutes",
        "Stop the lullaby",
        "トカゲを表示",
    ],
)
async def test_what_is_no_request_or_does_not_fit_is_not_done_by_code(sentence: str) -> None:
    async with house(home=TOYS) as toys:
        await toys.say(sentence)
        assert not await toys.changed() and not await toys.gate.ledger()


async def test_what_was_only_found_out_is_reported_as_found_out() -> None:
    async with house(home=TOYS) as toys:
        outcome = await toys.say("How far away is the wall?")
        assert outcome.status is OutcomeStatus.DONE and "40 cm" in outcome.text and "set" not in outcome.text.lower()


async def test_an_action_is_reported_with_what_was_said_of_it() -> None:
    async with house(home=TOYS) as toys:
        assert "move, backward, 2 s" in (await toys.say("Roll the tortoise backward for 2 seconds")).text
        assert "2秒" in (await toys.say("ブリキの亀を2秒間前進させて")).text


async def test_every_device_gets_something_to_do_when_that_is_left_open() -> None:
    script: list[Value] = [
        {"Tin tortoise (Playroom)": {"do": "shell.show", "text": "Boo"}, "Clockwork owl (Attic)": {"do": "beak.play", "melody": "overture"}}
    ]
    async with house(script, home=TOYS, covered=False) as toys:
        outcome = await toys.say("Have all devices do something funny")
        assert outcome.status is OutcomeStatus.DONE
        assert {r.command.device for r in await toys.gate.ledger()} == {"tortoise", "owl"}
        assert (await toys.claim("Have all devices do something funny")).strength is Strength.STRONG


async def test_a_look_names_the_camera_and_says_that_nobody_can_see() -> None:
    async with house(home=TOYS) as toys:
        outcome = await toys.say("Is the attic messy?")
        (run,) = outcome.runs
        assert (run.tool, run.arguments["camera"]) == ("look", "owl/eyes")


@given(st.text(max_size=60))
@examples(60)
def test_any_text_can_be_cut(text: str) -> None:
    cut = split_actions(text)
    assert [s.stage for s in cut.segments] == sorted(s.stage for s in cut.segments)


@pytest.mark.parametrize(("katakana", "word"), [("ターボ", "turbo"), ("クリスピー", "crispy"), ("エスプレッソ", "espresso")])
def test_a_loanword_sounds_like_its_origin(katakana: str, word: str) -> None:
    assert consonants(katakana) in {"", *sounds(word)}


@pytest.mark.parametrize(("katakana", "word"), [("キリン", "clean"), ("パンダ", "panel"), ("コアラ", "color")])
def test_an_animal_sounds_like_no_word_of_a_device(katakana: str, word: str) -> None:
    assert consonants(katakana) not in sounds(word)


async def test_a_picture_of_a_room_without_a_camera_says_so() -> None:
    async with house(home=TOYS) as toys:
        assert "no camera in the Playroom" in (await toys.say("Show me a photo of the playroom")).text
        assert "no camera" not in (await toys.say("Show me a photo of the attic")).text
        assert "遊び部屋にはカメラがありません" in (await toys.say("遊び部屋の写真を見せて")).text
