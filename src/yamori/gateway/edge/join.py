"""The household's join code: what a new device must know, once, to be given a token. In a file that only its owner can read."""

import hmac
import os
import secrets
from pathlib import Path

from yamori.domain.errors import Misconfigured

_FILE = "join"


def join_code(data: Path) -> str:
    """The code of this data folder, made when there is none. Raises `Misconfigured`."""
    folder = data / "gate"
    file = folder / _FILE
    try:
        if not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as new:
                new.write(secrets.token_urlsafe(12))
                new.flush()
                os.fsync(new.fileno())
        return file.read_text(encoding="ascii").strip()
    except FileExistsError:  # another process was faster
        return file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(
            f"the join code cannot be kept: {error}", where=str(file), mend="give a data folder that can be written"
        ) from error


def joins(code: str, given: str) -> bool:
    return hmac.compare_digest(code.encode(), given.encode("utf-8", "replace"))
