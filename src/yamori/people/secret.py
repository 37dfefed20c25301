"""Secrets that are shown once: 256 random bits, of which only the SHA-256 is kept. What is that random needs no slow hash."""

import hashlib
import secrets

TOKEN_PREFIX = "yamori_"
"""By which a program's token is known where it turns up by mistake, such as in a repository."""
_MOST = 200
"""Characters of anything that is shown to us as a secret."""


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Of a row; no secret."""
    return secrets.token_hex(8)


def digest(secret: str) -> str:
    """What is kept of a secret, and by which it is found again."""
    return hashlib.sha256(secret[:_MOST].encode("utf-8", "replace")).hexdigest()
