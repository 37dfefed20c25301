"""What the Scheduler says is data, one file per language; each says everything that English says, of the same values."""

import re
from collections.abc import Iterator

import pytest
import yaml

from yamori.agents.scheduler.wording import WORDS, Words, words_in
from yamori.domain.language import Language

OTHERS = sorted(file.stem for file in WORDS.glob("*.yaml") if file.stem != "en")
ROWS = ("times.weekdays", "times.months", "announcement.weekdays", "announcement.months")


def texts(language: str) -> dict[str, object]:
    held = yaml.safe_load((WORDS / f"{language}.yaml").read_text(encoding="utf-8"))
    return {f"{section}.{name}": text for section, named in held.items() for name, text in named.items()}


def templates(text: object) -> Iterator[str]:
    yield from map(str, text.values() if isinstance(text, dict) else text if isinstance(text, list) else [text])


def test_every_language_of_the_household_has_its_words() -> None:
    assert {language.value for language in Language} <= {"en", *OTHERS}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_everything_that_english_says(language: str) -> None:
    own = {name for name in texts(language) if name.partition(".")[0] not in ("problems", "fields")}
    assert own == set(texts("en"))
    assert all(len(texts(language)[row]) == len(texts("en")[row]) for row in ROWS)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_a_variant_in_english_is_said_in_every_language(language: str) -> None:
    own = texts(language)
    for name, text in texts("en").items():
        if isinstance(text, dict) and isinstance(theirs := own[name], dict) and "other" not in theirs:
            assert set(text) <= set(theirs), name


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_no_text_has_brackets_within_brackets_or_a_value_without_a_name(language: str) -> None:
    assert [t for text in texts(language).values() for t in templates(text) if re.search(r"\[[^\]]*\[|\{\W", t)] == []


def test_a_language_without_words_is_answered_in_english() -> None:
    assert words_in("tlh").say("reminders.none") == words_in("en").say("reminders.none")


def test_what_has_no_value_is_left_out_with_what_stands_around_it() -> None:
    words = Words({"a.b": "Moved[ to {when}][, {day}|, whenever]."})
    assert words.say("a.b", when="noon", day="today") == "Moved to noon, today."
    assert words.say("a.b", when="", day=None) == "Moved, whenever."


def test_values_are_never_read_as_texts() -> None:
    assert Words({"a.b": "[«{title}»]"}).say("a.b", title="{x} [y|z]") == "«{x} [y|z]»"


def test_what_differs_by_number_or_case_is_a_variant() -> None:
    words = Words({"a.b": {"one": "{count} cup", "hot": "tea", "other": "{count} cups"}, "lists.all": [", ", " and "]})
    assert (words.count("a.b", 1), words.count("a.b", 2), words.say("a.b", "hot")) == ("1 cup", "2 cups", "tea")
    assert words.join("all", ["a", "", "b", "c"]) == "a, b and c"
