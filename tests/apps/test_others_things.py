"""What one person told, wrote and planned comes out of no route and no reading tool for anybody else."""

from typing import Any

import httpx
from tests.apps.access_table import requests
from tests.apps.signed_in import client_of, house_with_accounts
from tests.apps.test_every_route import filled
from tests.apps.test_household import heard

from yamori.agentkit.tool import Effect
from yamori.apps.household import Household

SECRET = "quetzal"
DAY = "2026-11-21"
WRITTEN = (
    ("/agents/scheduler/tools/create_custom_task", {"title": f"See the {SECRET}", "date": DAY, "time": "10:00"}),
    ("/agents/scheduler/tools/append_day_log", {"text": f"Dreamt of a {SECRET}.", "date": DAY}),
    ("/agents/scheduler/tools/add_routine", {"title": f"Feed the {SECRET}", "days": ["mon", "thu"]}),
    ("/agents/scheduler/tools/set_timer", {"minutes": 5, "text": SECRET}),
    ("/gate/undo", {"key": "u", "words": f"for the {SECRET}"}),
)
"""By Aiko."""
ASKED = ({}, {"person": "aiko", "date": DAY, "start": DAY, "end": "2026-11-22", "words": SECRET, "q": SECRET}, {"person": "mei"})


async def seen(household: Household, client: httpx.AsyncClient, turn: dict[str, str]) -> dict[str, str]:
    """What each route that reads, and each reading tool, answers; streams are left alone."""
    found: dict[str, str] = {}
    for request in requests(household):
        if request.method == "GET":
            path = request.path.replace("/turns/{id}", f"/turns/{turn['turn']}").replace("/turns/{turn}", f"/turns/{turn['turn']}")
            path = path.replace("/conversations/{id}", f"/conversations/{turn['conversation']}")
            for number, asked in enumerate((*ASKED, {"conversation": turn["conversation"]})):
                async with client.stream("GET", filled(path), params=asked) as reply:
                    if "event-stream" not in reply.headers.get("content-type", ""):
                        found[f"{request.shown} {number}"] = (await reply.aread()).decode("utf-8", "replace")
    for agent, made in household.agents.items():
        for tool in made.tools:
            if tool.effect is Effect.READ:
                given = {"words": "see"} if tool.name == "search_schedule" else {}
                found[tool.name] = (await client.post(f"/agents/{agent}/tools/{tool.name}", json=given)).text
    return found


async def test_what_is_one_persons_comes_out_of_no_route_for_anybody_else() -> None:
    async with house_with_accounts() as household, client_of(household, "aiko") as aiko:
        for path, body in WRITTEN:
            reply = await aiko.post(path, json=body)
            assert reply.status_code == 200, (path, reply.text)
        said: Any = (await aiko.post("/turns", json={"text": f"turn off the kitchen light for the {SECRET}"})).json()
        await heard(aiko, said["turn"])
        own = await seen(household, aiko, said)
        assert sum(SECRET in text.lower() for text in own.values()) > 15  # it is there to be seen
        for cookie in ("kenji", "mei", "tom", "tablet"):
            async with client_of(household, cookie) as other:
                shown = await seen(household, other, said)
                # What somebody searches for stands in the page that finds nothing.
                assert [where for where, text in shown.items() if SECRET in text.lower().replace(f'value="{SECRET}"', "")] == [], cookie
