"""How many tokens of a model a text is at most, reckoned without a tokenizer: those of models differ, and none is loaded for this."""

import re
from math import ceil

_WIDE = re.compile(r"[^\x00-\u02ff]")


def tokens_of(text: str) -> int:
    """One for each character that is not Latin, one for three and a half that are; more than any of our models makes of household talk."""
    wide = len(_WIDE.findall(text))
    return wide + ceil((len(text) - wide) / 3.5)
