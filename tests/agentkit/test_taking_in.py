"""Routes of parts that are taken over are the whole's, as if they had been included."""

import httpx
from fastapi import APIRouter, FastAPI

from yamori.agentkit.taking_in import take_in


def part(name: str, *, described: bool = True) -> APIRouter:
    router = APIRouter(prefix=f"/{name}", include_in_schema=described)

    @router.get("/{number}")
    async def answer(number: int) -> dict[str, object]:
        return {"name": name, "number": number}

    return router


async def said(app: FastAPI, path: str) -> tuple[int, object]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        reply = await client.get(path)
        return reply.status_code, reply.json()


async def test_each_part_answers_at_its_own_path_and_judges_what_it_is_asked() -> None:
    app, whole = FastAPI(), APIRouter()
    take_in(whole, part("hens"), part("lamps"))
    take_in(app, whole)
    assert await said(app, "/hens/3") == (200, {"name": "hens", "number": 3})
    assert await said(app, "/lamps/4") == (200, {"name": "lamps", "number": 4})
    assert (await said(app, "/lamps/four"))[0] == 422
    assert (await said(app, "/goats/4"))[0] == 404


def test_what_the_whole_or_the_part_does_not_describe_is_not_described() -> None:
    app, hidden = FastAPI(), APIRouter(include_in_schema=False)
    take_in(hidden, part("hens"))
    take_in(app, hidden, part("lamps"), part("goats", described=False))
    assert list(app.openapi()["paths"]) == ["/lamps/{number}"]
