"""What is said on a device's page is said of that device."""

import pytest
from tests.apps.test_automations import demo
from tests.apps.test_scenes import state


@pytest.mark.parametrize(("said", "level"), [("set it to 35 %", 35), ("これを35%にして", 35)])
async def test_it_is_the_device_on_whose_page_one_is(said: str, level: int) -> None:
    async with demo() as household:
        sent = {"text": said, "person": "aiko", "looked_at": "floor-lamp", "page": "/home/of/floor-lamp"}
        page = await household.client.post("/ui/turns", data=sent, headers={"hx-request": "true"})
        turn = page.text.split("/ui/turns/")[1].split("/")[0]
        async with household.client.stream("GET", f"/turns/{turn}/events") as events:
            async for line in events.aiter_lines():
                if line in ("event: ended", "event: waiting"):
                    break
        assert await state(household, "floor-lamp.main.switchLevel.level") == level
