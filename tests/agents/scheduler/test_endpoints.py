"""The tools through the agent's REST door: typed, validated, idempotent by header."""

import httpx

from yamori.agentkit.endpoints import add_endpoints
from yamori.domain.clock import SetClock

from .diary import NOW, diary


async def test_a_tool_called_over_http_is_done_once_for_one_key() -> None:
    async with (
        diary(rows=()) as it,
        add_endpoints(it.agent, models=it.models, journal=it.journal, clock=SetClock(NOW), person="aiko") as app,
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://agent") as client,
    ):
        body = {"title": "Optician", "date": "2026-11-26", "time": "10:00", "minutes": 30}
        for _ in range(2):
            reply = await client.post("/tools/create_custom_task", json=body, headers={"Idempotency-Key": "one"})
            assert reply.json()["value"]["did"] == "added"
        assert await it.rows() == ["Optician 2026-11-26 10:00 30min"]
        listed = await client.post("/tools/list_tasks_in_period", json={"start": "2026-11-26", "end": "2026-11-26"})
        assert [t["title"] for t in listed.json()["value"]["tasks"]] == ["Optician"]


async def test_bad_arguments_over_http_say_which_and_change_nothing() -> None:
    async with diary(rows=()) as it:
        async with (
            add_endpoints(it.agent, models=it.models, journal=it.journal, clock=SetClock(NOW), person="aiko") as app,
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://agent") as client,
        ):
            for tool, body, where in (
                ("create_custom_task", {"title": "X", "date": "2026-02-30"}, "date"),
                ("create_custom_task", {"title": "X", "minutes": -5}, "minutes"),
                ("create_custom_task", {"title": "X", "colour": "red"}, "colour"),
                ("delete_custom_task", {"task_id": 99}, "task_id"),
                ("list_tasks_in_period", {"start": "2026-11-26", "end": "2026-11-20"}, "end"),
                ("update_custom_task_time", {"task_id": 1}, "date"),
            ):
                reply = await client.post(f"/tools/{tool}", json=body)
                assert reply.status_code == 422
                assert reply.json()["error"]["where"] == where
        assert await it.rows() == []
