"""Which list or calendar of another system a sentence names, by its whole name. `policy` asks before it reads the sentence as its own."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from yamori.agents.scheduler.external import Collection, CollectionKind
from yamori.domain.language import DEFAULT_LANGUAGE, is_spaced, language_of

_APOSTROPHES = "['\u2019]"
_MINE = r"(?:(?:my|the|our)\s+)?"


@dataclass(frozen=True, kw_only=True)
class NamedCollection:
    """A collection that was named, and the sentence with its name replaced by what the schedule itself is called."""

    collection: Collection
    name: str
    """As it was said."""
    request: str
    others: tuple[Collection, ...] = ()
    """More that bear the same name."""


def named_collection(request: str, collections: Sequence[Collection]) -> NamedCollection | None:
    """The collection whose name is said; of names that lie within each other the longest. None where none is named, or several are."""
    found = [
        (*match.span("name"), collection)
        for collection in collections
        for name in _names(collection)
        for form in _forms(name, collection.kind)
        if (match := form.search(request))
    ]
    longest = [f for f in found if not any(o[0] <= f[0] and f[1] <= o[1] and o[1] - o[0] > f[1] - f[0] for o in found)]
    spans = {(start, end) for start, end, _ in longest}
    if len(spans) != 1:
        return None
    ((start, end),) = spans
    same = tuple(dict.fromkeys(collection for *_, collection in longest))
    named = request[start:end]
    return NamedCollection(
        collection=same[0], others=same[1:], name=named, request=request[:start] + _stand_in(request, same[0]) + request[end:]
    )


def is_for_shopping(collection: Collection) -> bool:
    """Whether what is on it is bought, so that several things may be named at once."""
    shopping = next(iter(_data()["same"]))
    return any(_folded(name) in map(_folded, shopping) for name in _names(collection))


def _names(collection: Collection) -> Iterator[str]:
    """Its own names, and what the same list is called in other words."""
    own = dict.fromkeys((collection.name, *collection.aliases))
    yield from own
    said = {_folded(f"{name}{noun}") for name in own for noun in ("", f" {collection.kind.value}")}
    for row in _data()["same"]:
        if said & set(map(_folded, row)):
            yield from (name for name in row if name not in own)


def _forms(name: str, kind: CollectionKind) -> Iterator[re.Pattern[str]]:
    """How the name is said where it stands for the collection: with the noun for such a thing (`list`) as its own last word or behind it;
    or, for a list, where something is put on it or taken off it. A calendar of one common word (`Family`) is never named by it alone."""
    nouns = _data()["nouns"][kind.value]
    if not is_spaced(name):
        bare = _without(name, nouns[language_of(name)])
        noun = "|".join(map(re.escape, nouns[language_of(name)]))
        yield re.compile(rf"(?P<name>{re.escape(bare)}の?(?:{noun}))" if bare else rf"(?P<name>{re.escape(name)})")
    else:
        bare = _without(name, [noun for those in nouns.values() for noun in those if is_spaced(noun)])
        noun = "|".join(_spelled(noun) if is_spaced(noun) else re.escape(noun) for those in nouns.values() for noun in those)
        whole = rf"{_spelled(bare)}(?:{_APOSTROPHES}s)?\s*(?:{noun})" if bare else _spelled(name)
        yield re.compile(rf"(?<![A-Za-z0-9])(?P<name>{_MINE}{whole})(?![A-Za-z0-9])", re.IGNORECASE)
    if bare and (kind is CollectionKind.LIST or " " in bare):
        yield re.compile(rf"\b(?:to|on|onto|off|from)\s+(?P<name>{_MINE}{_spelled(name)})(?![A-Za-z0-9])", re.IGNORECASE)
        yield re.compile(rf"(?<![A-Za-z0-9])(?P<name>{_spelled(name)})(?=[にへのから])", re.IGNORECASE)


def _spelled(name: str) -> str:
    """The name as a pattern: apostrophes and hyphens may be left out, spaces may be several."""
    return "".join(
        rf"{_APOSTROPHES}?" if c in "'\u2019" else r"\s+" if c == " " else r"[-\s]?" if c == "-" else re.escape(c) for c in name.strip()
    )


def _without(name: str, nouns: Sequence[str]) -> str:
    """The name without the noun at its end; empty where it is nothing else."""
    for noun in nouns:
        if _folded(name).endswith(_folded(noun)):
            return name[: len(name) - len(noun)].strip().removesuffix("の")
    return name.strip()


def _stand_in(request: str, collection: Collection) -> str:
    words: Mapping[str, str] = (
        _data()["stand_in_shopping"]
        if collection.kind is CollectionKind.LIST and is_for_shopping(collection)
        else _data()["stand_in"][collection.kind.value]
    )
    return words.get(language_of(request), words[DEFAULT_LANGUAGE])


def _folded(name: str) -> str:
    return name.casefold().strip()


@cache
def _data() -> Mapping[str, Any]:
    import yaml

    loaded = yaml.safe_load((Path(__file__).parents[2] / "collection_names.yaml").read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded
