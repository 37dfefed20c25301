"""A generated condition as it is stored and approved."""

import re
from dataclasses import dataclass
from hashlib import sha256

from yamori.automations.generated.readable import check_path
from yamori.domain.errors import InvalidRequest

_OF_TIME = re.compile(r"\b(?:now|between|weekday|minutes_since)\b")
LONGEST_SOURCE = 8_192
"""Bytes of UTF-8."""
MOST_PATHS = 32


def digest_of(source: str) -> str:
    """SHA-256 of the source, in hexadecimal. Raises `InvalidRequest` for text that no encoding takes."""
    return sha256(_encoded(source)).hexdigest()


def _encoded(source: str) -> bytes:
    try:
        return source.encode()
    except UnicodeEncodeError as error:
        raise InvalidRequest(f"the code holds half a character at position {error.start}", where="code") from error


@dataclass(frozen=True, kw_only=True)
class GeneratedCondition:
    """Raises `InvalidRequest` when made from a source that is too long, from too many paths, or with a digest of another source."""

    words: str
    """What the person said, unchanged: nobody has to read code to know what was wanted."""
    source: str
    """Python that defines `condition() -> bool`."""
    paths: tuple[str, ...]
    """The readings that it may look at; it is shown no others."""
    digest: str = ""
    """SHA-256 of the source in hexadecimal; worked out when it is left empty. An approval names it."""

    def __post_init__(self) -> None:
        size = len(_encoded(self.source))
        if size > LONGEST_SOURCE:
            raise InvalidRequest(f"the code has {size} bytes; at most {LONGEST_SOURCE} are allowed", where="code")
        if len(set(self.paths)) > MOST_PATHS:
            raise InvalidRequest(f"the code looks at {len(set(self.paths))} readings; at most {MOST_PATHS} are allowed", where="paths")
        for path in self.paths:
            check_path(path)
        digest = digest_of(self.source)
        if self.digest not in ("", digest):
            raise InvalidRequest("the code is not the one that its digest names; it has been changed", where="digest")
        object.__setattr__(self, "digest", digest)

    @property
    def minds_clock(self) -> bool:
        """Whether it may change while no reading does: its code names the time, or how long something has been so."""
        return _OF_TIME.search(self.source) is not None

    def is_approved_by(self, approved: str) -> bool:
        """Whether an approval of this digest is one of this very code."""
        return approved == self.digest
