"""What a reading or an argument may be: JSON's own values, named once."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from yamori.domain.plain_text import strip_controls

if TYPE_CHECKING:
    Value: TypeAlias = bool | int | float | str | Mapping[str, "Value"] | Sequence["Value"] | None
    """Any JSON value."""
else:
    Value = Any  # pydantic, at the doors, cannot follow an alias that names itself (before Python 3.12's `type` statement)


def plain_value(value: Value, *, text: Callable[[str], str] = strip_controls) -> Value:
    """The value with every text in it as plain text, keys included: what a device reports is shown on terminals and in logs."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Mapping):
        return {text(key) if isinstance(key, str) else key: plain_value(held, text=text) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(held, text=text) for held in value]
    return value
