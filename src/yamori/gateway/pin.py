"""The household's PIN: kept only as a salted scrypt hash, in a file that only its owner can read."""

import hashlib
import hmac
import os
import re
import secrets
import unicodedata
from pathlib import Path

from yamori.domain.errors import InvalidRequest, Misconfigured

_COST = 2**14
_BLOCK = 8
_FILE = "pin"


def hash_pin(pin: str) -> str:
    """`scrypt$cost$block$salt$hash`. Raises `InvalidRequest` for anything but 4 to 12 digits."""
    digits = _digits(pin)
    if not re.fullmatch(r"[0-9]{4,12}", digits):
        raise InvalidRequest("a PIN has 4 to 12 digits", where="pin")
    salt = secrets.token_bytes(16)
    return f"scrypt${_COST}${_BLOCK}${salt.hex()}${_scrypt(digits, salt, _COST, _BLOCK).hex()}"


def pin_matches(pin: str, pin_hash: str) -> bool:
    """Takes about 50 ms, on purpose. Raises `Misconfigured` for a hash that `hash_pin` did not make."""
    try:
        kind, cost, block, salt, expected = pin_hash.strip().split("$")
        if kind != "scrypt":
            raise ValueError(kind)
        found = _scrypt(_digits(pin), bytes.fromhex(salt), int(cost), int(block))
        return hmac.compare_digest(found, bytes.fromhex(expected))
    except ValueError as error:
        raise Misconfigured("the stored PIN cannot be read", where="pin", mend="set the PIN again") from error


def keep_pin(data: Path, pin: str) -> None:
    """Set the household's PIN for the gate that lives in this data folder."""
    pin_hash = hash_pin(pin)
    folder = data / "gate"
    fresh = folder / f"{_FILE}.new"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(pin_hash)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(folder / _FILE)
    except OSError as error:
        raise Misconfigured(
            f"cannot be written: {error.strerror}", where=str(folder), mend="give a data folder that can be written"
        ) from error


def kept_pin(data: Path) -> str | None:
    """The hash of the PIN set in this data folder, if one was."""
    file = data / "gate" / _FILE
    try:
        return file.read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured("the stored PIN cannot be read", where=str(file), mend="set the PIN again") from error


def _digits(pin: str) -> str:
    """Japanese keyboards give full-width digits."""
    return unicodedata.normalize("NFKC", pin).strip()


def _scrypt(pin: str, salt: bytes, cost: int, block: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=cost, r=block, p=1, maxmem=64 * 1024 * 1024)
