"""Topics: what a folder of papers may be called."""

import re
import unicodedata

from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language

_NAME = re.compile(r"[^\W_](?:[\w \-]{0,58}[^\W_])?")
DEFAULT = "household"
"""Where a paper goes when nobody says where."""

STARTER = {"cooking": "料理", "appliances": "家電", "finance": "お金", "mind": "こころ", "evacuation": "避難", "family": "家族"}
"""Topics of the starter library, and what they are called in Japanese."""


def starter_title(topic: str, language: Language) -> str:
    """What a file of the starter library is called."""
    return f"暮らしの知恵「{STARTER.get(topic, topic)}」" if language is Language.JAPANESE else f"Starter library, {topic}"


def checked_topic(name: str) -> str:
    """Raises `InvalidRequest` for what cannot be a folder's name everywhere."""
    if not _NAME.fullmatch(name):
        raise InvalidRequest(
            f"{name!r} cannot be a topic: up to 60 letters, digits, spaces, hyphens and underscores, such as 'house rules'", where="topic"
        )
    return name


def checked_name(name: str) -> str:
    """A file's name in its composed form. Raises `InvalidRequest` for one that would lie elsewhere or be hidden."""
    plain = unicodedata.normalize("NFC", name).strip()
    if not plain or plain.startswith(".") or any(c in plain for c in '/\\:*?"<>|') or not plain.isprintable() or len(plain.encode()) > 200:
        raise InvalidRequest(f"{name[:80]!r} cannot be a paper's name: a file name with its ending, such as oven-manual.pdf", where="name")
    return plain
