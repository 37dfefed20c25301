"""A change of the lists as it was made: by whom, in which words, and the rows before and after, so that it can be told and taken back."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.values import Value


@dataclass(frozen=True, kw_only=True)
class Change:
    """What is asked for, before it is made."""

    key: str
    """Idempotency key: the same key changes nothing a second time."""
    at: datetime
    person: str
    words: str = ""
    """What the person said; empty where it was done by hand."""
    turn: str = ""


@dataclass(frozen=True, kw_only=True)
class ChangeMade:
    """What came of one."""

    id: int
    did: str
    """`added`, `checked`, …, as `texts` tells it."""
    at: datetime
    person: str
    words: str
    result: Mapping[str, Value]
