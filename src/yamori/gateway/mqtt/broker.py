"""The connection to an MQTT broker: kept up, with a last will, and every wait with a limit.

`Broker` hands on what arrives and is asked to listen and to speak; what the messages mean it does not know.
"""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import aiomqtt
import structlog
from aiomqtt.exceptions import MqttConnectError

from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.gateway.mqtt.inbox import Inbox
from yamori.gateway.sentences import Unanswered

_LOG = structlog.get_logger()
WHERE = "mqtt"
_REFUSED = (4, 5, 134, 135)
"""Reason codes for a wrong name or password and for no permission, of MQTT 3.1.1 and of 5."""
_AUTHORITY = "set the broker's host name as its certificate has it, and the certificate authority that signed it"
_SLOWEST = 30.0
_AT_ONCE = 100


class NotSent(Unanswered):
    """The message did not leave."""

    def __init__(self) -> None:
        super().__init__("no_way", through="MQTT")


class NoReply(Unanswered):
    """The message left, and the broker did not confirm it: it may have arrived."""

    def __init__(self) -> None:
        super().__init__("no_answer", through="MQTT")


@dataclass(frozen=True, kw_only=True)
class BrokerAddress:
    """Where the broker is and who we are to it. The password is kept out of every `repr`."""

    host: str
    port: int = 1883
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: bool = False
    authority: Path | None = None
    """A certificate authority of the home's own."""


class Broker:
    """Connects, and connects again, until it is closed."""

    def __init__(
        self,
        address: BrokerAddress,
        *,
        receive: Callable[[str, bytes, bool], None],
        greet: Callable[[], Awaitable[None]],
        lost: Callable[[], None],
        births: Sequence[tuple[str, str, bool]],
        will: tuple[str, str] | None,
        limit: float,
    ) -> None:
        """`receive` gets every message, with whether it is an old one that the broker kept. On each new connection `greet` is awaited, then
        `births` (topic, payload, retained) are sent. `will` (topic, payload) is retained when we go, whether we say goodbye or not.

        `lost` is called when a connection ends. `limit`: seconds for one exchange with the broker.
        """
        self._address = address
        self._receive = receive
        self._greet = greet
        self._lost = lost
        self._births = births
        self._will = will
        self._limit = limit
        self._identifier = f"yamori-{uuid4().hex[:12]}"
        self._mark = f"yamori/{self._identifier}/mark"
        self._marks: dict[str, asyncio.Event] = {}
        self._client: aiomqtt.Client | None = None
        self._up = asyncio.Event()
        self._down = asyncio.Event()
        self._first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect for the first time. Raises `Misconfigured` where we are refused, `HouseSilent` where nobody answers."""
        context = await asyncio.to_thread(_tls, self._address) if self._address.tls else None
        self._running = asyncio.create_task(self._run(context))
        await asyncio.shield(self._first)

    async def close(self) -> None:
        if self._running is None:
            return
        with contextlib.suppress(NotSent, NoReply):
            if self._up.is_set() and self._will is not None:
                await self.publish(*self._will, retain=True)
        while not self._running.done():
            self._running.cancel()
            # Python 3.11's `wait_for`, on which the client waits, may swallow a cancellation that comes with an answer: it is said again.
            await asyncio.wait({self._running}, timeout=0.5)

    async def publish(self, topic: str, payload: str, *, retain: bool = False) -> None:
        """Send with QoS 1 and wait for the broker's word. Raises `NotSent` and `NoReply`."""
        try:
            async with asyncio.timeout(self._limit):
                await self._up.wait()
        except TimeoutError as error:
            raise NotSent() from error
        client = self._client
        if client is None:
            raise NotSent()
        sending = asyncio.ensure_future(client.publish(topic, payload, qos=1, retain=retain, timeout=self._limit))
        lost = asyncio.ensure_future(self._down.wait())
        try:
            await asyncio.wait({sending, lost}, return_when=asyncio.FIRST_COMPLETED)
            if not sending.done():
                raise NoReply()
            await sending
        except aiomqtt.MqttCodeError as error:
            raise NotSent() from error
        except (aiomqtt.MqttError, ValueError) as error:
            raise NoReply() from error
        finally:
            for task in (sending, lost):
                task.cancel()
            await asyncio.gather(sending, lost, return_exceptions=True)

    async def listen(self, topics: Iterable[str]) -> None:
        """Subscribe; states that are retained come at once. Lost subscriptions are the new connection's affair."""
        wanted = sorted(topics)
        for start in range(0, len(wanted), _AT_ONCE):
            if (client := self._client) is not None:
                # QoS 0: a broker queues and drops QoS 1 beyond a thousand, and a home's retained states come all at once.
                await client.subscribe([(topic, 0) for topic in wanted[start : start + _AT_ONCE]], timeout=self._limit)

    async def leave(self, topics: Iterable[str]) -> None:
        wanted = sorted(topics)
        if wanted and (client := self._client) is not None:
            await client.unsubscribe(wanted, timeout=self._limit)

    async def settle(self) -> None:
        """Wait until everything retained has come: a message to ourselves comes after it. Goes on without one at the limit."""
        name = uuid4().hex
        self._marks[name] = asyncio.Event()
        try:
            if (client := self._client) is not None:
                await client.publish(self._mark, name, qos=0)
                async with asyncio.timeout(self._limit):
                    await self._marks[name].wait()
        except TimeoutError:
            _LOG.warning("the MQTT broker does not let us hear ourselves; devices may appear a little later")
        finally:
            del self._marks[name]

    async def _run(self, context: ssl.SSLContext | None) -> None:
        pause = 0.2
        while True:
            try:
                await self._connected(context)
                pause = 0.2
                self._failed(HouseSilent("the MQTT broker went away at once"))
            except MqttConnectError as error:
                self._failed(_refusal(error))
            except (aiomqtt.MqttError, OSError) as error:
                if "CERTIFICATE_VERIFY_FAILED" in str(error):
                    self._failed(Misconfigured("the MQTT broker's certificate is not trusted", where=WHERE, mend=_AUTHORITY))
                self._failed(HouseSilent(f"the MQTT broker at {self._address.host}:{self._address.port} cannot be reached: {error}"))
            if not self._first.done() or self._first.exception() is not None:
                return
            await asyncio.sleep(pause)
            pause = min(pause * 2, _SLOWEST)

    async def _connected(self, context: ssl.SSLContext | None) -> None:
        """One connection from its beginning to its end."""
        will = aiomqtt.Will(self._will[0], self._will[1], qos=1, retain=True) if self._will is not None else None
        client = aiomqtt.Client(
            self._address.host,
            self._address.port,
            username=self._address.username,
            password=self._address.password,
            identifier=self._identifier,
            will=will,
            timeout=self._limit,
            keepalive=15,
            queue_type=Inbox,
            socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],  # a command is small, and somebody waits for it
            tls_context=context,
        )
        begun, failure = False, None
        try:
            async with client:
                self._client = client
                self._down.clear()
                async with asyncio.TaskGroup() as group:
                    listening = group.create_task(self._listen(client))
                    await client.subscribe(self._mark, 0)
                    begun = True
                    await self._greet()
                    for topic, payload, retain in self._births:
                        await client.publish(topic, payload, qos=1, retain=retain)
                    # Only now may commands go out: the answer to one must not come before we listen.
                    self._up.set()
                    if not self._first.done():
                        self._first.set_result(None)
                    await listening
        except* aiomqtt.MqttError as group_of_errors:
            failure = group_of_errors.exceptions[0]
        finally:
            self._client = None
            if self._up.is_set():
                self._lost()
            self._up.clear()
            self._down.set()
        if failure is not None and not begun:
            raise failure
        if failure is not None:
            _LOG.warning("the MQTT broker went away", why=str(failure)[:200])

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            topic, payload = message.topic.value, message.payload
            held = payload if isinstance(payload, bytes) else b""
            if topic == self._mark:
                if (mark := self._marks.get(held.decode(errors="replace"))) is not None:
                    mark.set()
                continue
            try:
                self._receive(topic, held, bool(message.retain))
            except Exception:  # One device's message must not end the connection to all of them.
                _LOG.exception("a message could not be taken", topic=topic[:200])

    def _failed(self, error: Exception) -> None:
        if not self._first.done():
            self._first.set_exception(error)
        else:
            _LOG.debug("the MQTT broker is still away", why=str(error)[:200])


def _refusal(error: MqttConnectError) -> Exception:
    code = error.rc if isinstance(error.rc, int) else getattr(error.rc, "value", None)
    if code in _REFUSED:
        return Misconfigured("the MQTT broker does not accept us", where=WHERE, mend="set the broker's user name and password")
    return HouseSilent(f"the MQTT broker does not accept a connection now: {error}")


def _tls(address: BrokerAddress) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=str(address.authority) if address.authority is not None else None)
    except (OSError, ssl.SSLError) as error:
        raise Misconfigured(
            f"the certificate authority cannot be used: {error}", where=f"{WHERE}.authority", mend="give a PEM file"
        ) from error
