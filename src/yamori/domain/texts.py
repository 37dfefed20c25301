"""Sentences for people as data: one file a language (`en.toml`, `ja.toml`) in a folder beside the code that says them.

A further language is a further file with the same names. What has to be put together by grammar stays with the code of its package.
The domain and the edge have no YAML; everybody else reads theirs with `agentkit.texts`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from yamori.domain.language import Language


class Texts:
    """The texts of one folder, read when the first is said. Names are dotted: `removed`, `refusals.pin`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def said(self, language: Language, name: str, /, **values: object) -> str:
        """A sentence with its values filled in. Raises `KeyError` for a name that the language's file lacks."""
        return str(self._held(language, name)).format(**values) if values else str(self._held(language, name))

    def has(self, language: Language, name: str) -> bool:
        try:
            self._held(language, name)
        except KeyError:
            return False
        return True

    def listed(self, language: Language, name: str) -> Sequence[str]:
        """Words of which each has a number: weekdays, months."""
        held = self._held(language, name)
        return tuple(map(str, held)) if isinstance(held, list) else tuple(str(held))

    def counted(self, language: Language, name: str, count: int, /, **values: object) -> str:
        """A sentence about a number of things: the one named after the number where there is one (`times.1`), else `times.other`."""
        exact = f"{name}.{count}"
        return self.said(language, exact if self.has(language, exact) else f"{name}.other", count=count, **values)

    def _file(self, language: Language) -> Mapping[str, Any]:
        return _read(self._folder / f"{language.value}.toml")

    def _held(self, language: Language, name: str) -> Any:
        held: Any = self._file(language)
        for part in name.split("."):
            if not isinstance(held, Mapping):
                raise KeyError(name)
            held = held[part]
        return held


@cache
def _read(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
