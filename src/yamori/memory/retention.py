"""How well something is still remembered (paper 3.1.2 (4)); it ranks, and never deletes. Pure."""

from datetime import datetime, timedelta
from math import exp, log

RATE = 0.05
"""By day; the paper's coefficient: half is left after about 14 days without use, 47 after ten uses."""
_TINIEST = 1e-300
"""What is long ago is never worth nothing: a float would round it to 0."""


def stability(uses: int) -> float:
    """S = ln(uses + 1) + 1; what is used more fades slower."""
    return log(max(uses, 0) + 1) + 1


def retention(uses: int, days: float) -> float:
    """exp(-0.05 · days / S), in (0, 1]. `days` since the last use; a clock that went backwards counts as no time at all."""
    return max(exp(-RATE * max(days, 0.0) / stability(uses)), _TINIEST)


def days_between(earlier: datetime, later: datetime) -> float:
    """0 where the clock went backwards."""
    return max((later - earlier) / timedelta(days=1), 0.0)
