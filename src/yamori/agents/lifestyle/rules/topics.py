"""Topics: what a folder of papers may be called."""

import re
import unicodedata

from yamori.agents.lifestyle.texts import TEXTS
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language

_NAME = re.compile(r"[^\W_](?:[\w \-]{0,58}[^\W_])?")
DEFAULT = "household"
"""Where a paper goes when nobody says where."""

STARTER = ("cooking", "appliances", "finance", "mind", "evacuation", "family")
"""Topics of the starter library."""


def starter_title(topic: str, language: Language) -> str:
    """What a file of the starter library is called."""
    called = TEXTS.said(language, f"starter.topics.{topic}") if topic in STARTER else topic
    return TEXTS.said(language, "starter.title", topic=called)


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
