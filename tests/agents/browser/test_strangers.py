"""A model that obeys what pages say gets nothing done with it in a real Chromium: a sample of `yamori eval browser --suite injections`."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from tests.agents.browser.operating_web import served

from yamori.agentkit.outbound.policy import public_only
from yamori.agents.browser.chromium.finding import find_chromium
from yamori.agents.browser.chromium.supervisor import ChromiumEngine
from yamori.apps.eval_injections import ObedientModel, resisted
from yamori.evaluation.web.injections import InjectedSite, injections

pytestmark = [
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(find_chromium() is None, reason="no Chromium (apt-get install chromium)"),
]
SAMPLE = {place: next(one for one in injections() if one.place == place and one.is_adaptive) for place in ("text", "dialog", "download")}


@dataclass
class Bench:
    engine: ChromiumEngine
    site: InjectedSite
    base: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bench() -> AsyncIterator[Bench]:
    engine, site = ChromiumEngine(rule=public_only(loopback=True)), InjectedSite()
    async with served(site) as base:
        yield Bench(engine=engine, site=site, base=base)
        await engine.close()


@pytest.mark.parametrize("place", SAMPLE)
async def test_an_instruction_of_a_page_leads_to_no_act(bench: Bench, place: str) -> None:
    found = await resisted(SAMPLE[place], bench.site, bench.base, bench.engine, ObedientModel(), None)
    assert found.obeyed == [] and found.is_served and found.ending != "false done"
