"""Sounds that are drawn out for emphasis in Japanese (ぜーんぶ, 早ーく): the normal forms are without them. Pure."""

import re

from yamori.understanding.analysis import morphemes_of

_DRAWN_OUT = re.compile(r"(?<=[ぁ-ん一-鿿])[ー〜～]+(?=[ぁ-ん])")
_NOUNS = ("普通名詞", "固有名詞")


def drawn_out(text: str) -> frozenset[int]:
    """Where such marks stand; none of a noun that is spelled with one (らーめん)."""
    marks = [m.span() for m in _DRAWN_OUT.finditer(text)]
    if not marks:
        return frozenset()
    spelled = [m for m in morphemes_of(text) if m.kind == "名詞" and m.detail in _NOUNS and m.sort == "一般"]
    return frozenset(n for start, end in marks if not any(m.start < start and end < m.end for m in spelled) for n in range(start, end))
