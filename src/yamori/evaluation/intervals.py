"""How sure a share is that was counted."""

import math


def wilson(right: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The score interval of a share, 95 % by default; all of it for none counted."""
    if not of:
        return 0.0, 1.0
    share, squared = right / of, z * z / of
    middle = (share + squared / 2) / (1 + squared)
    wide = z * math.sqrt(share * (1 - share) / of + squared / (4 * of)) / (1 + squared)
    return max(0.0, middle - wide), min(1.0, middle + wide)
