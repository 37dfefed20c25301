"""Readings that are over, in the words of the home, for whoever asks why an automation fired. Made in `household_agents`."""

from collections.abc import Mapping, Sequence

from yamori.agents.iot.rules.names import index_of
from yamori.agents.iot.rules.past.held import held_text
from yamori.agents.iot.rules.words import lexicon
from yamori.domain.gate import Gate
from yamori.domain.language import Language
from yamori.domain.values import Value


class HomeReadingWords:
    """Fulfils `automations.neighbours.ReadingWords` over one home."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def said(self, readings: Mapping[str, Value], language: Language) -> Sequence[str]:
        index = index_of(self._gate.home, self._gate.capabilities, lexicon())
        texts = [held_text(path, value, index, language) for path, value in readings.items()]
        return tuple(dict.fromkeys(texts)) if all(texts) else ()
