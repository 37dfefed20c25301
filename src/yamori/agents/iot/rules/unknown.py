"""What is said of values that a device does not report, or not any more: that they are not known, and what was reported last."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import listed, placed, unit_text, value_word
from yamori.agents.iot.rules.words import Lexicon
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language

Read = Mapping[str, Any]
"""One reading as the tool returns it: device, component, capability, attribute, value, unit; of one that is not known `last`."""


def unknown_sentences(readings: Sequence[Read], index: HomeIndex, lexicon: Lexicon, language: Language, *, now: datetime) -> list[str]:
    """A sentence for each that was known before; for a device of which nothing was ever known one for all of it."""
    sentences: list[str] = []
    for device in dict.fromkeys((r["device"], r["component"]) for r in readings):
        own = [r for r in readings if (r["device"], r["component"]) == device]
        before = [r for r in own if r.get("last")]
        sentences += [_since(r, index, lexicon, language, now=now) for r in before]
        if not before:
            sentences.append(_never(own, index, lexicon, language))
    return sentences


def unknown_list(readings: Sequence[Read], index: HomeIndex, lexicon: Lexicon, language: Language, *, now: datetime) -> str:
    """Those that are not known beside others that are; empty for none."""
    if not readings:
        return ""
    names: dict[str, str] = {}
    for r in readings:
        names.setdefault(_name(r, index, language), _last(r, lexicon, language, index=index, now=now))
    shown = [TEXTS.said(language, "unknown.named", name=n, last=last) if last else n for n, last in names.items()]
    return TEXTS.said(language, "unknown.list", names=listed(shown, language))


def since_when(r: Read, index: HomeIndex, lexicon: Lexicon, language: Language, *, now: datetime) -> str:
    """The second half of `I don't know whether …`."""
    last = r.get("last")
    if not last:
        return TEXTS.said(language, "unknown.never")
    return TEXTS.said(language, "unknown.since", at=_time(last, index, now), value=_value(r, lexicon, language))


def _since(r: Read, index: HomeIndex, lexicon: Lexicon, language: Language, *, now: datetime) -> str:
    about = _about(r, lexicon, language) or TEXTS.said(language, "unknown.state")
    at, value = _time(r["last"], index, now), _value(r, lexicon, language)
    return TEXTS.said(language, "unknown.of_since", name=_name(r, index, language), about=about, at=at, value=value)


def _never(own: Sequence[Read], index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    name, about = _name(own[0], index, language), _about(own[0], lexicon, language) if len(own) == 1 else ""
    if not about:
        return TEXTS.said(language, "unknown.nothing_of", name=name)
    return TEXTS.said(language, "unknown.of_never", name=name, about=about)


def _last(r: Read, lexicon: Lexicon, language: Language, *, index: HomeIndex, now: datetime) -> str:
    if not (last := r.get("last")):
        return ""
    return TEXTS.said(language, "unknown.last", value=_value(r, lexicon, language), at=_time(last, index, now))


def _name(r: Read, index: HomeIndex, language: Language) -> str:
    return placed(index.devices[r["device"]], r["component"], index, language)


def _about(r: Read, lexicon: Lexicon, language: Language) -> str:
    """The quality's name; empty where the value says it all."""
    return grammar_of(language).quality_of(r["attribute"], r["capability"], (r.get("last") or {}).get("value"), lexicon)


def _value(r: Read, lexicon: Lexicon, language: Language) -> str:
    value = r["last"]["value"]
    shown = value_word(r["attribute"], value, lexicon, language=language)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return shown
    return shown + unit_text(r["unit"] or "", language, said="written")


def _time(last: Mapping[str, Any], index: HomeIndex, now: datetime) -> str:
    """The hour; with its day where that is not today."""
    zone = ZoneInfo(index.home.place.timezone)
    at = datetime.fromisoformat(str(last["at"])).astimezone(zone)
    return at.strftime("%H:%M" if at.date() == now.astimezone(zone).date() else "%Y-%m-%d %H:%M")
