"""Sentences for people as data: one file a language (`en.yaml`, `ja.yaml`) in a folder beside the code that says them.

A further language is a further file of the same names; what it lacks is said in English. What has to be put together by grammar stays
with the code of its package.
The files here hold what every agent says.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from yamori.domain import texts
from yamori.domain.language import Language


class Texts(texts.Texts):
    """The texts of one folder in YAML, read when the first is said. Names are dotted: `removed`, `refusals.pin`."""

    _suffix = ".yaml"

    def _file(self, language: Language) -> Mapping[str, Any]:
        return texts_of(self._folder / f"{language.value}{self._suffix}")


@cache
def texts_of(path: Path) -> Mapping[str, Any]:
    """A file of texts, each as it stands; nothing where a language has none. Read once a process, on first use."""
    if not path.exists():
        return {}
    import yaml

    held: Mapping[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # every name and text as it stands
    return held


EVERYWHERE = Texts(Path(__file__).parent)
"""What every agent says alike, and the loop around them."""
