"""Sentences for people as data: one file a language (`en.toml`, `ja.toml`) in a folder beside the code that says them.

A further language is a further file of the same names; what it lacks is said in English. What has to be put together by grammar stays
with the code of its package.
The domain and the edge have no YAML; everybody else reads theirs with `agentkit.texts`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from yamori.domain.language import DEFAULT_LANGUAGE, Language


class Texts:
    """The texts of one folder, read when the first is said. Names are dotted: `removed`, `refusals.pin`."""

    _suffix = ".toml"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def languages(self) -> Sequence[Language]:
        """Those that have a file here."""
        return tuple(Language(path.stem) for path in sorted(self._folder.glob(f"*{self._suffix}")))

    def said(self, language: Language, name: str, /, **values: object) -> str:
        """A sentence with its values filled in. Raises `KeyError` for a name that English lacks too."""
        return str(self._held(language, name)).format(**values) if values else str(self._held(language, name))

    def has(self, language: Language, name: str) -> bool:
        """Whether there is one of this name in the language, or in English where the language says nothing of the kind."""
        kind = name.rpartition(".")[0]
        own = language if _found(self._file(language), kind) is not None else DEFAULT_LANGUAGE
        return _found(self._file(own), name) is not None

    def listed(self, language: Language, name: str) -> Sequence[str]:
        """Words of which each has a number: weekdays, months."""
        held = self._held(language, name)
        return tuple(map(str, held)) if isinstance(held, list) else tuple(str(held))

    def counted(self, language: Language, name: str, count: int, /, **values: object) -> str:
        """A sentence about a number of things: the one named after the number where there is one (`times.1`), else `times.other`."""
        exact = f"{name}.{count}"
        return self.said(language, exact if self.has(language, exact) else f"{name}.other", count=count, **values)

    def _file(self, language: Language) -> Mapping[str, Any]:
        return _read(self._folder / f"{language.value}{self._suffix}")

    def _held(self, language: Language, name: str) -> Any:
        held = _found(self._file(language), name)
        if held is None and language is not DEFAULT_LANGUAGE:
            held = _found(self._file(DEFAULT_LANGUAGE), name)
        if held is None:
            raise KeyError(name)
        return held


def _found(held: Any, name: str) -> Any:
    """What stands under a dotted name; None where nothing does."""
    for part in name.split(".") if name else ():
        held = held.get(part) if isinstance(held, Mapping) else None
    return held or None if isinstance(held, Mapping) else held


@cache
def _read(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
