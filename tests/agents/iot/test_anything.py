"""Whatever is said: nothing breaks, questions write nothing, and orders name only what exists with arguments that are valid."""

from functools import cache
from typing import Any, cast

import jsonschema
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st
from tests.agents.iot.house import MANOR, NOW
from tests.lengths import examples

from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.meaning import Context, Focus, Meaning
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.words import lexicon
from yamori.domain.language import language_of
from yamori.domain.values import Value
from yamori.gateway.homefile import load_home

_STATE: dict[str, Value] = {
    "p1.main.switch.switch": "on",
    "p1.main.switchLevel.level": 60,
    "p4.main.temperatureSetpoint.temperatureSetpoint": 20,
}
_NAMES = [
    "chandelier",
    "piano lamp",
    "the lights",
    "lights upstairs",
    "everything",
    "it",
    "fan",
    "drapes",
    "freezer",
    "gate",
    "in the tower",
    "シャンデリア",
    "電気",
    "2階の電気",
    "カーテン",
    "それ",
    "全部",
    "門の鍵",
    "応接間",
]
_VERBS = [
    "turn on",
    "turn off",
    "open",
    "close",
    "dim",
    "set",
    "lock",
    "make",
    "stop",
    "undo",
    "louder",
    "をつけて",
    "を消して",
    "を開けて",
    "を暗くして",
    "にして",
    "を下げて",
    "戻して",
]
_REST = [
    "to 40 %",
    "20",
    "blue",
    "half",
    "a bit",
    "too",
    "at 8",
    "except",
    "and",
    "but not",
    "please",
    "no,",
    "2度",
    "赤",
    "半分",
    "以外",
    "も",
    "30パーセント",
    "、",
    "ないで",
    "だけ残して",
]
_ASKS = ["is", "are", "which", "how many", "what is", "did i leave"]
_FOCUS = Focus(parts=(Part("p1"),), kind="light", predicate="turn off □", receipts=(("p1", "main", "switch", "switch", "on"),))

quick = examples(250, suppress_health_check=[HealthCheck.too_slow])


@cache
def _index() -> HomeIndex:
    loaded = load_home(MANOR)
    return HomeIndex(loaded.home, loaded.capabilities, lexicon())


def _read(text: str, focus: Focus | None = None) -> Meaning:
    return understand(text, Context(_index(), lexicon(), _STATE, "parlour", focus or Focus(), now=NOW))


def _are_valid(meaning: Meaning) -> bool:
    index = _index()
    for order in meaning.orders:
        assert order.capability in index.devices[order.device].components[order.component]
        schema = cast(Any, index.capabilities[order.capability].commands[order.command].arguments)
        jsonschema.validate(dict(order.arguments), _without_limits(schema))
    return True


def _without_limits(schema: dict[str, Any]) -> dict[str, Any]:
    """A number out of range is the person's, and the gate's to refuse."""
    properties = {n: {k: v for k, v in p.items() if k not in ("minimum", "maximum")} for n, p in schema.get("properties", {}).items()}
    return {**schema, "properties": properties, "additionalProperties": False}


pieces = st.lists(st.sampled_from([*_NAMES, *_VERBS, *_REST]), min_size=1, max_size=8)


@quick
@given(st.text(max_size=120))
def test_any_text_is_read_without_an_error(text: str) -> None:
    _read(text)
    _read(text, _FOCUS)


@quick
@given(pieces, st.booleans(), st.booleans())
def test_orders_name_only_what_exists_with_valid_arguments(words: list[str], follows: bool, spaced: bool) -> None:
    assert _are_valid(_read((" " if spaced else "").join(words), _FOCUS if follows else Focus()))


@quick
@given(st.sampled_from(_ASKS), pieces)
def test_a_question_is_never_an_order(ask: str, words: list[str]) -> None:
    text = f"{ask} {' '.join(words)}?"
    assume(language_of(text) is language_of(ask))  # つけて？ asks for it to be done
    meaning = _read(text, _FOCUS)
    assert not meaning.orders


@quick
@given(st.sampled_from(["turn off", "turn on", "dim", "close"]), st.sampled_from(["all the lights", "everything", "every lamp"]),
       st.sampled_from([("the chandelier", "p1"), ("ida's lamp", "b1"), ("the telescope lamp", "t1"), ("the left drape", "p5")]),
       st.sampled_from(["except", "except for", "but not", "apart from", "other than"]))  # fmt: skip
def test_what_is_left_out_is_never_touched(verb: str, what: str, exclusion: tuple[str, str], word: str) -> None:
    sentences = [f"{verb} {what} {word} {exclusion[0]}"] + [f"{word} {exclusion[0]}, {verb} {what}"] * (word != "but not")
    for sentence in sentences:
        assert all(order.device != exclusion[1] for order in _read(sentence).orders)
