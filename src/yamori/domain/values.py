"""What a reading or an argument may be: JSON's own values, named once."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    Value: TypeAlias = bool | int | float | str | Mapping[str, "Value"] | Sequence["Value"] | None
    """Any JSON value."""
else:
    Value = Any  # pydantic, at the doors, cannot follow an alias that names itself (before Python 3.12's `type` statement)
