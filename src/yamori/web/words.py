"""What the page says, in the language of the person who looks at it. The sentences are data: `words/*.toml`."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import TypeAlias

from yamori.domain.language import DEFAULT_LANGUAGE, Language, is_lettered
from yamori.domain.values import Value

_FOLDER = Path(__file__).parent / "words"
Names: TypeAlias = Mapping[str, str]
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-]+")


class Words:
    """One language: sentences by `section.key`, and names and values of a home in words."""

    def __init__(self, language: Language, *, sentences: Names, attributes: Names, values: Names) -> None:
        self.language = language
        self.sentences = sentences
        self._attributes = attributes
        self._values = values

    def __call__(self, key: str, **fill: object) -> str:
        return self.sentences[key].format(**fill)

    def count(self, key: str, number: int, **values: object) -> str:
        """The sentence with a count in it, in its singular where the language has one."""
        return self(f"{key}_one" if number == 1 else key, count=f"{number:,}", **values)

    def day(self, of: date, *, year: bool = True) -> str:
        """`21 Nov 2026`, 2026年11月21日; without its year where that is plain."""
        month = self("dates.months").split()[of.month - 1]
        return self("dates.day" if year else "dates.day_of_year", day=of.day, month=month, year=of.year)

    def moment(self, of: datetime, *, year: bool = True, seconds: bool = False) -> str:
        """The day with the time of day."""
        return self("dates.moment", day=self.day(of, year=year), time=of.strftime("%H:%M:%S" if seconds else "%H:%M"))

    def either(self, key: str, otherwise: str) -> str:
        """For words that come from elsewhere, such as a status: what is not known is shown as it came."""
        return self.sentences.get(key, otherwise)

    def attribute(self, name: str) -> str:
        """An attribute's name: `colorTemperature` reads `color temperature`."""
        return self._attributes.get(name) or spelled(name)

    def command(self, name: str) -> str:
        """What a command does; one that sets an attribute is called by it where it has no name of its own: `setLevel` reads `set level`."""
        own = self.sentences.get(f"command.{name}")
        sets = name.removeprefix("set")
        attribute = sets[:1].lower() + sets[1:]
        if own is not None or sets == name or attribute not in self._attributes:
            return own or spelled(name)
        return self("receipt.sets", what=self._attributes[attribute])

    def value(self, value: Value, unit: str | None = None) -> str:
        """Any value as a person writes it, with its unit."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return self("values.true" if value else "values.false")
        if isinstance(value, int | float):
            number = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
            return f"{number} {unit}" if unit else number
        if isinstance(value, str):
            return self._values.get(value, value) + (f" {unit}" if unit else "")
        return as_json(value)

    def name(self, name: str, aliases: tuple[str, ...]) -> str:
        """What to call a floor, room or device: its own name, or an alias when only that one is in this language."""
        if is_lettered(name, self.language):
            return name
        return next((alias for alias in aliases if is_lettered(alias, self.language)), name)


def spelled(name: str) -> str:
    """A name of code as words: `airConditionerMode` → `air conditioner mode`, `add_task` → `add task`."""
    return " ".join(part.lower() if part.istitle() else part for part in _HUMP.split(name) if part) or name


def as_json(value: Value) -> str:
    """JSON for a person to read: no escapes of Japanese, whatever kind of mapping or sequence it is."""
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, Sequence) else str(value)


@cache
def all_words() -> Mapping[Language, Words]:
    """All languages that have a file, read when the first page is wired. What one lacks is said in English."""
    return {language: _words(language) for language in map(Language, sorted(f.stem for f in _FOLDER.glob("*.toml") if "." not in f.stem))}


def _words(language: Language) -> Words:
    sections = {**_read(_FOLDER / f"{DEFAULT_LANGUAGE.value}.toml")}
    for section, own in _read(_FOLDER / f"{language.value}.toml").items():
        sections[section] = {**sections.get(section, {}), **own}
    home = _FOLDER / f"home.{language.value}.toml"
    names = _read(home) if home.exists() else {}
    return Words(
        language,
        sentences={f"{section}.{key}": text for section, keys in sections.items() for key, text in keys.items()},
        attributes=names.get("attributes", {}),
        values=names.get("values", {}),
    )


def _read(file: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def preferred(accepted: str) -> Language:
    """The first of the household's languages in an `Accept-Language` header, by its weights; English when none is there."""
    weighed: list[tuple[float, Language]] = []
    for part in accepted.split(","):
        tag, _, weight = part.strip().partition(";q=")
        primary = tag.split("-")[0].strip().lower()
        if primary in all_words():
            try:
                weighed.append((float(weight or 1), Language(primary)))
            except ValueError:
                continue
    best = max(weighed, key=lambda pair: pair[0], default=(0.0, DEFAULT_LANGUAGE))
    return best[1]
