"""Word lists are read from one file a language; Latin words are found whole, Japanese ones wherever they stand."""

from pathlib import Path

import pytest

from yamori.understanding.word_lists import WordLists


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
