"""Conditions that can be looked at now: how they are asked, when they hold, and how they are told; none of what is to come is one."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.orchestrator.conditions import read_condition
from yamori.orchestrator.conditions.condition import Condition

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")


def read(text: str) -> Condition:
    found = read_condition(text, NOW)
    assert found is not None, text
    return found


@pytest.mark.parametrize(
    ("text", "question", "wanted", "not_so", "actions"),
    [
        ("If nobody is in the den, dim it", "is anybody in the den?", False, "somebody is in the den", "dim it"),
        ("dim it if there's no one upstairs", "is there anyone upstairs?", False, "there is somebody upstairs", "dim it"),
        ("If the gate isn't shut, shut it", "is the gate shut?", False, "the gate is shut", "shut it"),
        (
            "If it's warmer than 20 in the den, ring it",
            "is it warmer than 20 in the den?",
            True,
            "it is not warmer than 20 in the den",
            "ring it",
        ),
        ("if any window is open, ring the bell", "is any window open?", True, "no window is open", "ring the bell"),
        ("Ring the bell unless the gate is shut", "is the gate shut?", False, "the gate is shut", "Ring the bell"),
        ("If the kiln has finished, open it", "has the kiln finished?", True, "the kiln has not finished", "open it"),
        ("書斎に誰もいなければベルを鳴らして", "書斎に誰かいる？", False, "書斎に誰かいる", "ベルを鳴らして"),
        ("窓が開いていたら、閉めて", "窓が開いている？", True, "窓が開いていない", "閉めて"),
        ("門が閉まっていないなら閉めて", "門が閉まっている？", False, "門が閉まっている", "閉めて"),
        ("離れが28度以上だったら窓を開けて", "離れが28度以上？", True, "離れが28度以上ではない", "窓を開けて"),
        ("離れが暗かったらランプをつけて", "離れが暗い？", True, "離れが暗くない", "ランプをつけて"),
        ("寒くなければ火を消して", "寒い？", False, "寒い", "火を消して"),
    ],
)
def test_a_state_is_asked_without_its_negation(text: str, question: str, wanted: bool, not_so: str, actions: str) -> None:
    found = read(text)
    assert (found.question, found.wanted, found.not_so, found.actions) == (question, wanted, not_so, actions)


@pytest.mark.parametrize(
    "text",
    [
        "If it rains, close the hatch",
        "When the kiln is hot, open it",
        "Whenever nobody is in the den, dim the lamp",
        "If the gate is open at ten, shut it",
        "If nobody is in the den tonight, dim the lamp",
        "If the kiln gets hot, open it",
        "As soon as it is dark, light the lamp",
        "If nobody is in the den",
        "雨が降ったらハッチを閉めて",
        "雨が降らなければ水をやって",
        "帰ったらランプをつけて",
        "暗くなったらランプをつけて",
        "雨の場合はハッチを閉めて",
        "今夜誰もいなければランプを消して",
        "ランプをつけて",
    ],
)
def test_what_is_to_come_and_what_has_nothing_to_do_is_none(text: str) -> None:
    assert read_condition(text, NOW) is None


def test_there_is_the_place_of_the_condition_and_without_one_the_condition_is_not_read() -> None:
    assert read("If somebody is in the attic, turn the lamp on in there").actions == "turn the lamp on in the attic"
    assert read("書斎に誰かいるなら、そこのランプをつけて").actions == "書斎のランプをつけて"
    assert read_condition("If the kiln is running, turn the lamp on there", NOW) is None
    assert read_condition("窯が動いているなら、そこのランプをつけて", NOW) is None


THINGS = st.sampled_from(["the kiln", "the gate", "my old lamp", "the hatch in the attic", "it"])
STATES = st.sampled_from(["on", "open", "still running", "warmer than the cellar", "unlocked"])


@given(THINGS, STATES, st.booleans(), st.sampled_from(["If", "Unless"]))
def test_a_negation_and_unless_each_turn_the_wanted_answer_and_nothing_else(thing: str, state: str, negated: bool, marker: str) -> None:
    found = read(f"{marker} {thing} is {'not ' if negated else ''}{state}, ring the bell")
    assert found.question == f"is {thing} {state}?" and found.actions == "ring the bell"
    assert found.wanted is ((marker == "If") is not negated)


@given(
    st.sampled_from(["窯", "門", "古いランプ", "離れのハッチ"]),
    st.sampled_from(["動いて", "開いて", "ついて"]),
    st.booleans(),
    st.integers(0, 2),
)
def test_a_negation_turns_the_wanted_answer_in_every_way_of_saying_if(thing: str, verb: str, negated: bool, way: int) -> None:
    ending = (("いたら", "いれば", "いるなら"), ("いなかったら", "いなければ", "いないなら"))[negated][way]
    found = read(f"{thing}が{verb}{ending}、ベルを鳴らして")
    assert (found.question, found.wanted) == (f"{thing}が{verb}いる？", not negated)
