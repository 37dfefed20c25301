"""What a topic and a paper may be called."""

import pytest

from yamori.agents.lifestyle.rules.topics import STARTER, checked_name, checked_topic, starter_title
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language, is_spaced


@pytest.mark.parametrize("name", ["cooking", "house rules", "家のルール", "a", "2026-bills", "x" * 60])
def test_a_folder_s_name_is_a_topic(name: str) -> None:
    assert checked_topic(name) == name


@pytest.mark.parametrize("name", ["", " ", "..", ".hidden", "a/b", "a\\b", "a ", " a", "-a", "x" * 61, "a\nb", "a:b", "a\0"])
def test_what_no_folder_can_be_called_everywhere_is_no_topic(name: str) -> None:
    with pytest.raises(InvalidRequest):
        checked_topic(name)


def test_a_name_is_kept_in_its_composed_form() -> None:
    assert checked_name("カ\u3099イト\u3099.pdf ") == "ガイド.pdf"


@pytest.mark.parametrize("name", ["", ".env", "a/b.md", "..", "a\\b.md", "c:x", "a\n.md", "x" * 201, "あ" * 70])
def test_a_name_that_lies_elsewhere_or_is_hidden_is_refused(name: str) -> None:
    with pytest.raises(InvalidRequest):
        checked_name(name)


def test_every_topic_of_the_starter_library_has_a_title_in_both_languages() -> None:
    for topic in STARTER:
        assert topic in starter_title(topic, Language.ENGLISH)
        assert not is_spaced(starter_title(topic, Language.JAPANESE)) and topic not in starter_title(topic, Language.JAPANESE)
