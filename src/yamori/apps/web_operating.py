"""Opens the browser with which things are done on websites. Nothing starts before somebody asks for it. Called by `household`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from yamori.agentkit.outbound.policy import public_only
from yamori.agents.browser.chromium.supervisor import ChromiumEngine
from yamori.agents.browser.operating.operating import Operating
from yamori.apps.settings import BrowserSettings
from yamori.apps.web_reading import search_engine
from yamori.llm.port import Models
from yamori.llm.router import RoleModels


@asynccontextmanager
async def open_operating(settings: BrowserSettings | None, models: Models, data: Path | None) -> AsyncIterator[Operating | None]:
    """None where the settings name no search engine, or say that no website is operated. `data`: the household's folder, for downloads."""
    if settings is None or not settings.operate:
        yield None
        return
    search = search_engine(settings)
    quarantine = data / "browser" / "quarantine" if data is not None else None
    engine = ChromiumEngine(
        rule=public_only(loopback=settings.allow_loopback),
        program=settings.chromium,
        quarantine=quarantine,
        cdp_url=settings.cdp_url,
        proxy_host=settings.proxy_host,
    )
    folder = data / "browser" / "held" if data is not None else None
    check_model = models.check if isinstance(models, RoleModels) else None
    operating = Operating(engine, models, search, hands_over=True, check_model=check_model, folder=folder)
    try:
        yield operating
    finally:
        await operating.close()
        await engine.close()
        await search.close()
