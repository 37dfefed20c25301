"""What no calendar has, and why: the reasons are texts (`texts/`), said in the language of the sentence."""

from pathlib import Path

from yamori.domain.language import Language
from yamori.domain.texts import Texts

_TEXTS = Texts(Path(__file__).parent / "texts")
_NAMED = {"month": "months", "weekday": "weekdays", "said": "weekdays"}
"""Values that are said by their names."""


class Impossible(Exception):
    """No such date or time; `reason` is the name of a text. A month counts from 1, a weekday from 0 for Monday."""

    def __init__(self, reason: str, **values: int | str) -> None:
        super().__init__(reason)
        self._reason = reason
        self._values = values

    def said(self, language: Language) -> str:
        values: dict[str, object] = dict(self._values)
        for value, names in _NAMED.items():
            if isinstance(number := values.get(value), int):
                values[value] = _TEXTS.listed(language, names)[number - (value == "month")]
        return _TEXTS.said(language, self._reason, **values)
