"""What routes are made of, made once: a test that opens a house builds 400 routes, which are half of its start.

FastAPI reads each endpoint's signature, and makes a validator for each of its parameters, anew for every application. All of it follows
from the endpoint's code, its annotations and what its route is given; only the endpoint itself, which knows its house, is another.
"""

import inspect
import os
import ssl
import sys
from collections.abc import Callable, Hashable, Mapping
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Annotated, Any, cast, get_args

import pytest
from fastapi import routing
from fastapi._compat import v2
from fastapi.datastructures import DefaultPlaceholder
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import EndpointContext
from httpx._transports import default
from pydantic import TypeAdapter

Route = Any
"""An `APIRoute`, or its like where a router is included."""
_ATOMS = (type(None), bool, int, str)
_PARTS = attrgetter(*Dependant.__slots__)
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
            route.dependant = Dependant(*_PARTS(state["dependant"]))
            route.dependant.call, route.dependant.dependencies = endpoint, []
            route.endpoint, route.dependency_overrides_provider, route.callbacks = endpoint, *own.values()
        else:
            build(route, path, endpoint, **given, **own)
            if key is not None and not route.dependant.dependencies:
                built[key] = {name: value for name, value in vars(route).items() if name not in OWN}
                built[key] |= {"dependant": Dependant(*_PARTS(route.dependant))}
        route.dependencies = before
        asked = [routing.get_parameterless_sub_dependant(depends=depends, path=route.path_format) for depends in before]
        if any(routing._get_flat_body_params(each) for each in asked):
            build(route, path, endpoint, dependencies=before, **given, **own)
        else:
            route.dependant.dependencies = [*asked, *route.dependant.dependencies]

    patch.setattr(routing, "_populate_api_route_state", populate)
    places: dict[CodeType, EndpointContext] = {}
    find: Callable[[Any], EndpointContext] = routing._extract_endpoint_context

    def place(endpoint: Any) -> EndpointContext:
        """Where an endpoint is written: FastAPI reads its file and looks for it there, for each application anew."""
        code = getattr(endpoint, "__code__", None)
        if code is None:
            return find(endpoint)
        if code not in places:
            places[code] = find(endpoint)
        return places[code]

    patch.setattr(routing, "_extract_endpoint_context", place)
    tell: Callable[[Any], bool] = routing._is_coroutine_callable

    def is_coroutine(call: Any) -> bool:
        """What FastAPI looks for in four places, and remembers by the endpoint, is told by most of them at once."""
        return (call.__class__ is FunctionType and bool(call.__code__.co_flags & inspect.CO_COROUTINE)) or tell(call)

    patch.setattr(routing, "_is_coroutine_callable", is_coroutine)


def _key(route: Route, path: str, endpoint: Callable[..., Any], given: Mapping[str, Any]) -> Hashable | None:
    """Equal for routes that differ in nothing but whose they are; None for one that is built by itself."""
    function = inspect.unwrap(endpoint)
    function = getattr(function, "__func__", function)
    if not inspect.isfunction(function):
        return None
    signed = tuple((name, kind if isinstance(kind, type) else repr(kind)) for name, kind in function.__annotations__.items())
    defaults = repr((function.__defaults__, function.__kwdefaults__)) if function.__defaults__ or function.__kwdefaults__ else None
    told = tuple([v if v.__class__ in _ATOMS else _plain(v) for v in given.values()])
    key = (type(route), path, function.__code__, signed, defaults, told)
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _plain(value: Any) -> Hashable:
    if isinstance(value, DefaultPlaceholder):
        return ("default", value.value)
    if isinstance(value, (list, tuple)):
        return tuple(_plain(each) for each in value)
    if isinstance(value, dict):
        return tuple((name, _plain(each)) for name, each in value.items())
    if isinstance(value, set):
        return frozenset(value)
    return cast(Hashable, value)


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


def share_trust(patch: pytest.MonkeyPatch) -> None:
    """Each HTTP client reads all certificates of the world anew, also one that speaks no TLS; what is trusted is always the same here."""
    make: Callable[..., ssl.SSLContext] = default.create_ssl_context
    made: dict[Hashable, ssl.SSLContext] = {}

    def context(verify: Any = True, cert: Any = None, trust_env: bool = True) -> ssl.SSLContext:
        if verify is not True or cert is not None:
            return make(verify=verify, cert=cert, trust_env=trust_env)
        key = trust_env and (os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
        if key not in made:
            made[key] = make(trust_env=trust_env)
        return made[key]

    patch.setattr(default, "create_ssl_context", context)


def skip_subgraphs(patch: pytest.MonkeyPatch) -> None:
    """Each graph looks for other graphs in the code of its nodes; no household has one in another. Only where it is loaded."""
    if (read := sys.modules.get("langgraph.pregel._read")) is not None:
        patch.setattr(read, "find_subgraph_pregel", lambda _: None)
