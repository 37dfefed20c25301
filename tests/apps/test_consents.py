"""A model outside the house is told nothing before an adult has agreed, by role; one click takes that back."""

from pathlib import Path

import pytest
from tests.apps.signed_in import FakeCallers, client_of, cloud_models, house_with_accounts

from yamori.domain.errors import ModelFailed
from yamori.llm.locality import stays_in_the_house
from yamori.llm.names import parse_name
from yamori.llm.port import Prompt, Role
from yamori.llm.settings import ModelSettings

PROMPT = Prompt(prefix="Plan.", request="Lamp on", schema={"type": "object"})
CLOUD = {"default": "embedded:default", "roles": {"planner": {"model": "openai:small", "stronger": "groq:big"}, "vision": "openai:eyes"}}


async def test_nothing_is_sent_before_an_adult_agrees_for_the_role_and_nothing_more_once_that_is_taken_back(tmp_path: Path) -> None:
    async with (
        cloud_models(tmp_path / "m.sqlite", CLOUD) as (models, asked),
        house_with_accounts(models=models, data=tmp_path / "data") as household,
        client_of(household, "aiko") as aiko,
    ):
        with pytest.raises(ModelFailed, match="/consents"):
            await models.ask(Role.PLANNER, PROMPT)
        page = (await aiko.get("/consents")).text
        assert "openai:small" in page and "groq:big" in page and "what you say, what was said before" in page and "embedded" not in page
        agreed = await aiko.post("/consents", data={"role": "planner", "provider": "openai", "agree": "yes"})
        assert agreed.status_code == 303
        assert "Aiko agreed on 21 Nov 2026, 09:00" in (await aiko.get("/consents")).text
        await models.ask(Role.PLANNER, PROMPT)
        await models.ask(Role.PLANNER, PROMPT, stronger=True)  # the stronger one is somebody else's, to whom nobody agreed
        for refused in ({"model": "groq:other"}, {"stronger": True, "model": "google:x"}):
            with pytest.raises(ModelFailed):
                await models.ask(Role.PLANNER, PROMPT, **refused)  # type: ignore[arg-type]
        with pytest.raises(ModelFailed):
            await models.ask(Role.VISION, PROMPT)
        assert asked == ["openai:small", "openai:small"]
        await models.ask(Role.IOT, PROMPT)
        await aiko.post("/consents", data={"role": "planner", "provider": "openai", "agree": "no"})
        with pytest.raises(ModelFailed):
            await models.ask(Role.PLANNER, PROMPT)
        assert asked[2:] == ["embedded:default"]
        assert "家の外に出るもの" in (await aiko.get("/consents", headers={"Accept-Language": "ja"})).text


async def test_only_an_adult_agrees_and_only_to_what_is_shown(tmp_path: Path) -> None:
    async with cloud_models(tmp_path / "m.sqlite", CLOUD) as (models, _), house_with_accounts(models=models) as household:
        for cookie in ("mei", "tom", "tablet"):
            async with client_of(household, cookie) as client:
                assert (await client.post("/consents", data={"role": "planner", "provider": "openai", "agree": "yes"})).status_code == 403
        async with client_of(household, "kenji") as kenji:
            for wrong in ({"role": "planner", "provider": "anthropic"}, {"role": "cook", "provider": "openai"}, {}):
                assert (await kenji.post("/consents", data={**wrong, "agree": "yes"})).status_code == 422
        with pytest.raises(ModelFailed):
            await models.ask(Role.PLANNER, PROMPT)


async def test_without_accounts_the_operators_file_is_the_consent(tmp_path: Path) -> None:
    callers = FakeCallers(accounts=False)
    async with cloud_models(tmp_path / "m.sqlite", CLOUD) as (models, asked), house_with_accounts(models=models, callers=callers):
        await models.ask(Role.PLANNER, PROMPT)
    assert asked == ["openai:small"]


@pytest.mark.parametrize(
    ("name", "address", "stays"),
    [
        ("embedded:default", None, True),
        ("ollama:qwen", None, True),
        ("ollama:qwen", "https://ollama.example", False),
        ("openai:big", None, False),
        ("openai:big", "http://127.0.0.1:8000/v1", True),
        ("shelf:big", "http://192.168.1.9:8000/v1", True),
        ("shelf:big", "http://[fd00::9]:8000/v1", True),
        ("shelf:big", "http://shelf.local:8000/v1", True),
        ("shelf:big", "http://shelf:8000/v1", True),
        ("shelf:big", "https://203.0.114.9/v1", False),
        ("shelf:big", "https://local.example/v1", False),
        ("shelf:big", "http://[::1", False),
    ],
)
def test_what_stays_in_the_house_is_told_by_the_address(name: str, address: str | None, stays: bool) -> None:
    found = parse_name(name, where="model")
    settings = ModelSettings.model_validate({"providers": {found.provider: {"base_url": address}}})
    assert stays_in_the_house(found, settings) is stays
