"""What is said of values that a device does not report, or not any more: that they are not known, and what was reported last."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import japanese_label, listed, placed, value_word
from yamori.agents.iot.rules.words import Lexicon, name_words
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
    if language is Language.ENGLISH:
        return f"Not known: {listed([f'{n} ({last})' if last else n for n, last in names.items()], language)}."
    return f"分からないもの: {listed([f'{n}（{last}）' if last else n for n, last in names.items()], language)}。"


def since_when(r: Read, index: HomeIndex, lexicon: Lexicon, language: Language, *, now: datetime) -> str:
    """The second half of `I don't know whether …`."""
    last = r.get("last")
    if language is Language.ENGLISH:
        if not last:
            return "it has not reported that yet."
        return f"it has not reported that since {_time(last, index, now)}; then it was {_value(r, lexicon, english=True)}."
    if not last:
        return "まだ報告されていません。"
    return f"最後の報告は{_time(last, index, now)}（{_value(r, lexicon, english=False)}）です。"


def _since(r: Read, index: HomeIndex, lexicon: Lexicon, language: Language, *, now: datetime) -> str:
    name, about = _name(r, index, language), _about(r, lexicon, language)
    at = _time(r["last"], index, now)
    if language is Language.ENGLISH:
        return f"{name} has not reported its {about or 'state'} since {at}; then it was {_value(r, lexicon, english=True)}."
    return f"{name}の{about or '状態'}は今は分かりません。最後の報告は{at}（{_value(r, lexicon, english=False)}）です。"


def _never(own: Sequence[Read], index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    name, about = _name(own[0], index, language), _about(own[0], lexicon, language) if len(own) == 1 else ""
    if language is Language.ENGLISH:
        return f"{name} has not reported {f'its {about}' if about else 'anything about that'} yet."
    return f"{name}の{about or '状態'}はまだ報告されていません。"


def _last(r: Read, lexicon: Lexicon, language: Language, *, index: HomeIndex, now: datetime) -> str:
    if not (last := r.get("last")):
        return ""
    if language is Language.ENGLISH:
        return f"{_value(r, lexicon, english=True)} at {_time(last, index, now)}"
    return f"{_time(last, index, now)}は{_value(r, lexicon, english=False)}"


def _name(r: Read, index: HomeIndex, language: Language) -> str:
    return placed(index.devices[r["device"]], r["component"], index, language)


def _about(r: Read, lexicon: Lexicon, language: Language) -> str:
    """The quality's name; empty where the value says it all."""
    if language is Language.JAPANESE:
        return japanese_label(r["attribute"], r["capability"], lexicon)
    words = " ".join(name_words(r["attribute"]))
    return words if isinstance((r.get("last") or {}).get("value"), int | float) or not r.get("last") else ""


def _value(r: Read, lexicon: Lexicon, *, english: bool) -> str:
    value, unit = r["last"]["value"], r["unit"] or ""
    shown = value_word(r["attribute"], value, lexicon, english=english)
    if isinstance(value, bool) or not isinstance(value, int | float) or not unit:
        return shown
    return f"{shown}{'' if unit == '%' or not english else ' '}{unit}"


def _time(last: Mapping[str, Any], index: HomeIndex, now: datetime) -> str:
    """The hour; with its day where that is not today."""
    zone = ZoneInfo(index.home.place.timezone)
    at = datetime.fromisoformat(str(last["at"])).astimezone(zone)
    return at.strftime("%H:%M" if at.date() == now.astimezone(zone).date() else "%Y-%m-%d %H:%M")
