"""Which readings of a large home a model is shown: those whose names and values share most with what was said."""

from collections.abc import Sequence
from itertools import pairwise

from yamori.automations.generated.readable import Readable
from yamori.domain.plain_text import single_line

SHOWN = 40
"""About 1,200 tokens of prompt."""


def shortlist(words: str, home: Sequence[Readable], *, shown: int = SHOWN) -> tuple[Readable, ...]:
    """At most so many, in the order of the home; without regard to language, by pairs of letters, rare ones counting more."""
    if len(home) <= shown:
        return tuple(home)
    wanted = _pairs(words)
    pairs = [_pairs(f"{entry.label} {entry.path} {' '.join(entry.values)} {entry.unit or ''}") for entry in home]
    found = {pair: sum(pair in held for held in pairs) for pair in wanted}
    scores = [sum(1 / found[pair] for pair in wanted & held) for held in pairs]
    best = sorted(range(len(home)), key=lambda n: (-scores[n], n))[:shown]
    return tuple(home[n] for n in sorted(best))


def _pairs(text: str) -> frozenset[str]:
    plain = single_line(text).casefold()
    return frozenset(pair for pair in map("".join, pairwise(plain)) if not any(letter.isspace() for letter in pair))
