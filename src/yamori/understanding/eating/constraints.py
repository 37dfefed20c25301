"""What a person must not or will not eat, and whether a passage breaks it: by the words of `words/`, before an answer is given."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language, is_spaced


@dataclass(frozen=True, kw_only=True)
class Constraint:
    """One row of the files of `words/`."""

    name: str
    names: Mapping[Language, str]
    asked: re.Pattern[str]
    """How people name it when they say that they have it."""
    breaks: re.Pattern[str]
    """What of a dish breaks it."""
    fine: re.Pattern[str] | None
    """What looks like that and is none: taken out before the dish is looked at."""
    listed: bool = True
    """False for what is known by its own name alone: a dish that does not name it may hold it all the same."""

    def called(self, language: Language) -> str:
        return self.names.get(language, self.name)


def broken(constraints: Iterable[Constraint], text: str) -> tuple[Constraint, str] | None:
    """The first constraint that a text breaks, and the word that does it."""
    plain = _DENIED.sub(" ", _plain(text))
    for constraint in constraints:
        looked = constraint.fine.sub(" ", plain) if constraint.fine else plain
        found = constraint.breaks.search(looked)
        if found is not None:
            return constraint, found[0].strip()
    return None


def constraints_of(said: Sequence[str]) -> tuple[Constraint, ...]:
    """Which constraints are meant by texts such as `egg allergy` or `減塩`. Raises `InvalidRequest` for one that is none of them: what
    nobody can check must not seem checked."""
    found: dict[str, Constraint] = {}
    for text in said:
        asked_for = [c for c in _rules().constraints if c.asked.search(_plain(text)) or c.name == text]
        if not asked_for:
            names = tuple(c.name for c in _rules().constraints)
            raise InvalidRequest(
                f"{text!r} is no constraint that can be checked; there are {', '.join(names)}", where="constraints", nearest=names
            )
        found |= {c.name: c for c in asked_for}
    return tuple(found.values())


def constraint_called(word: str) -> Constraint:
    """One of `words/`, or one that knows no more than this word, where none of them is meant."""
    try:
        return constraints_of([word])[0]
    except InvalidRequest:
        name = _singular(_plain(word))
        return Constraint(name=name, names={}, asked=_NEVER, breaks=_any([name]), fine=None, listed=False)


def _singular(word: str) -> str:
    return word[:-1] if is_spaced(word) and word.endswith("s") and not word.endswith("ss") else word


def constraints_said(request: str) -> tuple[Constraint, ...]:
    """Those that the person names in the request itself."""
    plain = _plain(request)
    if not _rules().having.search(plain):
        return ()
    return tuple(c for c in _rules().constraints if c.asked.search(plain))


def wants_food(question: str) -> bool:
    """Whether it asks for something to eat or cook, and not about an ingredient."""
    return _rules().food.search(_plain(question)) is not None


def holds_food(text: str) -> bool:
    """Whether it names several of the foods that somebody may have to avoid, as the list of what goes into a dish does."""
    plain = _plain(text)
    return sum(c.breaks.search(plain) is not None for c in _rules().constraints) > 1


def refuses(question: str) -> bool:
    """Whether it has a word for what must not be eaten."""
    return _rules().refusing.search(_plain(question)) is not None


def is_part_of_a_recipe(heading: str) -> bool:
    """Whether a heading is one of those inside a recipe: `Ingredients`, 作り方."""
    return _rules().recipe_parts.search(_plain(heading)) is not None


_NEVER = re.compile(r"(?!)")
_DENIED = re.compile(
    r"\b(?:without|free (?:of|from)|no|contains? (?:no|neither)|leave out|instead of) (?:[\w -]+, )*[\w -]+?"
    r"(?: (?:or|and|nor) [\w -]+?)?(?=[.;,)]|$| for | so | but | is | are )"
    r"|(?:for|with|in case of) an? [\w -]+? (?:allergy|intolerance)[^.;]*"
    r"|(?:[^\s。、（をに]{1,8}[、・やと])*[^\s。、（をに]{1,10}(?:を?使わ(?:ない|ず)|不使用|を?含まない|を?含まず|抜き|の代わりに)"
    r"|[^。]*アレルギーの(?:人|方|場合|子)[^。]*"
)
"""What a dish does without, and what somebody else is advised to do instead."""


@dataclass(frozen=True, kw_only=True)
class _Rules:
    having: re.Pattern[str]
    """A request that says what somebody must not or will not eat."""
    recipe_parts: re.Pattern[str]
    """What a heading inside a recipe is called."""
    food: re.Pattern[str]
    """A request for something to eat or cook."""
    refusing: re.Pattern[str]
    """A question for what must not be eaten."""
    constraints: tuple[Constraint, ...]


@cache
def _rules() -> _Rules:
    import yaml

    found = sorted((Path(__file__).parent / "words").glob("*.yaml"))
    held = {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in found}
    names = dict.fromkeys(name for file in held.values() for name in file["constraints"])
    sorts = ("recipe_parts", "having", "food", "refusing")
    words = {sort: _any(word for file in held.values() for word in file.get(sort, ())) for sort in sorts}
    constraints = (_constraint(name, {language: file["constraints"].get(name, {}) for language, file in held.items()}) for name in names)
    return _Rules(**words, constraints=tuple(constraints))


def _constraint(name: str, rows: Mapping[str, Mapping[str, Any]]) -> Constraint:
    """`rows`: what the file of each language says of it."""
    asked, breaks, fine = ([word for row in rows.values() for word in row.get(sort, ())] for sort in ("asked", "breaks", "fine"))
    return Constraint(
        name=name,
        names={language: rows[language]["called"] for language in Language if rows.get(language)},
        asked=_any(asked),
        breaks=_any(breaks),
        fine=_any(fine) if fine else None,
    )


def _any(words: Iterable[str]) -> re.Pattern[str]:
    """Latin words as whole words, with a plural; Japanese ones wherever they stand. The longest first."""
    made = [
        rf"\b{re.escape(_plain(w))}(?:s|es)?\b" if is_spaced(w) else re.escape(_plain(w))
        for w in sorted(map(str, words), key=len, reverse=True)
    ]
    return re.compile("|".join(made))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
