"""A length that is waited for before an order, and what follows a timer, by words and marked frames."""

from datetime import datetime

import pytest

from yamori.understanding.marked import marked
from yamori.understanding.sequence import follows_timer, said_after_timer, said_as_moment
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        ("wait ten minutes and then shut the gate", "in ten minutes shut the gate"),
        ("please give it half an hour, then put the lantern out", "in half an hour put the lantern out"),
        ("open the gate, wait five minutes, then close it", "open the gate, in five minutes close it"),
        ("light the stove and give it another two hours. then put it out", "light the stove and in two hours put it out"),
        ("20分待ってから門を閉めて", "20分後に門を閉めて"),
        ("門を開けて、5分ほど待って、それから閉めて", "門を開けて、5分後に閉めて"),
    ],
)
def test_a_length_that_is_waited_for_is_the_moment_of_what_follows(text: str, otherwise: str) -> None:
    assert said_as_moment(utterance_of(text, NOW)) == otherwise


@pytest.mark.parametrize(
    "text",
    [
        "wait, ten minutes is too long",
        "don't wait ten minutes, then",
        "give it ten minutes",
        "give the oven ten minutes, then open it",
        "leave it on for an hour, then put it out",
        "set a timer for ten minutes, then shut the gate",
        "shut the gate in ten minutes",
        "20分待ってね",
        "20分測って、それから門を閉めて",
    ],
)
def test_a_length_of_anything_else_is_none(text: str) -> None:
    assert said_as_moment(utterance_of(text, NOW)) == ""


def after(line: str) -> tuple[bool, str]:
    sentence = marked(line)
    utterance = utterance_of(sentence.text, NOW)
    return follows_timer(1, sentence.frames, utterance), said_after_timer(sentence.frames[0], sentence.frames[1:], utterance)


@pytest.mark.parametrize(
    ("line", "otherwise"),
    [
        (
            "set_timer: time [duration|an hour] || close: and after that shut [device|the gate] || open: and open [device|the hatch]",
            "when the timer is done, shut the gate and open the hatch",
        ),
        ("set_timer: set a timer for [duration|an hour], || close: and [condition|once it rings] shut [device|the gate]", None),
        ("set_timer: [duration|20分]測って、 || close: [condition|終わったら][device|門]を閉めて", "タイマーが終わったら門を閉めて"),
        ("set_timer: [duration|20分]のタイマーを頼む、 || close: そのあと[device|門]を閉めて", "タイマーが終わったら門を閉めて"),
    ],
)
def test_what_follows_a_timer_is_said_by_itself(line: str, otherwise: str | None) -> None:
    assert after(line) == (True, otherwise or "when the timer is done, shut the gate")


@pytest.mark.parametrize(
    "line",
    [
        "set_timer: set a timer for [duration|an hour] || close: and shut [device|the gate]",
        "set_timer: set a timer for [duration|an hour] || close: and [condition|when the wash is done] shut [device|the gate]",
        "open: open [device|the gate] || close: then shut [device|the shed]",
    ],
)
def test_what_is_only_said_beside_a_timer_does_not_follow_it(line: str) -> None:
    assert not after(line)[0]


def test_what_waits_for_something_else_besides_is_not_said_otherwise() -> None:
    assert after("set_timer: set a timer for [duration|an hour] || close: then [when|at nine] shut [device|the gate]") == (True, "")
