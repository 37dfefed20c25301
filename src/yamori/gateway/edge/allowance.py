"""How much a device may ask in a while: a token bucket each, so that one that floods does not silence the others."""

import math
import time
from collections.abc import Callable

from yamori.domain.errors import YamoriError


class Exceeded(YamoriError):
    """Too much at once; `seconds` until there is room again."""

    def __init__(self, who: str, seconds: int) -> None:
        super().__init__(f"{who} asks too much; try again in {seconds} s")
        self.seconds = seconds


class Allowances:
    """`rate` requests a second on average, `burst` at once, for each who asks."""

    def __init__(self, *, rate: float = 50.0, burst: float = 200.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def spend(self, who: str, amount: float = 1.0) -> None:
        """Raises `Exceeded`; what was refused costs nothing."""
        now = self._clock()
        left, then = self._left.get(who, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        if left < amount:
            self._left[who] = (left, now)
            raise Exceeded(who, max(1, math.ceil((amount - left) / self._rate)))
        self._left[who] = (left - amount, now)

    def give_back(self, who: str, amount: float = 1.0) -> None:
        """It was not too much after all."""
        left, then = self._left.get(who, (self._burst, self._clock()))
        self._left[who] = (min(self._burst, left + amount), then)
