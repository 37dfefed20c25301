"""The token by which the house knows this device, kept in its state folder for no other user's eyes."""

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

_FILE = "badge.json"
_ATTEMPT = "attempt"


@dataclass(frozen=True, kw_only=True)
class Badge:
    server: str
    """The house that gave it; another one does not know it."""
    device: str
    token: str


def read_badge(state: Path, *, server: str, device: str) -> Badge | None:
    """None when there is none for this house and this device."""
    try:
        badge = Badge(**json.loads((state / _FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return badge if (badge.server, badge.device) == (server, device) else None


def keep_badge(state: Path, badge: Badge) -> None:
    """On disk, whole or not at all."""
    write_private(state / _FILE, json.dumps(asdict(badge)).encode())
    (state / _ATTEMPT).unlink(missing_ok=True)


def attempt_of(state: Path) -> str:
    """A random text by which the house knows this device when it has to ask for its token again: the answer may be lost. Gone once it has
    its token."""
    file = state / _ATTEMPT
    try:
        if text := file.read_text(encoding="ascii").strip():
            return text
    except (OSError, UnicodeDecodeError):
        pass  # there is none yet
    text = secrets.token_urlsafe(24)
    write_private(file, text.encode())
    return text


def write_private(file: Path, content: bytes) -> None:
    """Whole or not at all, readable by this user only."""
    beside = file.with_name(file.name + ".new")
    beside.unlink(missing_ok=True)
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)
    beside.replace(file)
