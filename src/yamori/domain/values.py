"""What a reading or an argument may be: JSON's own values, named once."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = bool | int | float | str | Mapping[str, "Value"] | Sequence["Value"] | None
"""Any JSON value."""
