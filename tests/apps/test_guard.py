"""Other sites' pages and other names for this machine get no further than the guard, wherever the server listens."""

from collections.abc import Sequence

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from yamori.apps.guard import Guard
from yamori.apps.hosts import AllowedHosts, allowed_hosts

EVERYWHERE = ("127.0.0.1", "0.0.0.0", "::")


async def inside(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("inside")(scope, receive, send)


async def ask(host: str, *, origin: str | None = None, listening: str = "127.0.0.1", more: dict[str, str] | None = None) -> tuple[int, str]:
    headers = {"Host": host} | ({"Origin": origin} if origin is not None else {}) | (more or {})
    guarded = Guard(inside, allowed=allowed_hosts(listening=listening, listed=["yamori.lan"]))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(guarded)) as client:
        reply = await client.get("http://127.0.0.1/", headers=headers)
    return reply.status_code, reply.json()["error"]["where"] if reply.status_code != 200 else ""


@pytest.mark.parametrize("listening", EVERYWHERE)
@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8765", "localhost:8765", "LOCALHOST.", "[::1]:8765", "Yamori.LAN:8765"])
async def test_who_calls_it_by_a_name_of_its_own_may_speak(host: str, listening: str) -> None:
    assert await ask(host, listening=listening) == (200, "")
    assert await ask(host, origin=f"http://{host}", listening=listening) == (200, "")


@pytest.mark.parametrize("listening", EVERYWHERE)
@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "[::1", "169.254.1.1:8765", "user@127.0.0.1", "0.0.0.0", "[::]"]
)
async def test_another_name_is_refused_wherever_it_listens(host: str, listening: str) -> None:
    assert await ask(host, listening=listening) == (403, "Host")
    assert await ask(host, listening=listening, more={"X-Forwarded-Host": "127.0.0.1", "Forwarded": "host=127.0.0.1"}) == (403, "Host")


@pytest.mark.parametrize("listening", EVERYWHERE)
@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1:9999", "", "http://[", "http://127.0.0.1:8765.evil.example", "ws://127.0.0.1:8765",
     "http://localhost:8765", "http://a@127.0.0.1:8765", "https://127.0.0.1"],
)  # fmt: skip
async def test_a_page_from_elsewhere_is_refused(origin: str, listening: str) -> None:
    assert await ask("127.0.0.1:8765", origin=origin, listening=listening) == (403, "Origin")


async def test_a_port_that_goes_without_saying_may_be_said() -> None:
    assert await ask("yamori.lan:80", origin="http://yamori.lan") == (200, "")
    assert await ask("yamori.lan", origin="https://yamori.lan") == (200, "")  # behind a proxy that speaks TLS


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
async def test_a_browser_that_says_it_comes_from_elsewhere_is_refused(site: str) -> None:
    assert await ask("127.0.0.1:8765", more={"Sec-Fetch-Site": site}) == (403, "Sec-Fetch-Site")
    for own in ("same-origin", "none"):
        assert await ask("127.0.0.1:8765", more={"Sec-Fetch-Site": own}) == (200, "")


async def test_the_refusal_says_how_to_allow_the_name_in_the_readers_language() -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(Guard(inside, allowed=AllowedHosts()))) as client:
        for language, says in (("en", "add it to `allowed_hosts`"), ("ja,en;q=0.5", "`allowed_hosts` か環境変数")):
            reply = await client.get("http://127.0.0.1/", headers={"Host": "pi.example", "Accept-Language": language})
            message = reply.json()["error"]["message"]
            assert "'pi.example'" in message and says in message and "YAMORI_ALLOWED_HOSTS" in message


async def answered(scope: Scope) -> Sequence[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    await Guard(inside, allowed=AllowedHosts())({"query_string": b"", "method": "GET", "path": "/", **scope}, receive, send)
    return sent


@pytest.mark.parametrize(
    "headers", [[], [(b"host", b"127.0.0.1"), (b"host", b"evil.example")], [(b"host", b"127.0.0.1"), (b"host", b"127.0.0.1")]]
)
async def test_a_request_names_exactly_one_host(headers: list[tuple[bytes, bytes]]) -> None:
    (start, *_) = await answered({"type": "http", "headers": headers})
    assert start["status"] in (400, 403)


async def test_a_second_origin_does_not_hide_the_first() -> None:
    headers = [(b"host", b"127.0.0.1"), (b"origin", b"http://127.0.0.1"), (b"origin", b"http://evil.example")]
    (start, *_) = await answered({"type": "http", "headers": headers})
    assert start["status"] == 403


async def test_a_target_that_is_no_path_is_refused() -> None:
    (start, *_) = await answered({"type": "http", "headers": [(b"host", b"127.0.0.1")], "path": "http://evil.example/healthz"})
    assert start["status"] == 400


async def test_a_websocket_from_elsewhere_is_closed_before_it_opens() -> None:
    for headers in ([(b"host", b"evil.example")], [(b"host", b"127.0.0.1"), (b"origin", b"http://evil.example")]):
        assert await answered({"type": "websocket", "headers": headers}) == [{"type": "websocket.close", "code": 1008}]


async def test_only_what_is_made_for_it_may_stand_in_a_frame() -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(Guard(inside, allowed=AllowedHosts()))) as client:
        answers = [await client.get(f"http://127.0.0.1{path}") for path in ("/", "/agents", "/embed/calendar/x")]
    assert [answer.headers.get("X-Frame-Options") for answer in answers] == ["DENY", "DENY", None]
