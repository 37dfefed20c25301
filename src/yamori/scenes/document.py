"""Scenes, and what waits for an answer, as JSON documents and back: what the store keeps and what REST shows."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value
from yamori.scenes.pending import Pending
from yamori.scenes.scene import Scene

if TYPE_CHECKING:
    from pydantic import TypeAdapter

VERSION = 1
Kept = TypeVar("Kept", Scene, Pending)


def to_document(kept: Scene | Pending) -> Mapping[str, Value]:
    """JSON values only; `from_document` gives an equal one."""
    written: dict[str, Value] = _adapter(type(kept)).dump_python(kept, mode="json")
    return {"version": VERSION, **written}


def from_document(document: Mapping[str, Value], kind: type[Kept]) -> Kept:
    """Raises `InvalidRequest` that names the field, also for a version that is not known here."""
    from pydantic import ValidationError

    version = document.get("version")
    if version != VERSION:
        raise InvalidRequest(f"a scene of version {version!r} cannot be read, only {VERSION}", where="version")
    try:
        found: Kept = _adapter(kind).validate_python({key: value for key, value in document.items() if key != "version"})
    except ValidationError as error:
        first: Any = error.errors(include_url=False)[0]
        raise InvalidRequest(f"this is no scene: {first['msg']}", where=".".join(map(str, first["loc"]))) from error
    return found


@lru_cache(maxsize=2)
def _adapter(kind: type[Any]) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter

    return TypeAdapter(kind)
