"""Readings as they are told: what each device, or each room, reports."""

from collections.abc import Sequence

from yamori.agentkit.phrasing import series
from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import SHOWN, joined, placed, room_called, value_phrase
from yamori.agents.iot.rules.unknown import Read
from yamori.agents.iot.rules.words import Lexicon
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language


def plainly(
    readings: Sequence[Read], index: HomeIndex, lexicon: Lexicon, language: Language, *, by_room: bool = False, most: int = SHOWN
) -> str:
    """A sentence for each device, with where it is; for each room where that is asked for. At most so many, and how many more there are."""
    lines: dict[str, list[str]] = {}
    for r in readings:
        device = index.devices[r["device"]]
        name = (room_called(device.room, index, language) if by_room else "") or placed(device, r["component"], index, language)
        value = value_phrase(r["capability"], r["attribute"], r["value"], index, lexicon, language=language)
        if value not in (values := lines.setdefault(name, [])):
            values.append(value)
    shown, more = list(lines.items())[:most], len(lines) - most
    sentence = grammar_of(language).sentence
    sentences = [sentence(TEXTS.said(language, "told.reading", name=name, values=series(values, language))) for name, values in shown]
    return joined([*sentences, TEXTS.said(language, "told.more", count=more) if more > 0 else ""], language)
