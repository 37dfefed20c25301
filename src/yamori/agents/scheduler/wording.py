"""What the Scheduler agent says, one file per language (`words/*.yaml`); a further language is a further file.

A text is a template: `{name}` stands for a value. What stands in brackets is left out where one of its values is empty; of several,
parted by `|`, the first is taken whose values are all there. A text that differs by number or case is several variants, `other` among them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from yamori.agentkit.texts import texts_of
from yamori.domain.language import DEFAULT_LANGUAGE

WORDS = Path(__file__).parent / "words"
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_VALUE = re.compile(r"\{(\w+)\}")


class Words:
    """One language's texts, by section and name: `tasks.line`."""

    def __init__(self, texts: Mapping[str, Any]) -> None:
        self._texts = texts

    def say(self, name: str, variant: object = None, /, **values: object) -> str:
        """The text with its values. Raises `KeyError` where it needs one that is not given."""
        text = self._texts[name]
        if isinstance(text, Mapping):
            text = text[key if (key := str(variant)) in text else "other"]
        pieces = _BRACKETS.split(str(text))  # every second one stands in brackets
        return "".join(_first_of(piece, values) if n % 2 else _filled(piece, values) for n, piece in enumerate(pieces))

    def count(self, name: str, count: int, /, **values: object) -> str:
        """The text for so many, which it may hold as `{count}`."""
        return self.say(name, "one" if count == 1 else "other", count=count, **values)

    def name(self, names: str, place: int) -> str:
        """One of a row of names, such as those of the weekdays."""
        return str(self._texts[names][place])

    def join(self, sort: str, items: Iterable[str]) -> str:
        """The items that are not empty as a list of this sort: with its joint, and with that before the last."""
        joint, last = self._texts[f"lists.{sort}"]
        held = [item for item in items if item]
        return str(last).join([str(joint).join(held[:-1]), held[-1]] if len(held) > 1 else held)

    def table(self, section: str) -> Mapping[str, str]:
        """A section whose texts are said in place of those that they stand behind; empty where the language needs none."""
        return {name.partition(".")[2]: str(text) for name, text in self._texts.items() if name.startswith(f"{section}.")}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._texts)


def which_text(options: Sequence[str], words: Words) -> str:
    """What asks which of these is spoken of; of a single one, whether it is."""
    return words.say("declined.this_one", title=options[0]) if len(options) == 1 else words.say("declined.which")


@cache
def languages() -> tuple[str, ...]:
    """Those that have a file, first the one that is spoken where a language has none, or a file not every text."""
    return tuple(sorted((file.stem for file in WORDS.glob("*.yaml")), key=lambda name: (name != DEFAULT_LANGUAGE, name)))


@cache
def words_in(language: str) -> Words:
    """The texts of a language (`en`, `ja`, …), completed from the usual one."""
    usual = _held(DEFAULT_LANGUAGE)
    return Words({**usual, **_held(language)} if language in languages() else usual)


def _held(language: str) -> Mapping[str, Any]:
    held: Mapping[str, Mapping[str, Any]] = texts_of(WORDS / f"{language}.yaml")
    return {f"{section}.{name}": text for section, texts in held.items() for name, text in texts.items()}


def _first_of(piece: str, values: Mapping[str, object]) -> str:
    whole = (option for option in piece.split("|") if all(values.get(name) not in (None, "") for name in _VALUE.findall(option)))
    return _filled(next(whole, ""), values)


def _filled(piece: str, values: Mapping[str, object]) -> str:
    return _VALUE.sub(lambda found: str(values[found[1]]), piece)
