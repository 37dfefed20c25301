"""What is said of a thing that was named and is not there: where there is none, and what there is instead."""

from collections.abc import Sequence

from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex, Named, Part
from yamori.agents.iot.rules.phrases import label, listed, room_called
from yamori.agents.iot.rules.words import CJK, lexicon, normal
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language
from yamori.understanding.analysis import morphemes_of

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


def unknown_text(name: str, index: HomeIndex, language: Language, *, changes: bool) -> str:
    """What is said of words that name nothing of the home: of a kind of device that it has none of there is nothing to look for, and where
    no word is a noun nothing was named at all."""
    so = "_unchanged" if changes else ""
    if kind := lacked_kind(name, index):
        return TEXTS.said(language, f"absent.kind{so}", kind=kind)
    if not _may_name(name):
        return TEXTS.said(language, "policy.impossible" if changes else "answers.nothing")
    return TEXTS.said(language, f"framing.unknown{so}", place=name)


def lacked_kind(name: str, index: HomeIndex) -> str:
    """The words for a kind of which the home has nothing, where they are all that was said beside a particle or an article."""
    text = normal(name).strip()
    found = [m for m in mentions(text, index, lexicon()) if m.what is Named.KIND]
    if len(found) != 1 or any(index.of_kind(kind) for kind in found[0].ids):
        return ""
    beside = f"{text[: found[0].start]} {text[found[0].end :]}".split()
    return text[found[0].start : found[0].end] if all(word in lexicon().filler or CJK.search(word) is not None for word in beside) else ""


def _may_name(name: str) -> bool:
    """Whether words can be a name: in Japanese with a noun among them, and none that only says when or how."""
    return CJK.search(name) is None or any(m.kind in _NAMING and m.sort != "副詞可能" for m in morphemes_of(name))


_NAMING = ("名詞", "代名詞", "記号")
