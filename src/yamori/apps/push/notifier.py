"""A notice to a browser through its push service. Fulfils `scheduler.notices.Notifier`."""

import json
from collections.abc import Awaitable, Callable

import httpx
import structlog

from yamori.agentkit.outbound.policy import AddressForbidden
from yamori.agents.scheduler.notices import Delivery, Notice, NoticeKind, Undeliverable
from yamori.agents.scheduler.rules.rows.preferences import Channel, checked_channel
from yamori.apps.notifiers import Lines
from yamori.apps.push.devices import PushDevice, PushDevices
from yamori.apps.push.message import encrypted, signed
from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent

CONTACT = "mailto:yamori@example.org"
"""Push services want somebody to write to; a household names nobody."""
LONGEST_TEXT = 300
"""Characters of a notice that are pushed; the page has it whole."""
_KEPT_S = 4 * 3600
"""How long a push service keeps it for a device that is off."""
_URGENT = frozenset({NoticeKind.TIMER, NoticeKind.REMINDER, NoticeKind.WARNING})
_GONE = frozenset({404, 410})
_AGAIN = frozenset({408, 425, 429})
_LOG = structlog.get_logger()
StillOpen = Callable[[PushDevice], Awaitable[bool]]


async def _always(device: PushDevice) -> bool:
    return True


class PushNotifier:
    """Of all browsers that are known."""

    def __init__(self, devices: PushDevices, lines: Lines, clock: Clock) -> None:
        self.devices = devices
        self.still_open: StillOpen = _always
        """Whether whoever turned it on is still signed in there; `household` says so once it knows the sessions."""
        self._lines, self._clock = lines, clock

    def checked(self, channel: Channel) -> Channel:
        return checked_channel(channel)

    async def send(self, delivery: Delivery) -> None:
        device = await self.devices.device(delivery.channel.target)
        if device is None or device.person != delivery.notice.person:
            raise Undeliverable("notices were turned off there")
        if not await self.still_open(device):
            await self.devices.forget(device.id)
            raise Undeliverable("whoever turned notices on there is signed out")
        notice = delivery.notice
        headers = {
            "Authorization": signed(device.endpoint, await self.devices.private(), now=self._clock.now(), contact=CONTACT),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT_S),
            "Urgency": "high" if notice.kind in _URGENT else "normal",
        }
        status = await self._posted(device, encrypted(body(notice), device.keys), headers)
        if status in _GONE:
            await self.devices.forget(device.id)
            raise Undeliverable("the browser takes no notices any more")
        if not 200 <= status < 300:
            _LOG.warning("push_not_taken", delivery=delivery.key, status=status)
            again = status >= 500 or status in _AGAIN
            raise (HouseSilent if again else Undeliverable)(f"the push service answered {status}")

    async def _posted(self, device: PushDevice, content: bytes, headers: dict[str, str]) -> int:
        try:
            async with self._lines.one() as line:
                answer = await line.post(device.endpoint, content=content, headers=headers)
                return answer.status_code
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, AddressForbidden) as error:
            raise Undeliverable("the push service cannot be reached under this address") from error
        except httpx.HTTPError as error:
            raise HouseSilent("the push service does not answer") from error


def body(notice: Notice) -> bytes:
    """All that is sent, encrypted: the words that the page would show, and a number by which the same is not shown twice."""
    text = notice.text if len(notice.text) <= LONGEST_TEXT else notice.text[: LONGEST_TEXT - 1] + "…"
    return json.dumps({"id": notice.id, "text": text}, ensure_ascii=False).encode()
