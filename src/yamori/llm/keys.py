"""Keys of providers: found in the environment or in a file that only its owner can read, and shown nowhere."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from yamori.domain.errors import Misconfigured


class Key:
    """A secret that does not print itself; only `reveal` gives it, to the one client that needs it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "Key(…)"

    def __reduce__(self) -> str:
        raise TypeError("a key is not written anywhere")

    def reveal(self) -> str:
        return self._text

    def scrub(self, text: str) -> str:
        """`text` without the key: providers quote it in their errors."""
        return text.replace(self._text, "…") if self._text else text


def find_key(*, variable: str | None, file: Path | None, environment: Mapping[str, str], where: str) -> Key | None:
    """The file's key before the environment's, because a file was named on purpose. None when there is neither.

    Raises `Misconfigured` for a file that is missing, empty, or readable by others.
    """
    if file is not None:
        return _read(file.expanduser(), where=where)
    text = environment.get(variable, "").strip() if variable else ""
    return Key(text) if text else None


def _read(file: Path, *, where: str) -> Key:
    try:
        with file.open(encoding="utf-8") as opened:
            about = os.fstat(opened.fileno())  # of what was opened, so that nobody swaps it in between
            if os.name == "posix" and (about.st_mode & (stat.S_IRWXG | stat.S_IRWXO) or about.st_uid != os.getuid()):
                raise Misconfigured(
                    f"others can read the key file {file} (mode {stat.S_IMODE(about.st_mode):04o}); expected one that only its owner can",
                    where=where,
                    mend=f"chmod 600 {file}",
                )
            text = opened.read().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(
            f"the key file {file} cannot be read: {error}", where=where, mend="Name a file that holds the key alone."
        ) from error
    if not text or len(text.split()) != 1:
        raise Misconfigured(f"the key file {file} holds no key; expected one word", where=where, mend="Write the key alone into it.")
    return Key(text)
