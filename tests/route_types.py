"""What routes are made of, made once: a test that opens a house builds 400 routes, which are half of its start.

FastAPI reads each endpoint's signature, and makes a validator for each of its parameters, anew for every application. All of it follows
from the endpoint's code, its annotations and what its route is given; only the endpoint itself, which knows its house, is another.
"""

import copy
import inspect
from collections.abc import Callable, Hashable, Mapping
from typing import Annotated, Any, get_args

import pytest
from fastapi import routing
from fastapi._compat import v2
from fastapi.datastructures import DefaultPlaceholder
from pydantic import TypeAdapter

Route = Any
"""An `APIRoute`, or its like where a router is included."""
OWN = {"endpoint", "dependant", "dependencies", "dependency_overrides_provider", "callbacks", "app", "form_limits", "original_route"}
"""What a route does not share."""


def share_routes(patch: pytest.MonkeyPatch) -> None:
    share_validators(patch)
    build: Callable[..., None] = routing._populate_api_route_state
    built: dict[Hashable, dict[str, Any]] = {}

    def populate(route: Route, path: str, endpoint: Callable[..., Any], **given: Any) -> None:
        own = {name: given.pop(name, None) for name in ("dependency_overrides_provider", "callbacks")}
        before = list(given.pop("dependencies", None) or [])
        key = _key(route, path, endpoint, given)
        if key is not None and (state := built.get(key)) is not None:
            vars(route).update(state)
            route.dependant = copy.copy(state["dependant"])
            route.dependant.call, route.dependant.dependencies = endpoint, []
            route.endpoint, route.dependency_overrides_provider, route.callbacks = endpoint, *own.values()
        else:
            build(route, path, endpoint, **given, **own)
            if key is not None and not route.dependant.dependencies:
                built[key] = {name: value for name, value in vars(route).items() if name not in OWN}
                built[key] |= {"dependant": copy.copy(route.dependant)}
        route.dependencies = before
        asked = [routing.get_parameterless_sub_dependant(depends=depends, path=route.path_format) for depends in before]
        if any(routing._get_flat_body_params(each) for each in asked):
            build(route, path, endpoint, dependencies=before, **given, **own)
        else:
            route.dependant.dependencies = [*asked, *route.dependant.dependencies]

    patch.setattr(routing, "_populate_api_route_state", populate)


def _key(route: Route, path: str, endpoint: Callable[..., Any], given: Mapping[str, Any]) -> Hashable | None:
    """Equal for routes that differ in nothing but whose they are; None for one that is built by itself."""
    function = inspect.unwrap(endpoint)
    function = getattr(function, "__func__", function)
    if not inspect.isfunction(function):
        return None
    signed = tuple((name, kind if isinstance(kind, type) else repr(kind)) for name, kind in function.__annotations__.items())
    key = (type(route), path, function.__code__, signed, repr(function.__defaults__), tuple((n, _plain(v)) for n, v in given.items()))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _plain(value: Any) -> Hashable:
    match value:
        case DefaultPlaceholder():
            return ("default", value.value)
        case list() | tuple():
            return tuple(_plain(each) for each in value)
        case dict():
            return tuple((name, _plain(each)) for name, each in value.items())
        case set() | frozenset():
            return frozenset(value)
        case _:
            return value


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
