"""The home must be left as declared, and nothing else may change."""

from collections.abc import Mapping
from typing import Any

from yamori.domain.values import Value
from yamori.evaluation.homeassistant.household import EntityState
from yamori.evaluation.homeassistant.verdict import alike, wrongs

LAMP = EntityState(state="off", attributes={"brightness": None, "modes": ["a", "b"]})
BLIND = EntityState(state="open", attributes={"current_position": 100, "is_closed": False})
HOME = {"light.a": LAMP, "cover.b": BLIND}


def judged(after: Mapping[str, EntityState], expect: Mapping[str, Any] | None = None, **ignore: list[str]) -> list[str]:
    ignored = {name.replace("__", "."): names for name, names in ignore.items()}
    return list(wrongs(HOME, {**HOME, **after}, expect=expect or {}, ignore=ignored, plain=plain))


def plain(entity: str, value: Any) -> Value:
    return "hs" if value == "light.ColorMode.HS" else value


def test_a_declared_change_is_right_and_its_absence_is_not() -> None:
    on = EntityState(state="on", attributes={"brightness": 128, "modes": ["a", "b"]})
    expect = {"light.a": {"state": "on", "attributes": {"brightness": "128"}}}
    assert judged({"light.a": on}, expect) == []
    assert judged({}, expect) == ["light.a brightness is None, expected '128'", "light.a state is 'off', expected 'on'"]


def test_an_undeclared_change_of_another_entity_or_attribute_is_wrong() -> None:
    closed = EntityState(state="closed", attributes={"current_position": 0, "is_closed": True})
    assert len(judged({"cover.b": closed})) == 2
    assert judged({"cover.b": closed}, {"cover.b": {"state": "closed"}}, cover__b=["current_position"]) == []


def test_what_only_follows_is_free_unless_it_is_declared() -> None:
    on = EntityState(state="on", attributes={**LAMP.attributes, "percentage": 100}, derived=frozenset({"percentage"}))
    assert judged({"light.a": on}, {"light.a": {"state": "on"}}) == []
    assert judged({"light.a": on}, {"light.a": {"state": "on", "attributes": {"percentage": 50}}}) != []


def test_names_of_enumerations_and_unknown_entities_are_understood() -> None:
    coloured = EntityState(state="off", attributes={**LAMP.attributes, "color_mode": "hs"})
    assert judged({"light.a": coloured}, {"light.a": {"attributes": {"color_mode": "light.ColorMode.HS"}}}) == []
    assert judged({}, {"light.nowhere": {"state": "on"}}) == ["the home has no entity light.nowhere"]


def test_equal_is_what_home_assistant_writes_alike() -> None:
    assert alike(1, "1") and alike(0.5, ".5") and alike(True, "on") and alike((1, 2), [1.0, 2]) and alike(None, None)
    assert not alike(None, "None") and not alike(0, False) and not alike("on", "off") and not alike([1], [1, 2])
