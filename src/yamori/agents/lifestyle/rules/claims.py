"""How surely a question is the papers' own: by how it asks and by how well a passage fits it."""

from collections.abc import Sequence

from yamori.agentkit.task import Claim, Strength
from yamori.agents.lifestyle.rules.asking import Asking
from yamori.agents.lifestyle.rules.paper import Hit

FITS = 0.46
"""From this score on a passage is about what is asked."""
NEAR = 0.33
"""From this one it may be."""


def claimed(said: Asking, hits: Sequence[Hit]) -> Claim:
    """A question of how or why that a passage fits is owned: a device that it names could only say how it is."""
    if said in (Asking.TOPICS, Asking.PAPERS, Asking.OUTRIGHT):
        return Claim(strength=Strength.OWNING, why="it names the papers")
    best = hits[0].score if hits else 0.0
    why = f"the nearest passage fits by {best:.2f}"
    if said is Asking.HOWTO and best >= NEAR:
        return Claim(strength=Strength.OWNING if best >= FITS else Strength.STRONG, why=why)
    if said is Asking.KNOWLEDGE and best >= FITS:
        return Claim(strength=Strength.STRONG, why=why)
    return Claim(strength=Strength.WEAK if best >= NEAR else Strength.NONE, why=why)
