"""In which section of a shop something lies, by the words of its name. Pure; the sections are data (`sections.yaml`, `word_lists/`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yamori.agents.lists.rules.vocabulary import words_for
from yamori.agents.lists.texts import TEXTS
from yamori.domain.language import Language, is_spaced
from yamori.understanding.normal_form import normal_form

OTHER = "other"
"""What is in no section that we know."""


@dataclass(frozen=True, kw_only=True)
class Section:
    """One of them."""

    id: str
    words: frozenset[str]

    def title(self, language: Language) -> str:
        return TEXTS.said(language, f"sections.{self.id}")


def section_of(name: str) -> str:
    """The section's id; `other` for what none is known of. The longest word that the name holds decides; of two as long the last."""
    flat = normal_form(name).text
    spoken = flat.replace(",", " ").split()
    best, found = 0, OTHER
    for section in sections():
        for word in section.words:
            holds = (word in spoken) if is_spaced(word) else word in flat
            last = bool(spoken) and spoken[-1] == word
            if holds and (weight := 2 * len(word) + 20 * last) > best:
                best, found = weight, section.id
    return found


@cache
def sections() -> Sequence[Section]:
    """In the order of a shop."""
    import yaml

    held: Sequence[str] = yaml.safe_load((Path(__file__).parents[1] / "sections.yaml").read_text(encoding="utf-8"))
    return tuple(Section(id=id, words=frozenset(normal_form(word).text for word in words_for(f"section_{id}"))) for id in held)
