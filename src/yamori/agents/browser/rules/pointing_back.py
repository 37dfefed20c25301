"""Whether a sentence speaks of something that only another one names: *What do they ask for it?* Pure."""

from functools import cache
from pathlib import Path

import yaml

from yamori.agents.browser.operating.whole_words import stand_in
from yamori.understanding.detection import language_in


def points_back(sentence: str) -> bool:
    return stand_in(_words(language_in(sentence)), sentence.casefold())


@cache
def _words(language: str) -> tuple[str, ...]:
    file = Path(__file__).parents[1] / "words" / f"{language}.yaml"
    return tuple(yaml.safe_load(file.read_text(encoding="utf-8")).get("points_back", ())) if file.is_file() else ()
