"""One validator for equal parameters of routes: a test that opens a house builds 400 routes, whose validators are a third of its start."""

from typing import Annotated, Any, get_args

import pytest
from fastapi._compat import v2
from pydantic import TypeAdapter


def share_validators(patch: pytest.MonkeyPatch) -> None:
    """FastAPI makes a validator for each parameter of each route anew; they keep nothing, so equal ones can be one."""
    made: dict[tuple[object, str, str], TypeAdapter[Any]] = {}

    def adapter(annotated: Any, *, config: Any = None) -> TypeAdapter[Any]:
        kind, *about = get_args(annotated)
        key = (kind, repr(about), repr(config))
        if key not in made:
            made[key] = TypeAdapter(Annotated[kind, *about], config=config)
        return made[key]

    patch.setattr(v2, "TypeAdapter", adapter)
