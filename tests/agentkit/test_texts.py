"""Sentences as data: every language's file holds the same names, with the same values to fill in."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from yamori.agentkit.texts import Texts
from yamori.domain.language import Language

SOURCE = Path(__file__).parents[2] / "src" / "yamori"
FOLDERS = sorted(path for name in ("texts", "answers", "signs", "card") for path in SOURCE.rglob(name) if path.is_dir())
_VALUE = re.compile(r"\{(\w+)")


def held(file: Path) -> dict[str, set[str]]:
    """By dotted name the values of a text. Forms that a number chooses are one text."""
    found: dict[str, set[str]] = {}

    def walk(node: Any, name: str) -> None:
        if isinstance(node, Mapping):
            for key, value in node.items():
                walk(value, name if key == "other" or key.isdecimal() else f"{name}.{key}".strip("."))
        else:
            found.setdefault(name, set()).update(_VALUE.findall(str(node)))

    text = file.read_text(encoding="utf-8")
    walk(tomllib.loads(text) if file.suffix == ".toml" else yaml.load(text, Loader=yaml.BaseLoader), "")
    return found


def in_every_language(folder: Path) -> list[dict[str, set[str]]]:
    """What each language's file holds, English first."""
    kind = ".toml" if list(folder.glob("*.toml")) else ".yaml"
    return [held(folder / f"{language.value}{kind}") for language in Language]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.parent.relative_to(SOURCE)))
def test_every_language_says_the_same_things(folder: Path) -> None:
    english, *others = in_every_language(folder)
    for other in others:
        assert other.keys() == english.keys()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.parent.relative_to(SOURCE)))
def test_a_moment_or_a_number_may_be_told_otherwise_but_nothing_else_is_left_out(folder: Path) -> None:
    english, *others = in_every_language(folder)
    for other in others:
        assert {name for name in english if (english[name] ^ other[name]) - {"days", "since", "count"}} == set()


FURTHER = [f for folder in FOLDERS for f in folder.glob("*.*ml") if f.stem not in {language.value for language in Language}]


@pytest.mark.parametrize("file", FURTHER, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_further_language_may_lack_texts_and_says_the_others_with_the_same_values(file: Path) -> None:
    english = held(file.with_stem("en"))
    assert {name: values for name, values in held(file).items() if english.get(name) != values} == {}


def test_what_a_language_lacks_is_said_in_english(tmp_path: Path) -> None:
    (tmp_path / "en.yaml").write_text('tea: Tea\neggs: {"1": an egg, other: "{count} eggs"}\nunits: {cup: cups}\n')
    (tmp_path / "de.yaml").write_text("tea: Tee\nunits: {pot: Kannen}\n")
    texts, german = Texts(tmp_path), Language("de")
    assert texts.languages() == (german, Language.ENGLISH)
    assert (texts.said(german, "tea"), texts.counted(german, "eggs", 1), texts.said(Language("tlh"), "tea")) == ("Tee", "an egg", "Tea")
    assert texts.has(german, "eggs.1") and not texts.has(german, "units.cup"), "an entry of a list of one's own is not filled up"
    with pytest.raises(KeyError):
        texts.said(german, "coffee")


def test_a_language_without_a_form_for_a_number_takes_the_one_for_any(tmp_path: Path) -> None:
    (tmp_path / "en.yaml").write_text('eggs: {"1": an egg, other: "{count} eggs"}\n')
    (tmp_path / "ja.yaml").write_text('eggs: {other: "卵{count}個"}\n')
    texts = Texts(tmp_path)
    assert [texts.counted(Language.ENGLISH, "eggs", n) for n in (1, 2)] == ["an egg", "2 eggs"]
    assert texts.counted(Language.JAPANESE, "eggs", 1) == "卵1個"
