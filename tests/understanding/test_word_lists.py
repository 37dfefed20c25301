"""Word lists are read from one file a language; Latin words are found whole, Japanese ones wherever they stand."""

from pathlib import Path

import pytest

from yamori.understanding.word_lists import WordLists, by_language, by_name


@pytest.fixture
def lists(tmp_path: Path) -> WordLists:
    (tmp_path / "en.yaml").write_text('bright: on light\nphrases: ["in here", no]\nalike: {mend: fix repair}\n', encoding="utf-8")
    (tmp_path / "ja.yaml").write_text("bright: 明るい まぶしい\n", encoding="utf-8")
    (tmp_path / "de.yaml").write_text("bright: hell grün\n", encoding="utf-8")
    return WordLists(tmp_path)


def test_a_sort_holds_the_words_of_every_language_as_they_stand(lists: WordLists) -> None:
    assert lists.words("bright") == {"on", "light", "明るい", "まぶしい", "hell", "grün"}
    assert lists.ordered("phrases") == ("in here", "no")
    assert lists.pairs("alike") == {"fix": "mend", "repair": "mend"}
    with pytest.raises(KeyError):
        lists.words("dull")


@pytest.mark.parametrize(
    ("text", "found"),
    [("a light is on", True), ("lightly", False), ("ここは明るいね", True), ("das grün", True), ("grüner", False), ("hello", False)],
)
def test_words_are_found_whole_where_words_stand_apart(lists: WordLists, text: str, found: bool) -> None:
    assert lists.stand_in(text, "bright") is found


def test_what_begins_a_text_is_found_there_alone(lists: WordLists) -> None:
    assert lists.begin("in here it is", "phrases") and not lists.begin("it is in here", "phrases")


def test_the_lists_of_one_language_hold_nothing_of_another(lists: WordLists) -> None:
    german = lists.of("de")
    assert german.words("bright") == {"hell", "grün"} and not german.knows("phrases")
    assert german.stand_in("das grün", "bright") and not german.stand_in("a light is on", "bright")
    with pytest.raises(KeyError):
        german.words("dull")


@pytest.fixture
def worded(tmp_path: Path) -> WordLists:
    (tmp_path / "en.yaml").write_text(
        'points: ["(it|the (first|last) one) [too]", ""]\ntowards: ["(to|into) [the|our]"]\n', encoding="utf-8"
    )
    (tmp_path / "ja.yaml").write_text('points: ["(それ|これ)[も]"]\ntowards: [へ]\n', encoding="utf-8")
    return WordLists(tmp_path)


def test_a_form_stands_for_every_phrase_that_its_groups_make(worded: WordLists) -> None:
    english = {"", "it", "it too", "the first one", "the first one too", "the last one", "the last one too"}
    assert worded.forms("points") == english | {"それ", "それも", "これ", "これも"}
    assert worded.of("ja").forms("points") == {"それ", "それも", "これ", "これも"}


@pytest.mark.parametrize(("text", "found"), [("  the first  one ", True), ("", True), ("これも", True), ("the one", False), ("its", False)])
def test_a_text_is_a_form_as_a_whole(worded: WordLists, text: str, found: bool) -> None:
    assert worded.is_form(text, "points") is found


@pytest.mark.parametrize(
    ("text", "found"), [("put it into the ", True), ("go to", True), ("庭へ", True), ("ditto", False), ("to it", False)]
)
def test_what_ends_a_text_is_found_there_as_whole_words(worded: WordLists, text: str, found: bool) -> None:
    assert worded.end(text, "towards") is found


def test_a_group_that_is_not_closed_is_refused(tmp_path: Path) -> None:
    (tmp_path / "en.yaml").write_text('broken: ["(one|two"]\n', encoding="utf-8")
    with pytest.raises(ValueError, match="is not closed"):
        WordLists(tmp_path).forms("broken")


def test_words_below_names_are_found_by_name_and_language(tmp_path: Path) -> None:
    (tmp_path / "en.yaml").write_text("rain: {plain: [rain]}\nhours: {noon: 12}\n", encoding="utf-8")
    (tmp_path / "ja.yaml").write_text("rain: {plain: [雨], loose: [降る]}\nhours: {正午: 12}\n", encoding="utf-8")
    assert by_language(tmp_path)["ja"]["hours"] == {"正午": 12}
    assert by_name(tmp_path, whole=("hours",)) == {
        "rain": {"plain": {"en": ["rain"], "ja": ["雨"]}, "loose": {"ja": ["降る"]}},
        "hours": {"en": {"noon": 12}, "ja": {"正午": 12}},
    }
