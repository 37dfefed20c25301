"""An automation as a JSON document and back: what the store keeps and what REST shows. The document says its version."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from yamori.automations.automation import Automation
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

if TYPE_CHECKING:
    from pydantic import TypeAdapter

VERSION = 1


def to_document(automation: Automation) -> Mapping[str, Value]:
    """JSON values only; `from_document` gives an equal automation."""
    written: dict[str, Value] = _adapter().dump_python(automation, mode="json")
    return {"version": VERSION, **written}


def from_document(document: Mapping[str, Value]) -> Automation:
    """Raises `InvalidRequest` that names the field, also for a version that is not known here."""
    from pydantic import ValidationError

    version = document.get("version")
    if version != VERSION:
        raise InvalidRequest(f"an automation of version {version!r} cannot be read, only {VERSION}", where="version")
    try:
        return _adapter().validate_python({key: value for key, value in document.items() if key != "version"})
    except ValidationError as error:
        first: Any = error.errors(include_url=False)[0]
        raise InvalidRequest(f"this is no automation: {first['msg']}", where=".".join(map(str, first["loc"]))) from error


@lru_cache(maxsize=1)
def _adapter() -> "TypeAdapter[Automation]":
    from pydantic import TypeAdapter

    return TypeAdapter(Automation)
