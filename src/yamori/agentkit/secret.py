"""What tells a call between the house's own processes from a call from outside: a secret in a header.

`apps` makes it at the start, or takes it from the settings where agents run on several machines, and gives it to the agents' endpoints and
to whoever may call them as the house itself. In one process it goes along over the ASGI transport.
"""

import hmac
import secrets
from collections.abc import Mapping

HEADER = "Yamori-Agent-Secret"


def new_secret() -> str:
    """One that nobody can guess."""
    return secrets.token_urlsafe(32)


def secret_header(secret: str) -> Mapping[str, str]:
    return {HEADER: secret}


def is_ours(headers: Mapping[str, str], secret: str) -> bool:
    """Whether a request comes from the house itself. How long this takes says nothing about the secret."""
    return bool(secret) and hmac.compare_digest(headers.get(HEADER, "").encode(), secret.encode())
