"""Which items on the lists some words mean. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from yamori.agents.lists.household_list import Item
from yamori.agents.lists.rules.amounts import amount_of
from yamori.domain.language import is_spaced
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span


@dataclass(frozen=True, kw_only=True)
class Match:
    """What was found for a name."""

    items: tuple[Item, ...] = ()
    """One; several where the words fit several equally; none."""

    @property
    def one(self) -> Item | None:
        return self.items[0] if len(self.items) == 1 else None


def match_item(said: str, items: Sequence[Item]) -> Match:
    """The items of that very name, or else those whose name has all of its words."""
    wanted = item_key(said)
    if not wanted:
        return Match()
    same = tuple(item for item in items if item_key(item.name) == wanted)
    if same:
        return Match(items=same)
    words = set(wanted.split())
    if is_spaced(wanted):
        return Match(items=tuple(item for item in items if words <= set(item_key(item.name).split())))
    return Match(items=tuple(item for item in items if wanted in item_key(item.name)) if len(wanted) > 1 else ())


def mentioned_items(text: str, items: Sequence[Item]) -> tuple[tuple[Item, Span], ...]:
    """Items whose whole name stands in a piece of normal form, with where; names within others left out."""
    found: list[tuple[Item, Span]] = []
    for item in items:
        for name in dict.fromkeys((normal_form(item.name).text.strip(), item_key(item.name))):
            at = text.find(name) if name else -1
            if at >= 0 and _stands_alone(text, Span(at, at + len(name))):
                end = at + len(name)
                end += next((n for n in (2, 1) if is_spaced(name) and text[end : end + n] in ("es", "s")), 0)
                found.append((item, Span(at, end)))
                break
    return tuple(
        (item, span)
        for item, span in found
        if not any(o.start <= span.start and span.end <= o.end and o.end - o.start > span.end - span.start for _, o in found)
    )


def item_key(name: str) -> str:
    """What two names have in common that mean the same: no amount, no article, one form for one and for many."""
    flat = normal_form(amount_of(name).name).text.strip(" 、。.,!?")
    if not is_spaced(flat):
        return flat
    return " ".join(_singular(word.strip(",.")) for word in flat.split() if word not in ("the", "a", "an", "some", "my", "our", "of"))


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("oes", "ses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _stands_alone(text: str, span: Span) -> bool:
    if not is_spaced(text[span.start : span.end]):
        return True
    rest = text[span.end :]
    rest = rest.removeprefix("es") if rest.startswith("es") and not rest[2:3].isalnum() else rest.removeprefix("s")
    return not text[: span.start][-1:].isalnum() and not rest[:1].isalnum()
