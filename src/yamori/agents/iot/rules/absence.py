"""What is said of a thing that was named and is not there: where there is none, and what there is instead."""

from collections.abc import Sequence

from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.phrases import label, listed, room_called
from yamori.domain.language import Language

_SHOWN = 3
"""Devices named instead at most."""


def absent_text(what: str, rooms: Sequence[str], instead: Sequence[Part], index: HomeIndex, language: Language) -> str:
    """`what` as it was said; `rooms` where it was said to be, if that was said."""
    english = language is Language.ENGLISH
    shown = instead[:_SHOWN]
    names = listed([label(p, index, language) for p in shown], language)
    place = room_called(rooms[0], index, language) if len(rooms) == 1 else ""
    if not english:
        where = place or ("そこ" if rooms else "この家")
        return f"{where}に「{what}」はありません。ほかにあるのは{names}です。"
    where = f"in the {place.lower().removeprefix('the ')}" if place else "there" if rooms else "in this home"
    return f"There is no “{what}” {where}; there {'are' if len(shown) > 1 else 'is'} {names}."
