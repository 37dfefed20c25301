"""What is said of a thing that was named and is not there: where there is none, and what there is instead."""

from collections.abc import Sequence

from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.phrases import label, listed, room_called
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language

_SHOWN = 3
"""Devices named instead at most."""


def absent_text(what: str, rooms: Sequence[str], instead: Sequence[Part], index: HomeIndex, language: Language) -> str:
    """`what` as it was said; `rooms` where it was said to be, if that was said."""
    shown = instead[:_SHOWN]
    names = listed([label(p, index, language) for p in shown], language)
    place = room_called(rooms[0], index, language) if len(rooms) == 1 else ""
    where = "room" if place else "there" if rooms else "home"
    told = TEXTS.said(language, f"absent.where.{where}", room=grammar_of(language).room(place))
    return TEXTS.counted(language, "absent.text", len(shown), what=what, where=told, names=names)
