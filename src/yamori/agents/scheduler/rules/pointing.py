"""Whether a sentence points at a row: what a model chose may be changed only where the person meant it."""

import re

from yamori.agents.scheduler.rules.distinguishing import shared

_IT = re.compile(
    r"\b(?:it|that|this|them|they|those|these|the (?:task|one|ones|entry|appointment|event|routine|step|reminder)|both|everything|all)\b"
    r"|それ|これ|あれ|その|この|さっき|今の|いまの|両方|全部|すべて|やつ",
    re.I,
)


def points_at(request: str, title: str, *, spoken_of: bool) -> bool:
    """It holds a telling word of the title, or an `it` for what was just spoken of. Between two languages a model translates, and code
    cannot tell."""
    if title.isascii() is not request.isascii():
        return True
    return shared(request, title).tells or (spoken_of and _IT.search(request) is not None)
