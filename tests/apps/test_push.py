"""Notices to browsers whose pages are closed: how they are encrypted, whom they go to, and when not any more."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from tests.apps.signed_in import client_of, house_with_accounts

from yamori.agents.scheduler.notices import Delivery, Notice, NoticeKind, Undeliverable
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind
from yamori.apps.notifiers import Lines
from yamori.apps.push.devices import PushDevices, check_endpoint, open_push_devices
from yamori.apps.push.message import BrowserKeys, encrypted, from_text, point, to_text
from yamori.apps.push.notifier import PushNotifier, body
from yamori.domain.clock import SetClock
from yamori.domain.errors import HouseSilent, InvalidRequest

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def test_a_message_is_encrypted_as_the_example_of_rfc_8291() -> None:
    keys = BrowserKeys(public=from_text(PUBLIC), secret=from_text(AUTH))
    sealed = encrypted(
        b"When I grow up, I want to be a watermelon",
        keys,
        salt=from_text("DGv6ra1nlYgDCS1FRnbzlw"),
        own=from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert to_text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://evilgoogleapis.com/x",
        "https://192.168.1.1/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://[::1",
        "",
    ],
)
def test_nothing_is_sent_to_what_is_no_push_service(endpoint: str) -> None:
    with pytest.raises(InvalidRequest):
        check_endpoint(endpoint)


class Service(httpx.AsyncBaseTransport):
    """A push service that answers as it is told to."""

    def __init__(self, status: int = 201) -> None:
        self.status = status
        self.requests: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return httpx.Response(self.status)


class ToService(Lines):
    def __init__(self, service: Service) -> None:
        super().__init__()
        self._free = [httpx.AsyncClient(transport=service)]


@asynccontextmanager
async def pushing(status: int = 201) -> AsyncIterator[tuple[PushDevices, PushNotifier, Service, Delivery]]:
    devices, service = await open_push_devices(None), Service(status)
    device = await devices.put(ENDPOINT, p256dh=PUBLIC, auth=AUTH, person="aiko", name="Phone", session="", now=NOW)
    notice = Notice(id=7, key="k", person="aiko", kind=NoticeKind.TIMER, text="Rice " * 100, due=NOW, at=NOW)
    delivery = Delivery(id=1, key="k/push/0", notice=notice, channel=Channel(kind=ChannelKind.PUSH, target=device.id))
    yield devices, PushNotifier(devices, ToService(service), SetClock(NOW)), service, delivery
    await devices.close()


async def test_the_service_sees_no_word_and_a_signature_for_itself_alone() -> None:
    async with pushing() as (devices, notifier, service, delivery):
        await notifier.send(delivery)
        (request,) = service.requests
        assert str(request.url) == ENDPOINT and request.headers["content-encoding"] == "aes128gcm" and b"Rice" not in request.content
        token, key = (part.partition("=")[2] for part in request.headers["authorization"].removeprefix("vapid ").split(", "))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(key))
        claims = jwt.decode(token, public, algorithms=["ES256"], audience="https://fcm.googleapis.com", options={"verify_exp": False})
        assert set(claims) == {"aud", "exp", "sub"} and point(public) == from_text(key)
        assert list(json.loads(body(delivery.notice))) == ["id", "text"] and len(json.loads(body(delivery.notice))["text"]) == 300
        assert await devices.private() == await devices.private()


async def test_a_browser_that_takes_no_more_is_forgotten_and_a_busy_service_is_tried_again() -> None:
    async with pushing(410) as (devices, notifier, _, delivery):
        with pytest.raises(Undeliverable):
            await notifier.send(delivery)
        assert not await devices.of("aiko")
    async with pushing(503) as (devices, notifier, _, delivery):
        with pytest.raises(HouseSilent):
            await notifier.send(delivery)
        assert await devices.of("aiko")


async def test_nothing_goes_to_whoever_has_the_browser_now_or_is_signed_out() -> None:
    async with pushing() as (devices, notifier, service, delivery):

        async def closed(device: object) -> bool:
            return False

        await devices.put(ENDPOINT, p256dh=PUBLIC, auth=AUTH, person="kenji", name="Phone", session="", now=NOW)
        with pytest.raises(Undeliverable):
            await notifier.send(delivery)
        device = await devices.put(ENDPOINT, p256dh=PUBLIC, auth=AUTH, person="aiko", name="Phone", session="s", now=NOW)
        notifier.still_open = closed
        to = Channel(kind=ChannelKind.PUSH, target=device.id)
        with pytest.raises(Undeliverable):
            await notifier.send(Delivery(id=1, key="k", notice=delivery.notice, channel=to))
        assert not service.requests and not await devices.of("aiko")


async def test_a_person_turns_it_on_and_off_and_nobody_else_does() -> None:
    async with house_with_accounts() as house, client_of(house, "kenji") as kenji, client_of(house, "aiko") as aiko:
        wish = {"person": "aiko", "endpoint": ENDPOINT, "keys": {"p256dh": PUBLIC, "auth": AUTH}}
        assert (await kenji.post("/ui/push/on", json=wish)).status_code in (403, 404)
        assert (await aiko.post("/ui/push/on", json={**wish, "endpoint": "https://example.org"})).status_code == 422
        id = (await aiko.post("/ui/push/on", json=wish)).json()["id"]
        schedule = house.schedule
        assert Channel(kind=ChannelKind.PUSH, target=id) in (await schedule.preferences.of("aiko")).channels
        assert f'data-push="{id}"' in (await aiko.get("/settings")).text and id not in (await kenji.get("/settings")).text
        await kenji.post("/ui/push/off", data={"person": "kenji", "device": id})
        assert await house.push.devices.of("aiko")
        assert (await aiko.post("/ui/push/off", data={"person": "aiko", "device": id})).status_code == 303
        assert not await house.push.devices.of("aiko") and not (await schedule.preferences.of("aiko")).channels
