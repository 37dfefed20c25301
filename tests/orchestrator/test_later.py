"""Which parts of a sentence are for later, by its frames."""

from dataclasses import replace
from datetime import datetime

import pytest

from yamori.agentkit.card import Card
from yamori.orchestrator.later import keeper_of, parts_of
from yamori.understanding.marked import marked
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")
DEVICES = Card(
    name="iot",
    title="",
    does="",
    at_once=True,
    intents=("turn_on", "turn_off", "close", "start", "get", "increase"),
)
DIARY = Card(name="scheduler", title="", does="", intents=("remind", "add_item"))
KEEPER = Card(name="automations", title="", does="", defers=True, intents=("notify",))
CARDS = (DEVICES, DIARY, KEEPER)


def cut(line: str, odds: float = 1.0) -> list[tuple[str, bool]]:
    sentence = marked(line)
    frames = tuple(replace(frame, odds=odds) for frame in sentence.frames)
    return [(part.text, part.later) for part in parts_of(frames, utterance_of(sentence.text, NOW), CARDS)]


def test_only_an_agent_that_says_so_keeps_things_for_later() -> None:
    assert keeper_of(CARDS) == "automations" and keeper_of((DEVICES, DIARY)) is None


@pytest.mark.parametrize(
    "line",
    [
        "turn_off: switch [device|the boiler] off [when|in ten minutes]",
        "close: [repeat|every evening] close [device|the shutters]",
        "notify: tell me [condition|when the dryer has finished]",
        "turn_on: [condition|日が暮れたら][device|門灯]をつけて",
    ],
)
def test_a_device_at_another_time_and_a_notification_are_for_later(line: str) -> None:
    assert [later for _, later in cut(line)] == [True]


@pytest.mark.parametrize(
    "line",
    [
        "turn_off: switch [device|the boiler] off",
        "remind: remind me [when|at nine] to [title|water the ferns]",
        "get: is [device|the boiler] on [when|at night]",
        "increase: turn [device|the boiler] up [when|by 10]",
    ],
)
def test_what_is_now_another_agent_s_or_a_question_is_not(line: str) -> None:
    assert cut(line) == []


@pytest.mark.parametrize(
    ("line", "later"),
    [
        ("notify: tell me [condition|if the shed is locked]", False),
        ("notify: tell me [condition|if the kettle boils over]", True),
        ("notify: tell me [condition|when the shed is locked]", True),
        ("notify: tell me [condition|if the shed is open] [duration|for five minutes]", True),
    ],
)
def test_an_unsure_notice_that_may_ask_how_something_is_waits_for_nothing(line: str, later: bool) -> None:
    assert [part for _, part in cut(line, odds=0.7)] == ([True] if later else [])


def test_what_follows_a_timer_is_not_done_before_it_is_over() -> None:
    timed = "set_timer: give it [duration|an hour] || turn_off: then switch [device|the boiler] off"
    assert [later for _, later in cut(timed)] == [False, True]
    assert cut("set_timer: set a timer for [duration|an hour] || turn_off: and switch [device|the boiler] off") == []


def test_nothing_is_said_of_frames_that_are_unsure() -> None:
    assert cut("turn_off: switch [device|the boiler] off [when|in ten minutes]", odds=0.4) == []


def test_what_is_done_now_stands_apart_from_what_is_told_later() -> None:
    line = "start: start [device|the dryer] || notify: and tell me [condition|when it has finished]"
    assert cut(line) == [("start the dryer", False), ("and tell me when it has finished", True)]


def test_what_is_tied_to_an_action_for_later_waits_with_it() -> None:
    line = "turn_off: switch [device|the boiler] off || close: and close [device|the shutters] [when|at eight]"
    assert cut(line) == [("switch the boiler off and close the shutters at eight", True)]
    line = "close: [when|at eight] close [device|the shutters] || add_item: and put [title|candles] on [list_name|my list]"
    assert cut(line) == [("at eight close the shutters", True), ("and put candles on my list", False)]


@pytest.mark.parametrize(
    ("line", "put_down"),
    [
        (
            "add_item: [repeat|every Sunday] [when|at 18:00] put [title|bin bags] on [list_name|the shopping list]",
            "put bin bags on the shopping list",
        ),
        ("add_item: [repeat|毎週日曜の18時]に[list_name|買い物リスト]に[title|ゴミ袋]を入れて", "買い物リストにゴミ袋を入れて"),
        ("add_item: [condition|when the dryer is done] put [title|softener] on [list_name|the list]", "put softener on the list"),
        ("add_item: put [title|softener] on [list_name|the list] [when|tomorrow]", ""),
        ("add_item: [repeat|every Sunday] put [title|softener] down", ""),
    ],
)
def test_a_list_that_knows_no_moments_gets_its_things_later(line: str, put_down: str) -> None:
    sentence = marked(line)
    found = parts_of(sentence.frames, utterance_of(sentence.text, NOW), CARDS)
    assert [(part.later, part.put_down) for part in found] == ([(True, put_down)] if put_down else [])


def test_what_follows_a_timer_says_that_it_waits_for_its_end() -> None:
    sentence = marked("set_timer: time [duration|an hour] || turn_off: then switch [device|the boiler] off")
    first, second = parts_of(sentence.frames, utterance_of(sentence.text, NOW), CARDS)
    assert (first.later, second.follows_timer, second.text) == (False, True, "when the timer is done, switch the boiler off")


@pytest.mark.parametrize(
    ("line", "now"),
    [
        ("turn_on: [device|ポンプ][duration|20分]だけつけて", "ポンプ つけて"),
        ("turn_on: switch [device|the pump] on only [duration|for twenty minutes]", "switch the pump on"),
    ],
)
def test_what_is_begun_now_is_said_without_the_word_that_bounds_its_length(line: str, now: str) -> None:
    sentence = marked(line)
    (part,) = parts_of(sentence.frames, utterance_of(sentence.text, NOW), CARDS)
    assert part.now == now
