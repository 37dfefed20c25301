"""How surely a question is the papers' own: by how it asks and by how well a passage fits it."""

import math
from collections.abc import Sequence

from yamori.agentkit.task import Claim, Strength
from yamori.agents.lifestyle.rules.asking import Asking
from yamori.agents.lifestyle.rules.belonging import of_the_household
from yamori.agents.lifestyle.rules.paper import Hit

FITS = 0.42
"""From this score on a passage is about what is asked."""
NEAR = 0.29
"""From this one it may be."""
LIKELY = 0.35
"""From this one a question of what or when is: what is no matter of the household stays below it (measured: at most 0.36)."""
OBVIOUS = 0.48
"""From this one so is any other question."""
NEAR_OWN = 0.24
"""From this one a question may be about a passage of the household's own papers. Measured on four papers: 14 of 15 questions about them
reach it, none of 20 about other things (at most 0.23)."""
_LEAST = {Asking.MISHAP: NEAR, Asking.HOWTO: NEAR, Asking.KNOWLEDGE: LIKELY, Asking.ASKS: OBVIOUS}
"""What a passage must reach for a question of each kind."""


def claimed(said: Asking, hits: Sequence[Hit], *, reading: bool = False) -> Claim:
    """A question of how or why that a passage fits is owned: a device that it names could only say how it is. While papers are `reading`,
    the one that fits may not be there yet."""
    if said in (Asking.TOPICS, Asking.PAPERS, Asking.OUTRIGHT):
        return Claim(strength=Strength.OWNING, why="it names the papers")
    best = _best(hits)
    why = f"the nearest passage fits by {best:.2f}"
    if best >= _LEAST.get(said, math.inf):
        return Claim(strength=Strength.OWNING if said in (Asking.HOWTO, Asking.MISHAP) and best >= FITS else Strength.STRONG, why=why)
    if reading and said in (Asking.HOWTO, Asking.MISHAP):
        return Claim(strength=Strength.STRONG, why="papers that could say it are still being read")
    may_be = best >= NEAR or (said in _LEAST and _best(of_the_household(hits)) >= NEAR_OWN)
    return Claim(strength=Strength.WEAK if may_be else Strength.NONE, why=why)


def near(hits: Sequence[Hit]) -> bool:
    """Whether a passage may be about what is said, if it is no question."""
    return _best(hits) >= NEAR


def _best(hits: Sequence[Hit]) -> float:
    """Without what a dictionary gave: it orders passages, and all words of a short sentence that is no question may stand in one."""
    return max((hit.score - hit.gained for hit in hits), default=0.0)
