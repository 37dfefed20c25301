"""Passwords: what is accepted as one, and their argon2id hashes, reckoned one at a time on a thread of their own."""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from yamori.domain.errors import HouseSilent, InvalidRequest

if TYPE_CHECKING:
    from pwdlib import PasswordHash

Result = TypeVar("Result")
LEAST = 10
MOST = 200
"""Characters."""
_WAITING = 8
"""Hashes that may wait for the one that is reckoned; each takes about a tenth of a second and 64 MB."""


def read_password(given: str) -> str:
    """The password as it is hashed: keyboards write the same letters in several ways. Raises `InvalidRequest` for one that is too weak."""
    password = _folded(given)
    if len(password) < LEAST:
        raise InvalidRequest(f"a password has at least {LEAST} characters; a sentence is a good one", where="password")
    if len(password) > MOST:
        raise InvalidRequest(f"a password has at most {MOST} characters", where="password")
    if len(set(password)) < 4 or password.isdigit():
        raise InvalidRequest("that would be guessed soon; take several words", where="password")
    return password


class Passwords:
    """Hashes and compares. No method holds up the event loop."""

    def __init__(self, hashes: "PasswordHash | None" = None) -> None:
        """`hashes`: tests take cheaper ones."""
        self._made = hashes
        self._nobodys: str | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="passwords")
        self._waiting = 0
        self.reckoned = 0
        """How many hashes were reckoned since the start."""

    async def hash(self, password: str) -> str:
        """Of what `read_password` gave."""
        return await self._run(lambda: self._hashes().hash(password))

    async def matches(self, given: str, known: str | None) -> bool:
        """Whether it is the password of this hash. Takes as long where there is none."""
        password = _folded(given)[:MOST]

        def compare() -> bool:
            hashes = self._hashes()
            if known is None:
                self._nobodys = self._nobodys or hashes.hash("nobody has this one")
            return hashes.verify(password, known or self._nobodys or "") and known is not None

        return await self._run(compare)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[[], Result]) -> Result:
        if self._waiting > _WAITING:
            raise HouseSilent("too many people sign in at this moment; try again in a few seconds")
        self._waiting += 1
        try:
            self.reckoned += 1
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1

    def _hashes(self) -> "PasswordHash":
        if self._made is None:
            from pwdlib import PasswordHash

            self._made = PasswordHash.recommended()
        return self._made


def _folded(given: str) -> str:
    return unicodedata.normalize("NFKC", given)
