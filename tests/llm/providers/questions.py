"""What the running program asks its models: every role's prompts with their schemas, taken from real households."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, cast

import httpx
from httpx_sse import aconnect_sse
from tests.embedding.encoders import CountingEncoder

from yamori.agentkit.transport import StreamingTransport
from yamori.agents.iot.eyes import Eyes
from yamori.agents.lifestyle.translating import Translating
from yamori.apps.household import run_household
from yamori.apps.papers import PaperOptions
from yamori.domain.clock import SetClock
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.gateway.homefile import load_home
from yamori.llm.port import Prompt, Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels
from yamori.orchestrator.planning import check_prompt, review_prompt

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
HOUSES = Path(__file__).parents[2] / "agents" / "iot" / "houses"
SAID = {
    "demo": (
        "Water the ferns on Monday",
        "Make it funnier in here, and I really must not forget the thing with the bicycle",
        "Is it nice in the kitchen?",
        "What a day that was.",
    ),
    str(HOUSES / "toys.home.yaml"): ("Have all devices do something funny",),
}
"""By home, what no rule reads: somebody has to be asked."""


class _Album:
    async def picture(self, id: str) -> tuple[str, bytes, datetime]:
        return "image/png", b"\x89PNG", NOW


@cache
def _asked() -> dict[str, list[tuple[Role, Prompt]]]:
    return {}


async def questions() -> tuple[tuple[Role, Prompt], ...]:
    """Each role with a prompt; the same schema is not asked for twice."""
    if "all" not in _asked():
        models = ScriptedModels({Role.PLANNER: ScriptedModel(_everyone)})
        for home, said in SAID.items():
            await _say(home, said, models)
        with suppress(Exception):  # nobody answers; what was asked is what counts
            await Eyes(_Album(), models).look("p", "Is the window shut?", language=Language.ENGLISH, turn=None)
        for sentence, language in (("玄関は22時に閉まります。", Language.ENGLISH), ("The LED blinks for 5 s.", Language.JAPANESE)):
            await Translating(models).translated([sentence], [1.0], language, turn=None, model=None)
        found = [(asked.role, asked.prompt) for asked in models.asked]
        found += [
            (Role.CHECKER, check_prompt("iot", "Devices.", "Open the gate")),
            (Role.REVIEWER, review_prompt("Open it", "lock: failed")),
        ]
        _asked()["all"] = list({f"{role} {prompt.schema}": (role, prompt) for role, prompt in found}.values())
    return tuple(_asked()["all"])


def _everyone(prompt: Prompt) -> Value:
    """Gives the sentence to every agent that may have it and asks a model what it means."""
    said = prompt.request.rpartition("Say: ")[2]
    forms = cast(Any, prompt.schema).get("anyOf")
    if forms is None:
        return {"reply": "All right."}
    if "tasks" not in forms[0]["properties"]:  # a plan that is gone over after a task
        return {"next": "as planned"}
    agents = forms[0]["properties"]["tasks"]["items"]["properties"]["agent"]["enum"]
    return {"tasks": [{"agent": agent, "request": said} for agent in agents if agent in ("iot", "lifestyle", "scheduler")]}


async def _say(home: str, said: tuple[str, ...], models: ScriptedModels) -> None:
    async with (
        run_household(
            load_home(home), data=None, clock=SetClock(NOW), models=models, papers=PaperOptions(encoder=CountingEncoder())
        ) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=20.0) as client,
    ):
        for number, text in enumerate(said):
            begun = await client.post("/turns", json={"text": text, "person": household.speaker, "conversation": str(number)})
            async with aconnect_sse(client, "GET", f"/turns/{begun.json()['turn']}/events") as source:
                async for event in source.aiter_sse():
                    if event.event == "waiting":
                        break


def sample(schema: Any, root: Any = None) -> Iterator[Any]:
    """Instances of a schema of ours, one for each of its alternatives: what a model may answer."""
    root = root or schema
    if "const" in schema:
        yield schema["const"]
    elif "enum" in schema:
        yield schema["enum"][-1]
    elif "anyOf" in schema:
        for part in schema["anyOf"]:
            yield from sample(part, root)
    elif schema.get("type") == "object":
        parts = {name: list(sample(part, root)) for name, part in schema.get("properties", {}).items()}
        for turn in range(max((len(found) for found in parts.values()), default=1)):
            yield {name: found[min(turn, len(found) - 1)] for name, found in parts.items()}
    elif schema.get("type") == "array":
        for item in sample(schema["items"], root):
            yield [item] * schema.get("minItems", 1)
    elif schema.get("type") in ("integer", "number"):
        yield schema.get("minimum", schema.get("maximum", 1))
    elif schema.get("type") == "boolean":
        yield True
    else:
        yield "ok" if "pattern" not in schema else "5"
