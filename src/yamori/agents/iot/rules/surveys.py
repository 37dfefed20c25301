"""Questions over several things: what they compare and of which quality (`which sensors are below 60 %`, `which room is warmest`).

What is compared is read alike by whoever looks for the readings (`queries.py`) and by whoever tells of them (`answers.py`).
"""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.iot.rules.commands import concepts_in, is_set
from yamori.agents.iot.rules.comparisons import comparison_in
from yamori.agents.iot.rules.meaning import Context, Query
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.words import Extreme, Lexicon

_UNITS = {"%": ("%", "percent"), "°": ("°c", "°f", "℃", "celsius", "fahrenheit"), "K": ("k", "kelvin")}
"""How a number's unit is written where an attribute declares its own."""


def extreme_in(text: str, lexicon: Lexicon) -> Extreme | None:
    """The superlative of a question in normal form, with the quality that it is about: its own, or the one that the question names."""
    found = next((e for e in lexicon.extremes if e.phrases.found(text)), None)
    if found is None or found.about:
        return found
    about = next(iter(concepts_in(found.phrases.pattern.sub(" ", text), lexicon)), None)
    return replace(found, about=about) if about is not None else None


def has_unit(declared: str | None, said: str) -> bool:
    """Whether a number said in `said` (`Number.unit`, empty for any) may be compared with what is declared to be in a unit."""
    return not said or (declared or "").strip().lower() in _UNITS[said]


def compared(text: str, parts: Sequence[Part], context: Context) -> Query | None:
    """What a comparison asks for that names no quality (`is anything below 70 %?`): all that is measured in the number's unit."""
    comparison = comparison_in(text)
    if comparison is None or not comparison.unit:
        return None
    index = context.index
    found: dict[Part, list[tuple[str, str, str]]] = {}
    for part in parts:
        for component, held in index.devices[part.device].components.items():
            for name in held if part.component in (None, component) else ():
                for attribute, declared in index.capabilities[name].attributes.items():
                    if has_unit(declared.unit, comparison.unit) and not is_set(index.capabilities[name], attribute):
                        found.setdefault(part, []).append((component, name, attribute))
    addresses = tuple(dict.fromkeys(a for own in found.values() for a in own))
    return Query(tuple(found), addresses, None, len(found) > 1) if found else None
