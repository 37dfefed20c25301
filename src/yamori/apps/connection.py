"""How a command reaches the household: a server that runs already, or a household opened in this process for as long as it takes.

Both look the same to the caller: an HTTP client. So there is one gate to the house whoever started it.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import httpx

from yamori.apps.running import running_house
from yamori.apps.settings import Settings
from yamori.domain.errors import Misconfigured

PATIENCE = httpx.Timeout(30.0, connect=2.0, read=None)
"""An event stream may be silent for as long as a person thinks; everything else is answered at once."""


async def is_running(url: str) -> bool:
    """Whether a Yamori answers there."""
    try:
        async with httpx.AsyncClient(timeout=2.0, trust_env=False) as client:
            reply = await client.get(f"{url}/healthz")
    except httpx.HTTPError:
        return False
    try:
        return reply.status_code == 200 and "home" in reply.json()
    except ValueError:
        return False


async def find_house(settings: Settings) -> str | None:
    """The address of the house that runs: that of this data folder, wherever it listens, before one where the settings say.

    Raises `Misconfigured` where a process has the household open and cannot be reached.
    """
    running = running_house(settings.data)
    if running is not None:
        if running.url is not None and await is_running(running.url):
            return running.url
        says = "is starting, or does not answer" if running.url is not None else "has this household open for itself"
        raise Misconfigured(
            f"another Yamori (process {running.pid}) {says}", where=str(settings.data), mend="try again in a moment, or end that process"
        )
    return settings.url if await is_running(settings.url) else None


@asynccontextmanager
async def reach_household(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client whose `/` is the household's. Raises `Misconfigured` when it has to be opened and cannot be."""
    if (url := await find_house(settings)) is not None:
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False, headers=token_header(settings)) as client:
            yield client
        return
    from yamori.agentkit.transport import StreamingTransport
    from yamori.apps.household import open_household
    from yamori.apps.logging import start_logging

    # Beside a conversation only what went wrong is worth a line, and never with a PIN in it.
    start_logging(level="error" if settings.log == "error" else "warning", form=settings.log_format)

    async with (
        open_household(settings) as household,
        httpx.AsyncClient(
            transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=PATIENCE, headers=token_header(settings)
        ) as client,
    ):
        yield client


def token_header(settings: Settings) -> Mapping[str, str]:
    """What says in whose name a command speaks, where the people of the home have accounts."""
    return {"Authorization": f"Bearer {settings.token.get_secret_value()}"} if settings.token is not None else {}
