"""The backends that the settings name, opened as the household's sources: those that answer at once, and the others as soon as they do.

Called by `household` and `doctor`. A backend that is away does not keep the house shut; one that refuses us is said once, with what to do.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import structlog
from pydantic import SecretStr

from yamori.apps.settings import HomeAssistantSettings, MqttSettings, Settings, SmartThingsSettings
from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent, Misconfigured, YamoriError
from yamori.domain.home import Place
from yamori.gateway.edge.images import Pictures
from yamori.gateway.joined import Source
from yamori.gateway.opening import House
from yamori.llm.keys import find_key

_log = structlog.get_logger()


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How long a backend is waited for, in seconds."""

    at_start: float = 10.0
    """While nobody can use the house yet; who needs longer joins later."""
    later: float = 180.0
    """One try in the background: a Home Assistant that starts needs minutes."""
    first: float = 2.0
    """Between two tries; doubles up to `longest`."""
    longest: float = 300.0


@dataclass(frozen=True, kw_only=True)
class Configured:
    """A backend that the settings name, not opened yet."""

    name: str
    """As in the settings; of its source, too."""
    title: str
    open: Callable[[], Awaitable[Source]]
    """For the house. Raises `HouseSilent` and `Misconfigured`."""
    look: Callable[[], Awaitable[Source]]
    """Only to see whether it answers: tells the backend nothing and leaves nothing, but for an OAuth token that had to be renewed."""


@dataclass(frozen=True, kw_only=True)
class Opened:
    """What came of the first try."""

    sources: Sequence[Source] = ()
    away: Sequence[Configured] = ()
    """These are tried again in the background."""
    refused: Sequence[Configured] = ()
    """These need the operator."""


@dataclass(kw_only=True)
class Tries:
    """Why backends are not in the house, while it runs: noted by whoever tries them, for whoever wants to know."""

    failed: dict[str, YamoriError] = field(default_factory=dict)
    """What came of the last try of each, by its name; one that has joined is not here."""


def configured(settings: Settings, *, place: Place, clock: Clock, pictures: Pictures | None = None) -> Sequence[Configured]:
    """The backends that the settings name. `place` is where the home is: two of them do not know it. `pictures` is the house's."""
    kept = settings.data / "gate"
    found = []
    if settings.homeassistant is not None:
        found.append(_home_assistant(settings.homeassistant, kept / "homeassistant.sqlite3", clock, pictures))
    if settings.mqtt is not None:
        found.append(_mqtt(settings.mqtt, kept / "mqtt.sqlite3", place, clock))
    if settings.smartthings is not None:
        found.append(_smartthings(settings.smartthings, kept / "smartthings.sqlite3", place, clock))
    return found


async def open_sources(wanted: Sequence[Configured], *, pace: Pace | None = None, tries: Tries | None = None) -> Opened:
    """Try each, all at the same time. Whoever calls closes the backends of `sources`, or gives them to the house, which does."""
    limit = (pace or Pace()).at_start
    tried = await asyncio.gather(*(_first_try(each, limit) for each in wanted))
    if tries is not None:
        tries.failed |= {each.name: found for each, found in zip(wanted, tried, strict=True) if not isinstance(found, Source)}
    return Opened(
        sources=[found for found in tried if isinstance(found, Source)],
        away=[each for each, found in zip(wanted, tried, strict=True) if isinstance(found, HouseSilent)],
        refused=[each for each, found in zip(wanted, tried, strict=True) if not isinstance(found, Source | HouseSilent)],
    )


@asynccontextmanager
async def joining(house: House, away: Sequence[Configured], *, pace: Pace | None = None, tries: Tries | None = None) -> AsyncIterator[None]:
    """While this is open, each backend that was away is tried again until it answers; then its devices join the house."""
    tasks = [asyncio.ensure_future(_join(house, each, pace or Pace(), tries or Tries())) for each in away]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _first_try(each: Configured, limit: float) -> Source | YamoriError:
    try:
        async with asyncio.timeout(limit):
            return await each.open()
    except TimeoutError:
        silent = HouseSilent(f"nothing came within {limit:g} s")
        _log.warning("a backend is away; the rest goes on, and it is tried again", backend=each.title, why=str(silent))
        return silent
    except HouseSilent as error:
        _log.warning("a backend is away; the rest goes on, and it is tried again", backend=each.title, why=str(error))
        return error
    except YamoriError as error:
        _refused(each, error)
        return error


async def _join(house: House, each: Configured, pace: Pace, tries: Tries) -> None:
    pause = pace.first
    while True:
        await asyncio.sleep(pause)
        pause = min(pause * 2, pace.longest)
        try:
            async with asyncio.timeout(pace.later):
                source = await each.open()
        except TimeoutError:
            tries.failed[each.name] = HouseSilent(f"nothing came within {pace.later:g} s")
            _log.debug("a backend is still away", backend=each.title, why="it took too long")
        except HouseSilent as error:
            tries.failed[each.name] = error
            _log.debug("a backend is still away", backend=each.title, why=str(error))
        except YamoriError as error:
            tries.failed[each.name] = error
            _refused(each, error)
            return
        else:
            house.upkeep.add(source)
            tries.failed.pop(each.name, None)
            await house.gate.recover()  # what was cut off on its devices can be read back only now
            _log.info("a backend has joined the house", backend=each.title, devices=len(source.home.home.devices))
            return


def _refused(each: Configured, error: YamoriError) -> None:
    mend = error.mend if isinstance(error, Misconfigured) else ""
    _log.error("a backend cannot be used; the rest goes on without it", backend=each.title, why=str(error), mend=mend)


def _home_assistant(wanted: HomeAssistantSettings, kept: Path, clock: Clock, pictures: Pictures | None) -> Configured:
    async def opened(file: Path | None) -> Source:
        from yamori.gateway.backends.homeassistant import open_homeassistant

        token = secret_of(wanted.token, wanted.token_file, where="[homeassistant] token_file")
        home, backend = await open_homeassistant(wanted.url, token or "", file=file, clock=clock, pictures=pictures)
        return Source(name="homeassistant", backend=backend, home=home, homes=backend.homes(), hidden=frozenset(wanted.hide))

    return Configured(name="homeassistant", title="Home Assistant", open=lambda: opened(kept), look=lambda: opened(None))


def _mqtt(wanted: MqttSettings, kept: Path, place: Place, clock: Clock) -> Configured:
    async def opened(file: Path | None, *, looking: bool) -> Source:
        from yamori.gateway.backends.mqtt import STATUS, open_mqtt
        from yamori.gateway.mqtt.broker import BrokerAddress

        tls = wanted.tls or wanted.authority is not None
        address = BrokerAddress(
            host=wanted.host,
            port=wanted.port or (8883 if tls else 1883),
            username=wanted.username,
            password=secret_of(wanted.password, wanted.password_file, where="[mqtt] password_file"),
            tls=tls,
            authority=wanted.authority,
        )
        backend = await open_mqtt(
            address,
            place=place,
            file=file,
            clock=clock,
            prefix=wanted.prefix,
            birth=wanted.birth and not looking,
            status=None if looking else STATUS,
        )
        return Source(name="mqtt", backend=backend, home=backend.loaded, homes=backend.homes(), hidden=frozenset(wanted.hide))

    return Configured(name="mqtt", title="MQTT", open=lambda: opened(kept, looking=False), look=lambda: opened(None, looking=True))


def _smartthings(wanted: SmartThingsSettings, kept: Path, place: Place, clock: Clock) -> Configured:
    async def opened(file: Path | None) -> Source:
        from yamori.gateway.backends.smartthings import open_smartthings
        from yamori.gateway.smartthings.tokens import OAuthApp

        access: str | OAuthApp
        if wanted.client_id is not None and wanted.client_secret is not None and wanted.refresh_token is not None:
            access = OAuthApp(
                client_id=wanted.client_id,
                client_secret=wanted.client_secret.get_secret_value(),
                refresh_token=wanted.refresh_token.get_secret_value(),
            )
        else:
            access = secret_of(wanted.token, wanted.token_file, where="[smartthings] token_file") or ""
        backend = await open_smartthings(access, place=place, file=file, clock=clock, location=wanted.location)
        return Source(name="smartthings", backend=backend, home=backend.loaded, homes=backend.homes(), hidden=frozenset(wanted.hide))

    # A refresh token works once: whoever renews it must keep the new one, also who only looks.
    oauth = wanted.client_id is not None
    return Configured(name="smartthings", title="SmartThings", open=lambda: opened(kept), look=lambda: opened(kept if oauth else None))


def secret_of(given: SecretStr | None, file: Path | None, *, where: str) -> str | None:
    """Raises `Misconfigured` for a file that is missing, empty, or readable by others."""
    if given is not None:
        return given.get_secret_value()
    key = find_key(variable=None, file=file, environment={}, where=where)
    return key.reveal() if key is not None else None
