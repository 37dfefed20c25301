"""The words in which people complain of how a room or a device is (`complaint_words/`), in dictionary form.

They confirm or contradict what a reader or a model made of a sentence; no sentence is read by them alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from yamori.agents.iot.rules.words import Lexicon, Sense
from yamori.understanding.detection import language_in
from yamori.understanding.frame import IntentName
from yamori.understanding.normal_form import normal_form
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.word_lists import by_language
from yamori.understanding.words_of import content_words


@dataclass(frozen=True, kw_only=True)
class ComplaintWords:
    excess: frozenset[str]
    """What makes a complaint of a quality: `too`."""
    intents: Mapping[str, IntentName]
    """By word, in dictionary form."""


def complaint_words(language: str) -> ComplaintWords | None:
    """Those of a language; None for one that has none."""
    return _tables()[0].get(language)


def steps_wanted(text: str, lexicon: Lexicon) -> tuple[Sense, ...]:
    """The steps of the lexicon that mend what a text complains of; empty where its words say no one thing."""
    words = complaint_words(language_in(text))
    if words is None:
        return ()
    said = content_words(normal_form(text).text, vocabulary(language_in(text)))
    intents = {words.intents[name] for word in said for name in (word.base, word.text) if name in words.intents}
    wanted = {_tables()[1].get(intent.value) for intent in intents}
    return tuple(step for step in lexicon.steps if step.name in wanted) if len(intents) == 1 else ()


@cache
def _tables() -> tuple[Mapping[str, ComplaintWords], Mapping[str, str]]:
    here = Path(__file__).parents[1]
    languages = {
        language: ComplaintWords(
            excess=frozenset(table["excess"]),
            intents={word: IntentName(intent) for intent, listed in table["words"].items() for word in listed},
        )
        for language, table in by_language(here / "complaint_words").items()
    }
    return languages, yaml.safe_load((here / "complaint_words.yaml").read_text(encoding="utf-8"))["mended_by"]
