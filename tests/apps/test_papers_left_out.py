"""What of a paper could not be read is said: on the papers' pages in either language, to programs, and by `yamori doctor`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

import httpx
import pytest
from tests.agents.lifestyle.reading.attacks import forms_in_forms, one_page_a_million_times, pdf

from yamori.apps import doctor
from yamori.apps.doctor import Health
from yamori.apps.household import run_household
from yamori.apps.papers import PaperOptions
from yamori.apps.settings import Settings
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels
from yamori.web.papers.arriving import LINES

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+09:00")


@asynccontextmanager
async def house(data: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with (
        run_household(load_home("demo"), data=data, clock=SetClock(MORNING), models=ScriptedModels({}), papers=PaperOptions()) as household,
        httpx.AsyncClient(transport=httpx.ASGITransport(household.app), base_url="http://127.0.0.1", timeout=120.0) as client,
    ):
        yield client


def page_and_a_million_that_are_not_there() -> bytes:
    text = b"BT /F 12 Tf 72 700 Td (The cellar key hangs behind the door.) Tj ET"
    return pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 1000000/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
        "/Contents 4 0 R>>",
        f"<</Length {len(text)}>>",
        streams={4: text},
    )


async def test_pages_that_are_not_there_are_named_on_the_page_to_programs_and_by_the_doctor(tmp_path: Path) -> None:
    async with house(tmp_path) as client:
        files = [("file", ("flat.pdf", page_and_a_million_that_are_not_there())), ("file", ("none.pdf", one_page_a_million_times()[1]))]
        told = await client.post("/papers/household", files=files, headers={"accept": LINES})
        assert "1 place in it could not be read" in told.text
        english = (await client.get("/papers/household", headers={"accept-language": "en"})).text
        japanese = (await client.get("/papers/household", headers={"accept-language": "ja"})).text
        listed = (await client.post("/agents/lifestyle/tools/list_papers", json={})).json()["value"]["papers"]
    places = {paper["name"]: paper["left_out"] for paper in listed}
    assert places == {"flat.pdf": [{"where": "pages 2 to 1000000", "why": "the page is damaged"}], "none.pdf": []}
    assert "1 place in it was not read" in english and "Pages 2 to 1000000: the page is damaged" in english
    assert "読んでいない箇所が1つあります" in japanese and "2〜1000000ページ：" in japanese
    part, whole = await doctor.unread_papers(Settings(data=tmp_path))
    assert (part.about, part.health) == ("paper household/flat.pdf", Health.POORLY)
    assert "not all of it was read: Pages 2 to 1000000" in part.says
    assert "could not be read" in whole.says and whole.mend


async def test_the_doctor_says_nothing_of_a_household_without_papers(tmp_path: Path) -> None:
    assert await doctor.unread_papers(Settings(data=tmp_path / "none")) == []


@pytest.mark.parametrize("attack", [one_page_a_million_times, forms_in_forms], ids=lambda attack: attack.__name__)
async def test_the_house_answers_while_it_reads_what_was_made_to_hurt(attack: object, tmp_path: Path) -> None:
    assert callable(attack)
    bad, good = attack(), ("rules.md", b"# Shoes\n\nShoes stay in the hall.\n")
    async with house(tmp_path) as client:
        bringing = asyncio.create_task(client.post("/papers/household", files=[("file", bad), ("file", good)], headers={"accept": LINES}))
        while not bringing.done():
            async with asyncio.timeout(0.5):
                assert (await client.get("/healthz")).status_code == 200
            await asyncio.sleep(0.05)
        assert '"rules.md", "stage": "read"' in (await bringing).text
