"""How long the tests go on that could go on for ever: kills, random operations, examples of hypothesis. `make test` has time for the short
form; `make long`, which sets YAMORI_TESTS=long, for the long one."""

import os
from typing import Any

from hypothesis import settings

IS_LONG = os.environ.get("YAMORI_TESTS") == "long"
SHARE = 4
"""The short form tries one in so many examples."""
FEWEST = 10


def length(short: int, long: int) -> int:
    return long if IS_LONG else short


def examples(most: int, **more: Any) -> settings:
    """Of a property: so many in the long form. What one run does not try, the next does: each draws anew."""
    return settings(max_examples=length(max(FEWEST, most // SHARE), most), deadline=None, **more)
