"""A part of a sentence with its quotations, and the titles that stand in it, hidden from the patterns that read it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.agents.scheduler.rules.word_lists import words_for
from yamori.domain.language import is_spaced
from yamori.domain.when import When, find_when, resolve, without_when

_QUOTED = re.compile(r"「([^」]*)」|『([^』]*)』|“([^”]*)”|\"([^\"]*)\"|(?<![a-zA-Z])'([^']*)'(?![a-zA-Z])|‘([^’]*)’(?![a-zA-Z])")
_COURTEOUS = re.compile(
    r"^\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|sorry(?: to bother you)?|excuse me|yamori)\b[\s,.!]*)*"
    r"(?:(?:i was |i am |i'm |just )*wondering,? (?:[^,?]{1,40}, )?(?:if|whether)(?:, [^,?]{1,40},)? (?:perhaps |maybe )?"
    r"(?:you (?:could|can|would|might)|it (?:would|might) be possible(?: for you)? to)"
    r"|(?:do you think(?: that)?|(?:is there )?any chance(?: that)?) you (?:could|can|would|might)"
    r"|would (?:it be possible(?: for you)?|you be (?:so kind as|kind enough|able)) to"
    r"|i(?:'d| would) (?:really )?(?:appreciate it|be (?:very |so )?(?:grateful|glad|happy)) if you (?:could|would)"
    r"|if (?:it(?:'s| is) not too much (?:trouble|bother)|you don'?t mind|possible),? (?:can|could|would|will) you)"
    r"(?: (?:please|kindly|just|possibly|perhaps|maybe))*(?=\s+[a-z\"'“])",
    re.I,
)
"""Long ways to say `could you`, whose own past (`I was wondering`) is not the sentence's."""
_BRIEFLY = re.compile(
    r"(?<=[?.!？。])\s*(?:(?:just|only) (?:the |its |their )?\w+(?: \w+)?|nothing (?:else|more)|that'?s all"
    r"|no more than that)(?:,? (?:please|thanks))?\W*$"
    r"|(?<=[?？。])(?:それだけ|名前だけ|日付だけ|時間だけ|曜日だけ|他は(?:いい|いらない|不要))(?:で(?:いい|お願い)?|教えて)?(?:です|します|ください|よ)*\W*$",
    re.I,
)
"""How short the answer is to be: a remark behind a question."""
_HIDDEN = 0xE000
_MARKS = str.maketrans("，．", "、。")
"""The marks of scientific Japanese, as the others that mean the same."""


@dataclass(frozen=True)
class Clause:
    """A stretch of a sentence whose quotations are hidden behind single characters, so that no rule reads inside them."""

    text: str
    quotes: tuple[str, ...]
    now: datetime

    @property
    def when(self) -> When:
        return resolve(self.text, self.now)

    @property
    def timeless(self) -> str:
        """The clause without its expressions of time."""
        return without_when(self.text, self.now) if find_when(self.text, self.now) else self.text

    def shown(self, words: str) -> str:
        """Words of the clause with the quotations put back, without their marks."""
        return "".join(self.quotes[ord(c) - _HIDDEN] if 0 <= ord(c) - _HIDDEN < len(self.quotes) else c for c in words).strip()

    def part(self, text: str) -> "Clause":
        """Another text over the same quotations."""
        return Clause(text, self.quotes, self.now)


def is_quote(words: str) -> bool:
    """Nothing but one quotation."""
    return len(words) == 1 and _HIDDEN <= ord(words) < _HIDDEN + 256


def hide_quotes(sentence: str, now: datetime, titles: Sequence[str] = ()) -> Clause:
    """The sentence with its quotations hidden, and the titles that stand in it word for word (`Friday report` is no Friday)."""
    quotes: list[str] = []

    def hide(m: re.Match[str]) -> str:
        inner = next((g for g in m.groups() if g is not None), m[0]).strip()
        inner = re.sub(r"(?<=\w)[.,]$", "", inner)  # the sentence's own, which American typography puts inside the quotation
        if not inner or len(quotes) >= 256:
            return m[0]
        quotes.append(inner)
        return chr(_HIDDEN + len(quotes) - 1)

    bare = _COURTEOUS.sub("could you", re.sub(r"[\ue000-\uf8ff]", "", sentence))
    text = _QUOTED.sub(hide, _BRIEFLY.sub("", bare)).translate(_MARKS)
    low = text.lower()
    for title in sorted({t.strip() for t in titles if t.strip().lower() in low}, key=len, reverse=True):
        if len(title) >= (4 if is_spaced(title) else 2) and title.lower() not in words_for("ordinary"):
            text = re.sub(rf"(?<![a-zA-Z0-9]){re.escape(title)}(?![a-zA-Z0-9])", hide, text, flags=re.I)
    return Clause(text, tuple(quotes), now)
