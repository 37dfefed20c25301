"""Scenes, and what waits for an answer, as JSON documents and back: what the store keeps and what REST shows."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

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
    written: dict[str, Value] = _adapters()[type(kept).__name__].dump_python(kept, mode="json")
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


def _adapter(kind: type[Kept]) -> "TypeAdapter[Kept]":
    return cast("TypeAdapter[Kept]", _adapters()[kind.__name__])


@cache
def _adapters() -> "Mapping[str, TypeAdapter[Any]]":
    from pydantic import TypeAdapter

    return {kind.__name__: TypeAdapter(kind) for kind in (Scene, Pending)}
