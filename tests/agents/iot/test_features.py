"""A device that nobody foresaw is switched itself, and its parts by their own names; what lasts is told from what does not."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from yamori.agentkit.task import Strength
from yamori.agents.iot.rules.candidates import candidates
from yamori.agents.iot.rules.claims import claimed
from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.looks import seen_by_none
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.retrieval import likelihood
from yamori.agents.iot.rules.segments import is_remark, split_actions
from yamori.agents.iot.rules.staged import staged
from yamori.agents.iot.rules.words import lexicon
from yamori.domain.values import Value
from yamori.gateway.homefile import load_home

_HOME = """
home: orangery
place: {name: Ghent, country: BE, latitude: 51.05, longitude: 3.72, timezone: Europe/Brussels}
rooms: [{id: orangery, name: Orangery}]
people: [{id: lies, name: Lies, role: adult}]
devices:
  - {id: herb-airer, name: Herb airer, room: orangery, components: {main: {herbAiring: {}}}}
  - {id: grotto, name: Grotto, room: orangery, components: {main: {grottoKeeping: {}}}}
"""
_AIRING = """
capability: herbAiring
says: Hangs herbs in a draught until they crackle.
attributes:
  draught: {type: string, values: ["off", gentle, brisk]}
  minutes: {type: integer, unit: min, minimum: 0, maximum: 300}
  buzzer: {type: boolean}
commands:
  air:
    says: Blow for a time. Gentle keeps petals whole, brisk suits woody stems.
    arguments:
      type: object
      properties: {draught: {type: string, enum: [gentle, brisk]}, minutes: {type: integer, minimum: 10, maximum: 300}}
      required: [draught, minutes]
    defaults: {draught: gentle, minutes: 45}
    effects: {draught: {argument: draught}, minutes: {argument: minutes}}
  rinse:
    says: Rinse the rack.
    effects: {draught: "off"}
  setBuzzer:
    says: Have it call when it is over.
    arguments: {type: object, properties: {enabled: {type: boolean}}, required: [enabled]}
    effects: {buzzer: {argument: enabled}}
"""
_GROTTO = """
capability: grottoKeeping
says: Cascade and glow of a grotto.
attributes:
  cascade: {type: string, values: [trickling, stopped]}
  glow: {type: string, values: ["on", "off"]}
commands:
  setCascade:
    says: Let the water trickle, or not.
    arguments: {type: object, properties: {cascade: {type: string, enum: [trickling, stopped]}}, required: [cascade]}
    effects: {cascade: {argument: cascade}}
  setGlow:
    says: Light the moss from below.
    arguments: {type: object, properties: {lamp: {type: string, enum: ["on", "off"]}}, required: [lamp]}
    effects: {glow: {argument: lamp}}
"""


@pytest.fixture
def context(tmp_path: Path) -> Context:
    (tmp_path / "capabilities").mkdir()
    (tmp_path / "capabilities" / "herbAiring.capability.yaml").write_text(_AIRING)
    (tmp_path / "capabilities" / "grottoKeeping.capability.yaml").write_text(_GROTTO)
    home = tmp_path / "orangery.home.yaml"
    home.write_text(_HOME)
    loaded = load_home(home)
    return Context(HomeIndex(loaded.home, loaded.capabilities, lexicon()), lexicon(), {})


def _read(sentence: str, context: Context) -> list[tuple[str, Mapping[str, Value]]]:
    return [(o.command, o.arguments) for o in understand(sentence, context).orders]


def test_to_start_a_device_is_to_do_what_it_is_called_after_and_not_to_switch_a_part_of_it(context: Context) -> None:
    assert _read("start the herb airer", context) == [("air", {})]


@pytest.mark.parametrize(("said", "value"), [("off", "stopped"), ("on", "trickling")])
def test_a_part_is_on_or_off_by_whatever_its_values_are_called(said: str, value: str, context: Context) -> None:
    assert _read(f"turn {said} the cascade", context) == [("setCascade", {"cascade": value})]


def test_another_part_is_not_switched_in_place_of_the_one_that_was_named(context: Context) -> None:
    assert all(command != "setGlow" for command, _ in _read("turn off the cascade", context))


def test_a_value_is_known_by_what_documentation_says_that_it_does(context: Context) -> None:
    assert _read("run the herb airer for woody stems, 60 minutes", context) == [("air", {"draught": "brisk", "minutes": 60})]


def test_what_is_to_last_is_none_of_what_does_not(context: Context) -> None:
    request = "let the herb airer have a go for 30 minutes"
    found = candidates(request, understand(request, context), context, likelihood(request, {}, context))
    assert found.commands == (("herbAiring", "air"),)


def test_where_nothing_takes_pictures_none_is_taken_in_another_way(context: Context) -> None:
    for request, asks in [("take a photo of the grotto", True), ("turn on the grotto", False)]:
        assert seen_by_none(request, understand(request, context), context) is asks


@pytest.mark.parametrize(
    ("request_", "whole"),
    [
        ("air the herbs briskly, 40 minutes will do", True),
        ("air the herbs briskly, remind me in 40 minutes", False),
    ],
)
def test_how_long_something_lasts_is_no_clause_for_somebody_else(request_: str, whole: bool, context: Context) -> None:
    now = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
    claim = claimed(request_, replace(context, now=now), now=now).strength
    assert (claim is Strength.WHOLE) is whole


def test_a_way_that_is_said_is_not_passed_over(context: Context) -> None:
    done = staged("bring the grotto down and rinse the herb airer", context)
    assert done.unread == "bring the grotto down"


def test_what_is_folded_out_is_unfolded() -> None:
    assert [s.text for s in split_actions("fold the awning out and roll the blind up").segments] == [
        "unfold the awning",
        "roll the blind up",
    ]


def test_what_is_not_wanted_of_it_is_a_remark() -> None:
    assert [is_remark(s) for s in split_actions("rinse it, not all the way to brisk").segments] == [False, True]
