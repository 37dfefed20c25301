"""Which list a piece of a sentence names, and how lists are called. Pure; what kinds there are is data (`kinds.yaml`, `word_lists/`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yamori.agents.lists.household_list import HouseholdList
from yamori.agents.lists.rules.vocabulary import LISTS, forms_of, words_for
from yamori.domain.language import Language, is_spaced
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span

SHOPPING = "shopping"
"""The kind on which things go where no list is named."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of list."""

    id: str
    shop: bool
    names: Mapping[str, Sequence[str]]
    """By language; the first is shown."""


@dataclass(frozen=True, kw_only=True)
class Named:
    """What a piece of a sentence names."""

    list: HouseholdList | None = None
    """None: there is none of that name yet."""
    kind: str = ""
    name: str = ""
    """How it was called, to make one; empty for a kind's own."""


def named_list(said: str, lists: Sequence[HouseholdList], *, focus: str = "", exact: bool = False) -> Named | None:
    """The list that these words name; one that may be made where they name none but end like one (`the camping list`). If not `exact`, also
    by a part of its name that no other has (`the party list`). None for what is no list of this agent's: the calendar, somebody's tasks,
    a shelf."""
    key = name_key(said)
    if not key:
        words = forms_of(said)
        if words.isdisjoint(words_for("list")):
            return None
        pointed = next((one for one in lists if one.id == focus), None)
        return Named(list=pointed) if pointed is not None else usual_list(SHOPPING, lists)
    own = [one for one in lists if one.name and name_key(one.name) == key]
    if own:
        return Named(list=own[0], kind=own[0].kind)
    kind = next((kind for kind in kinds().values() if key in _keys(kind)), None)
    if kind is not None:
        return usual_list(kind.id, lists)
    if is_schedule(said) or not ends_like_a_list(said):
        return None
    if not exact and len(near := [one for one in lists if one.name and _is_part(key, name_key(one.name))]) == 1:
        return Named(list=near[0], kind=near[0].kind)
    return Named(name=shown_name(said))


def usual_list(kind: str, lists: Sequence[HouseholdList]) -> Named:
    """The household's usual list of a kind."""
    return Named(list=next((one for one in lists if one.kind == kind and not one.name), None), kind=kind)


def is_schedule(said: str) -> bool:
    """Whether the words name the schedule, its tasks or the diary."""
    words = {word for word in forms_of(said) if word not in words_for("beside") and word not in words_for("list")}
    return bool(words) and words <= words_for("schedule")


def ends_like_a_list(said: str) -> bool:
    flat = normal_form(said).text.strip()
    return any(flat.endswith(noun) for noun in words_for("list")) or flat.split()[-1:] == ["checklist"]


def names_several(said: str) -> bool:
    """`lists`, `which lists`: no one of them."""
    flat = normal_form(said).text.strip()
    return not name_key(said) and (not is_spaced(flat) or flat.split()[-1] == "lists")


def mentioned_list(text: str, lists: Sequence[HouseholdList]) -> tuple[Named, Span] | None:
    """The list whose whole name stands in a piece of normal form, where it says whereto or wherefrom; the longest of several."""
    found: list[tuple[Span, Named]] = []
    for name, named in _all_names(lists):
        at = text.find(name)
        while at >= 0:
            span = Span(at, at + len(name))
            if _is_place(text, span):
                found.append((span, named))
            at = text.find(name, at + 1)
    if not found:
        return None
    span, named = max(found, key=lambda each: (each[0].end - each[0].start, -each[0].start))
    return named, span


def name_key(said: str) -> str:
    """What two names have in common that mean the same list: no article, no `list` at the end; empty for `the list` alone."""
    flat = normal_form(said).text.strip(' 、。.,!?「」"“”')
    words = flat.split()
    while words and words[0] in words_for("beside"):
        words = words[1:]
    if len(words) > 2 and words[0] in words_for("list") and words[1] in words_for("tying"):  # `the list for the campsite`
        words = [word for n, word in enumerate(words[2:]) if n or word not in words_for("beside")]
    while words and is_spaced(words[-1]) and words[-1] in words_for("list") | words_for("beside"):
        words = words[:-1]
    flat = " ".join(words)
    for beside in sorted((w for w in words_for("beside") if not is_spaced(w)), key=len, reverse=True):
        flat = flat.removeprefix(beside)
    for noun in (w for w in words_for("list") if not is_spaced(w)):
        flat = flat.removesuffix(noun)
    for particle in (w for w in words_for("behind_a_list") if flat.endswith(w) and len(flat) > len(w) + 1):
        flat = flat.removesuffix(particle)
    ending = next((each for each in words_for("having") if flat.endswith(each)), "")
    return flat.removesuffix(ending).strip()


def shown_name(said: str) -> str:
    """A new list's name as one writes it down."""
    words = " ".join(said.split()).strip(' 、。.,!?「」『』"“”')
    kept = words.split()
    while len(kept) > 1 and kept[0].casefold() in words_for("beside"):
        kept = kept[1:]
    flat = " ".join(kept)
    for beside in sorted((w for w in words_for("beside") if not is_spaced(w)), key=len, reverse=True):
        flat = flat.removeprefix(beside) or flat
    return flat[:1].upper() + flat[1:]


def known_names(lists: Sequence[HouseholdList]) -> frozenset[str]:
    """The keys of all names that lists go by."""
    return frozenset().union(*_kind_keys().values(), (name_key(one.name) for one in lists if one.name)) - {""}


def called(found: HouseholdList | Named, language: Language) -> str:
    """A list's name as it is shown."""
    return found.name or (kinds()[found.kind].names[language.value][0] if found.kind in kinds() else "")


@cache
def kinds() -> Mapping[str, Kind]:
    import yaml

    held = yaml.safe_load((Path(__file__).parents[1] / "kinds.yaml").read_text(encoding="utf-8"))
    return {id: Kind(id=id, shop=row["shop"], names=_names(id)) for id, row in held.items()}


def _names(kind: str) -> Mapping[str, Sequence[str]]:
    return {str(language): LISTS.of(language).ordered(f"kind_{kind}") for language in Language}


@cache
def _kind_keys() -> Mapping[str, frozenset[str]]:
    return {kind.id: frozenset(name_key(name) for names in kind.names.values() for name in names) for kind in kinds().values()}


def _keys(kind: Kind) -> frozenset[str]:
    return _kind_keys()[kind.id]


def _is_part(key: str, name: str) -> bool:
    return set(key.split()) < set(name.split()) if is_spaced(key) else len(key) > 1 and key in name


def _all_names(lists: Sequence[HouseholdList]) -> Iterator[tuple[str, Named]]:
    for one in lists:
        if one.name and (flat := normal_form(one.name).text.strip()):
            yield flat, Named(list=one, kind=one.kind)
    for kind in kinds().values():
        for names in kind.names.values():
            for name in names:
                yield normal_form(name).text, usual_list(kind.id, lists)


def _is_place(text: str, span: Span) -> bool:
    name = text[span.start : span.end]
    if is_spaced(name):
        before, behind = text[: span.start], text[span.end : span.end + 1]
        before = before.removesuffix("the ").removesuffix("my ").removesuffix("our ")
        return not behind.isalnum() and before.endswith(" ") and _last_word(before) in words_for("before_a_name")
    return text[span.end :].startswith(tuple(words_for("behind_a_name")))


def _last_word(text: str) -> str:
    return "".join(c if c.isalnum() else " " for c in text).split(" ")[-2]
