"""Readings as they are told: what each device, or each room, reports."""

from collections.abc import Sequence

from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import SHOWN, placed, room_called, value_phrase
from yamori.agents.iot.rules.unknown import Read
from yamori.agents.iot.rules.words import Lexicon
from yamori.domain.language import Language


def plainly(
    readings: Sequence[Read], index: HomeIndex, lexicon: Lexicon, language: Language, *, by_room: bool = False, most: int = SHOWN
) -> str:
    """A sentence for each device, with where it is; for each room where that is asked for. At most so many, and how many more there are."""
    english = language is Language.ENGLISH
    lines: dict[str, list[str]] = {}
    for r in readings:
        device = index.devices[r["device"]]
        name = (room_called(device.room, index, language) if by_room else "") or placed(device, r["component"], index, language)
        value = value_phrase(r["capability"], r["attribute"], r["value"], index, lexicon, english=english)
        if value not in (values := lines.setdefault(name, [])):
            values.append(value)
    shown, more = list(lines.items())[:most], len(lines) - most
    if english:
        sentences = [f"{name[:1].upper()}{name[1:]}: {', '.join(values)}." for name, values in shown]
        return " ".join(sentences) + (f" And {more} more." if more > 0 else "")
    return "".join(f"{name}: {'、'.join(values)}。" for name, values in shown) + (f"ほか{more}台。" if more > 0 else "")
