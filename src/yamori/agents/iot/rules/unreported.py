"""Questions for a quantity that the one device that was read does not report: what it does report is no answer to them."""

from collections.abc import Sequence

from yamori.agentkit.phrasing import series
from yamori.agents.iot.rules.commands import concepts_in
from yamori.agents.iot.rules.mentions import masked, mentions
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import placed, value_phrase
from yamori.agents.iot.rules.unknown import Read
from yamori.agents.iot.rules.words import Lexicon, squeezed
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language

_MEASURED = ("temperature", "humidity", "battery", "power", "air", "remaining", "brightness", "volume")
"""Qualities that a device either reports or knows nothing of."""
_UNITS = {"temperature": "°", "battery": "%"}
"""Beside its name, what tells of a quality: how the unit of its values begins."""


def unreported_text(readings: Sequence[Read], index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str) -> str | None:
    """That the device does not tell it, with what it tells instead; None where a reading is about what was asked, or several were read."""
    if len({r["device"] for r in readings}) != 1:
        return None
    asked = _asked(said, index, lexicon)
    if not asked or any(_is_about(r, quality, lexicon) for r in readings for quality in asked):
        return None
    name = placed(index.devices[readings[0]["device"]], readings[0]["component"], index, language)
    values = [value_phrase(r["capability"], r["attribute"], r["value"], index, lexicon, language=language) for r in readings]
    return TEXTS.said(language, "unreported", name=name, known=series(tuple(dict.fromkeys(values)), language))


def _asked(said: str, index: HomeIndex, lexicon: Lexicon) -> tuple[str, ...]:
    shown = masked(said, [(m.start, m.end) for m in mentions(said, index, lexicon)])
    return tuple(c for c in concepts_in(shown, lexicon) if c in _MEASURED)


def _is_about(r: Read, quality: str, lexicon: Lexicon) -> bool:
    names = (squeezed(r["attribute"]), squeezed(r["capability"]))
    if any(unlike in name for unlike in lexicon.unlikes[quality] for name in names):
        return False  # how warm a lamp's white is says nothing of how warm the lamp is
    unit = _UNITS.get(quality)
    return any(like in name for like in lexicon.likes[quality] for name in names) or (
        unit is not None and str(r["unit"] or "").startswith(unit)
    )
