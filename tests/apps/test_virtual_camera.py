"""A photo of a virtual room, from the sentence to the page: the whole household, without a model."""

from datetime import datetime
from pathlib import Path

import httpx
from tests.apps.test_household import living, say

from yamori.gateway.homefile import load_home

HOME = """\
home: photographed
place: {name: Nara, country: JP, latitude: 34.68, longitude: 135.8, timezone: Asia/Tokyo}
rooms: [{id: den, name: Den, aliases: [書斎]}]
people: [{id: aiko, name: Aiko, role: adult}]
devices:
  - {id: eye, name: Den camera, aliases: [書斎のカメラ], room: den, components: {main: {imageCapture: {}}}}
  - {id: lamp, name: Den lamp, room: den, components: {main: {switch: {switch: "off"}}}}
"""


async def newest(client: httpx.AsyncClient) -> bytes:
    """The album's newest picture."""
    listed = (await client.get("/gate/pictures")).json()
    return (await client.get(f"/gate/pictures/{listed[0]['id']}")).content


async def test_who_asks_for_a_photo_of_a_virtual_room_gets_one_that_shows_its_lamp_and_the_page_shows_it_too(tmp_path: Path) -> None:
    (tmp_path / "photographed.home.yaml").write_text(HOME, encoding="utf-8")
    async with living(load_home(tmp_path / "photographed.home.yaml")) as (household, client):
        told = await say(client, "Show me a photo.", room="den")
        assert told["status"] == "done" and "Den camera" in told["answer"] and "09:00" in told["answer"]
        off = await newest(client)
        await say(client, "Turn on the den lamp")
        told = await say(client, "書斎の写真を見せて")
        assert told["status"] == "done" and "書斎のカメラ" in told["answer"]
        assert off != await newest(client)
        picture = household.house.pictures.all("eye")[0]
        assert picture.at == datetime.fromisoformat("2026-11-21T09:00:00+09:00")
        assert f"/gate/pictures/{picture.id}" in (await client.get("/devices")).text
