"""What a script of the account pages sends."""

import json
from collections.abc import Mapping

from fastapi import Request

from yamori.web.problems import PageProblem

_MOST_BYTES = 40_000


async def json_body(request: Request) -> Mapping[str, object]:
    """An object. Raises `PageProblem`."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise PageProblem("problem.body", status=415)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise PageProblem("problem.body", status=413)
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise PageProblem("problem.body") from None
    if not isinstance(found, dict):
        raise PageProblem("problem.body")
    return found


def text_in(sent: Mapping[str, object], name: str) -> str:
    """Empty where it is not there, or no text."""
    found = sent.get(name)
    return found if isinstance(found, str) else ""
