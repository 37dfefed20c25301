"""Word lists as data: sorts of words in the YAML files of a folder, one file a language. A further language is a further file.

Whoever reads sentences by words asks here; a sort holds single words, in one line, or phrases, as a list. What stands in the files is no
pattern: Latin words are found as whole words, Japanese ones wherever they stand.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from yamori.domain.language import is_spaced, whole_words
from yamori.understanding.phrasings import source_of

__all__ = ["WordLists", "whole_words"]


class WordLists:
    """The lists of one folder, read when the first is asked for."""

    def __init__(self, folder: Path, language: str = "") -> None:
        """Of one `language`, as its file is called, or of all."""
        self._folder, self._language = folder, language

    def of(self, language: str) -> "WordLists":
        """Those of one language alone. A sort that only others have is empty in it."""
        return WordLists(self._folder, language)

    def knows(self, sort: str) -> bool:
        return bool(self.ordered(sort))

    def words(self, sort: str) -> frozenset[str]:
        """The words of a sort in every language. Raises `KeyError` for one that no file has."""
        return frozenset(self.ordered(sort))

    def ordered(self, sort: str) -> tuple[str, ...]:
        """The same in the order in which they stand."""
        return _ordered(self._folder, self._language, sort)

    def pairs(self, sort: str) -> Mapping[str, str]:
        """Words, and what each of them stands for."""
        found: dict[str, str] = {}
        for held in _files(self._folder).values():
            found |= {word: str(same) for same, words in held.get(sort, {}).items() for word in _listed(words)}
        if not found:
            raise KeyError(sort)
        return found

    def forms(self, sort: str) -> frozenset[str]:
        """Every phrase that the forms of a sort stand for: in `(it|that) [too]` one of several, and what may be left out. For whole
        sentences and names, which are one of them or not."""
        return _forms(self._folder, self._language, sort)

    def finder(self, sort: str) -> re.Pattern[str]:
        """What finds them in a text in lower case, the longest first."""
        return _finder(self._folder, self._language, sort)

    def phrasing(self, sort: str) -> re.Pattern[str]:
        """What finds the phrasings of a sort in a text in lower case (`understanding.phrasings` says how they are written)."""
        return _phrasing(self._folder, self._language, sort)

    def stand_in(self, text: str, sort: str) -> bool:
        """Whether a text, in lower case, holds a word or phrase of a sort."""
        return _finder(self._folder, self._language, sort).search(text) is not None

    def is_form(self, text: str, sort: str) -> bool:
        """Whether a text, in lower case, is one of the forms of a sort and nothing else."""
        return " ".join(text.split()) in self.forms(sort)

    def end(self, text: str, sort: str) -> bool:
        """Whether a text, in lower case, ends with one of its forms; with a whole word where words stand apart."""
        bare = text.rstrip()
        return any(bare.endswith(form) and not (is_spaced(form) and bare[: -len(form)][-1:].isalnum()) for form in self.forms(sort) if form)

    def begin(self, text: str, sort: str) -> bool:
        """Whether a text, in lower case, begins with one."""
        return _finder(self._folder, self._language, sort).match(text) is not None


def _listed(held: object) -> Iterator[str]:
    if isinstance(held, Mapping):
        yield from (word for words in held.values() for word in _listed(words))
    else:
        yield from map(str, held) if isinstance(held, list) else str(held).split()


@cache
def _files(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """By language."""
    import yaml

    files = sorted(folder.glob("*.yaml"))
    return {file.stem: yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader) for file in files}  # `on` is a word


@cache
def _ordered(folder: Path, language: str, sort: str) -> tuple[str, ...]:
    found = {name: tuple(_listed(held[sort])) for name, held in _files(folder).items() if sort in held}
    if not any(found.values()):
        raise KeyError(sort)
    return found.get(language, ()) if language else tuple(word for words in found.values() for word in words)


@cache
def _forms(folder: Path, language: str, sort: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for form in _ordered(folder, language, sort) for phrase in _phrases(form))


def _phrases(form: str) -> Iterator[str]:
    """Those of one form; groups may hold groups."""
    opening = next((at for at, sign in enumerate(form) if sign in "(["), None)
    if opening is None:
        yield from form.split("|")
        return
    closing = _closing(form, opening)
    inside = [*_phrases_apart(form[opening + 1 : closing]), *([""] if form[opening] == "[" else [])]
    for chosen in inside:
        yield from _phrases(form[:opening] + chosen + form[closing + 1 :])


def _phrases_apart(group: str) -> Iterator[str]:
    """What stands between the bars of a group, those within its own groups aside."""
    depth, begun = 0, 0
    for at, sign in enumerate(group):
        depth += (sign in "([") - (sign in ")]")
        if sign == "|" and not depth:
            yield group[begun:at]
            begun = at + 1
    yield group[begun:]


def _closing(form: str, opening: int) -> int:
    depth = 0
    for at in range(opening, len(form)):
        depth += (form[at] in "([") - (form[at] in ")]")
        if not depth:
            return at
    raise ValueError(f"a group of the form {form!r} is not closed")


@cache
def _finder(folder: Path, language: str, sort: str) -> re.Pattern[str]:
    return whole_words(_ordered(folder, language, sort))


@cache
def _phrasing(folder: Path, language: str, sort: str) -> re.Pattern[str]:
    return re.compile(_phrasing_source(folder, language, sort))


def _phrasing_source(folder: Path, language: str, sort: str) -> str:
    """In each language with what that language says below the sorts that it names."""
    if not any(sort in held for held in _files(folder).values()):
        raise KeyError(sort)
    languages = [language] if language else [name for name, held in _files(folder).items() if held.get(sort)]
    return "|".join(source_of(_ordered(folder, name, sort), partial(_phrasing_source, folder, name)) for name in languages) or "(?!)"


@cache
def by_language(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """The files of a folder as they stand, by language. Read once a process, on first use."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return {file.stem: yaml.load(file.read_text(encoding="utf-8"), Loader=loader) for file in sorted(folder.glob("*.yaml"))}


def by_name(folder: Path, *, whole: Collection[str] = ()) -> Mapping[str, Any]:
    """The same the other way round: below each name, and below names of names, what each language has there. What stands below a name of
    `whole` is one thing in each language."""
    return _by_name(by_language(folder), whole)


def _by_name(held: Mapping[str, Any], whole: Collection[str]) -> Mapping[str, Any]:
    names = {name: None for file in held.values() for name in file}
    found: dict[str, Any] = {}
    for name in names:
        own = {language: file[name] for language, file in held.items() if name in file}
        below = name not in whole and all(isinstance(one, Mapping) for one in own.values())
        found[name] = _by_name(own, whole) if below else own
    return found
