"""Routes of several parts in one router, each built once.

FastAPI's `include_router` keeps the part as it is and builds each of its routes a second time where it is included, a third time where
that is included again, and tries a request's path once at every level. Without a prefix nothing of it would differ from the first.
"""

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute


def take_in(whole: APIRouter | FastAPI, *parts: APIRouter) -> None:
    """The parts' routes are the whole's from now on, in this order. Of the whole's own settings they take whether they are described."""
    router = whole.router if isinstance(whole, FastAPI) else whole
    for part in parts:
        for route in part.routes:
            if isinstance(route, APIRoute):
                route.include_in_schema = route.include_in_schema and router.include_in_schema
            router.routes.append(route)
