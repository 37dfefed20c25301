"""Whether a text is a sentence that code and models read, or more than that.

Reading costs more the longer a sentence is, and nobody says a page at once: the longest of all our cases has 181 characters and six
clauses. What is longer is kept whole where it is to be kept (the diary, papers), and is read nowhere."""

import re
from typing import Annotated

from pydantic import StringConstraints

from yamori.agentkit.texts import EVERYWHERE
from yamori.domain.language import Language

READING_LIMIT = 500
"""Characters of a sentence that is read."""

PARTS_LIMIT = 32
"""Parts of a sentence that is read, between marks and joints."""

Words = Annotated[str, StringConstraints(max_length=READING_LIMIT)]
"""An argument of a tool that is compared with others, word by word: a title, a name, what is looked for."""

_JOINT = re.compile(r"([^\w\s])\1*|\b(?:and|or|then|also|plus|but)\b|[0-9〇一二三四五六七八九十百千万]+|[てで]", re.I)


def parts_of(text: str) -> int:
    """How many parts a text has; a number makes one, as a joint does, or a mark however often it is repeated (`!!!`, `...`)."""
    return 1 + sum(1 for _ in _JOINT.finditer(text))


def is_legible(text: str) -> bool:
    return len(text) <= READING_LIMIT and parts_of(text) <= PARTS_LIMIT


def unread_text(text: str, language: Language) -> str:
    """What is said of a text that is not legible, with what may be done instead."""
    if len(text) > READING_LIMIT:
        return EVERYWHERE.said(language, "unread.long", length=len(text), limit=READING_LIMIT)
    return EVERYWHERE.said(language, "unread.parts")
