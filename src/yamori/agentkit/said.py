"""What a person may send as a message. Every endpoint through which people speak checks it here."""

import re
import unicodedata
from typing import Annotated

from pydantic import Field, StringConstraints

from yamori.domain.errors import InvalidRequest
from yamori.domain.plain_text import strip_controls

TEXT_LIMIT = 4000
"""Characters of one message; a household command is a hundredth of that."""
Constraint = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
"""What the person must not eat, in a word or two. Which of them can be checked, the agent that speaks of food knows."""
Constraints = Annotated[tuple[Constraint, ...], Field(max_length=20)]

_BLANK = re.compile(r"\s{2,}")


def checked_text(text: str) -> str:
    """A message as a person may send it, runs of blanks made one.

    Raises `InvalidRequest` for nothing, too much, or something that is no text."""
    said = _BLANK.sub(_one_blank, unicodedata.normalize("NFC", text[: 2 * TEXT_LIMIT])).strip()
    if len(text) > 2 * TEXT_LIMIT or len(said) > TEXT_LIMIT:
        raise InvalidRequest(f"the message has {len(text):,} characters; at most {TEXT_LIMIT:,} are read", where="text")
    if strange := [c for c in said if _strange(c)]:
        raise InvalidRequest(f"the message holds characters that are no text (U+{ord(strange[0]):04X})", where="text")
    if all(unicodedata.category(c)[0] in "ZC" for c in said):
        raise InvalidRequest("the message is empty; say what you would like", where="text")
    return strip_controls(said, keep="\n\t\r")  # what turns the order of letters around


def _one_blank(run: re.Match[str]) -> str:
    return next((c for c in run[0] if c in "\n\r"), run[0][0])


def _strange(character: str) -> bool:
    """Control characters, halves of surrogate pairs and noncharacters. A character that this Python does not know may be a new emoji."""
    code = ord(character)
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return noncharacter or (unicodedata.category(character) in ("Cc", "Cs") and character not in "\n\t\r")
