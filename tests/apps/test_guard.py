"""Other sites' pages and other names for this machine get no further than the door."""

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from yamori.apps.guard import LocalOnly


async def inside(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("inside")(scope, receive, send)


async def ask(host: str, *, origin: str | None = None, listening: str = "127.0.0.1") -> tuple[int, str]:
    headers = {"Host": host} | ({"Origin": origin} if origin is not None else {})
    async with httpx.AsyncClient(transport=httpx.ASGITransport(LocalOnly(inside, host=listening))) as client:
        reply = await client.get("http://127.0.0.1/", headers=headers)
    return reply.status_code, reply.json()["error"]["where"] if reply.status_code != 200 else ""


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8765", "localhost:8765", "LOCALHOST", "[::1]:8765"])
async def test_this_machine_may_speak(host: str) -> None:
    assert await ask(host) == (200, "")
    assert await ask(host, origin=f"http://{host}") == (200, "")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::1", "169.254.1.1:8765", "user@127.0.0.1.evil.example"])
async def test_another_name_is_refused(host: str) -> None:
    assert await ask(host) == (403, "Host")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "", "http://[", "http://127.0.0.1:8765.evil.example"]
)
async def test_a_page_from_elsewhere_is_refused(origin: str) -> None:
    assert await ask("127.0.0.1:8765", origin=origin) == (403, "Origin")


async def test_who_listens_to_the_whole_network_lets_every_name_in_but_no_other_page() -> None:
    for listening in ("0.0.0.0", "::"):
        assert await ask("yamori.lan:8765", listening=listening) == (200, "")
        assert await ask("yamori.lan:8765", listening=listening, origin="http://evil.example") == (403, "Origin")
    assert await ask("yamori.lan", listening="yamori.lan") == (200, "")


async def test_only_what_is_made_for_it_may_stand_in_a_frame() -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(LocalOnly(inside, host="127.0.0.1"))) as client:
        answers = [await client.get(f"http://127.0.0.1{path}") for path in ("/", "/agents", "/embed/calendar/x")]
    assert [answer.headers.get("X-Frame-Options") for answer in answers] == ["DENY", "DENY", None]
