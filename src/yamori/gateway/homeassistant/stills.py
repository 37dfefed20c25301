"""A camera's picture over REST, the one thing that Home Assistant's WebSocket does not give. Called by the backend.

States are not read this way, also not while the socket is down: one process answers both on one port, so that a second way would say
nothing but the first one's silence over again, and a proxy that lets no WebSocket through is a mistake to be reported (`Misconfigured`).

`GET /api/camera_proxy/ENTITY`: https://developers.home-assistant.io/docs/api/rest
"""

import asyncio

from yamori.gateway.homeassistant.address import rest_url
from yamori.gateway.sentences import ToMend, Unanswered


async def still(url: str, token: str, *, endpoint: str, entity: str, name: str, seconds: float, most: int) -> bytes:
    """The bytes that the camera called `name` shows now; what they are is not looked at here.

    Raises `HouseSilent` when there are none within `seconds`, or more than `most`; `Misconfigured` when the token opens no camera.
    """
    import httpx

    found = bytearray()
    try:
        async with (
            asyncio.timeout(seconds),
            # No proxy and no redirection: the token is for this server alone.
            httpx.AsyncClient(timeout=seconds, trust_env=False, follow_redirects=False) as client,
            client.stream("GET", rest_url(url, endpoint, entity), headers={"authorization": f"Bearer {token}"}) as answer,
        ):
            _check(answer.status_code, url, name)
            async for chunk in answer.aiter_bytes():
                found += chunk
                if len(found) > most:  # what a camera announces is not believed
                    raise Unanswered("no_picture", device=name, mb=most // 2**20)
    except TimeoutError as error:
        raise Unanswered("late_picture", device=name, seconds=f"{seconds:g}") from error
    except httpx.HTTPError as error:
        raise Unanswered("no_way", through="Home Assistant") from error
    return bytes(found)


def _check(status: int, url: str, name: str) -> None:
    match status:
        case 200:
            return
        case 401 | 403:
            raise ToMend("token_narrow", "mend_admin", where=url, through="Home Assistant")
        case 503:  # so it answers for a camera that is off
            raise Unanswered("camera_off", device=name)
    raise Unanswered("picture_failed", device=name, status=status)
