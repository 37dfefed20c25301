"""A question that goes on from the one before: `and in winter?`."""

import re

from yamori.agents.lifestyle.rules.word_lists import says
from yamori.agents.lifestyle.rules.words import terms

_ONWARD = re.compile(
    r"^\W*(?:how (?:often|long|much|many|hot|far)|how|when|where|why|which one"
    r"|(?:いつ|どこ|なぜ|なんで|どうして|何[\u4e00-\u9fff]|ど[れの](?:くらい|ぐらい))(?:まで|から)?)[?？。]*$"
    r"|^\s*(?:and|but|or|what about|how about|then|so|also|what if)\b"
    r"|^\s*(?:じゃあ|では|それなら|なら|あと|それと|ちなみに|で、|でも)|(?:の場合)?は[?？]?\s*$",
    re.IGNORECASE,
)
_POINTING_FIRST = re.compile(r"^\W*(?:それ(?!ぞれ|で|なら|と)|その(?!他|ほか|うち)|そこ|そちら|そっち)")
"""In Japanese, where whatever a question points at stands first."""
FEW = 6
"""Terms of a question that can hardly stand alone."""
NOT_MANY = 18
"""Terms of a Japanese one that points at something, each of two letters."""


def complete(question: str, before: str) -> str:
    """The question with what it goes on from, where it does."""
    if not before or question == before:
        return question
    count = len(terms(question))
    few = count <= FEW and (_ONWARD.search(question) or says(question.lower(), "pointing"))
    if few or (count <= NOT_MANY and _POINTING_FIRST.search(question)):
        return f"{before.rstrip()} {question}"
    return question
