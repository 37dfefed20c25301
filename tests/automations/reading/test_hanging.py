"""What of a sentence is put off, by its marked frames."""

from datetime import datetime

import pytest

from yamori.automations.reading.hanging import Later, later_parts
from yamori.understanding.marked import marked
from yamori.understanding.normal_form import normal_form
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


def parts(line: str) -> tuple[Later, ...]:
    sentence = marked(line)
    utterance = utterance_of(sentence.text, NOW)
    assert normal_form(sentence.text).text == sentence.text.lower()  # the marks' positions are those of the normal form
    return later_parts(sentence.frames, utterance)


@pytest.mark.parametrize(
    ("line", "action", "times"),
    [
        ("turn_off: switch [device|the boiler] off [when|in ten minutes]", "switch the boiler off", "in ten minutes"),
        ("close: [repeat|every evening] [when|at eight] close [device|the shutters]", "close the shutters", "every evening at eight"),
        ("open: [repeat|毎週土曜]の[when|8時]に[device|雨戸]を開けて", "雨戸を開けて", "毎週土曜, 8時"),
    ],
)
def test_the_action_is_what_is_left_without_its_times(line: str, action: str, times: str) -> None:
    (part,) = parts(line)
    assert (part.action, part.times.replace(", at", " at")) == (action, times)


def test_what_follows_something_for_later_waits_with_it() -> None:
    (part,) = parts("close: [when|at eight] close [device|the shutters] || turn_on: and turn on [device|the lantern]")
    assert part.action == "close the shutters and turn on the lantern"


def test_actions_at_two_times_are_two_parts() -> None:
    first, second = parts("turn_on: put [device|the boiler] on [when|at five] || turn_off: and [device|the pump] off [when|at nine]")
    assert (first.action, first.times, second.action, second.times) == ("put the boiler on", "at five", "the pump off", "at nine")


def test_who_only_wants_to_be_told_has_no_action_and_it_is_what_was_named_before() -> None:
    (part,) = parts("start: start [device|the dryer] || notify: and tell me [condition|when it has finished]")
    assert part.tells and not part.action and part.conditions == ("when it has finished",) and part.device == "the dryer"


def test_what_waits_for_nothing_is_no_part() -> None:
    assert parts("turn_on: turn [device|the lantern] on") == ()


@pytest.mark.parametrize(
    ("line", "action", "times"),
    [
        ("turn_on: [lead|日没の20分]前に[device|門灯]をつけて", "門灯をつけて", "日没の20分前"),
        ("turn_on: [duration|two hours] from now switch [device|the lantern] on", "switch the lantern on", "two hours from now"),
        (
            "open: [repeat|every day] [duration|ten minutes] [when|after sunrise] open [device|the hatch]",
            "open the hatch",
            "every day ten minutes after sunrise",
        ),
    ],
)
def test_an_expression_that_a_reader_cuts_is_read_whole(line: str, action: str, times: str) -> None:
    (part,) = parts(line)
    assert (part.action, part.times) == (action, times)


def test_a_place_in_which_somebody_wants_to_be_told_is_no_part_of_what_is_waited_for() -> None:
    (part,) = parts("notify: tell me [room|in the attic] [condition|when the door of the shed opens]")
    assert part.places == ("in the attic",)
    (part,) = parts("notify: tell me [condition|when the attic door opens]")
    assert part.places == ()
