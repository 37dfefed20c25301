"""Pages of MiniWoB++ are served out of their wheel, with the seed that was asked for, and what an episode tells of itself is held."""

import zipfile
from pathlib import Path

import httpx
import pytest

from yamori.domain.errors import InvalidRequest
from yamori.evaluation.miniwob.pages import MiniWob, forty, pages_at


def wheel_with(tmp_path: Path, *pages: str) -> Path:
    wheel = tmp_path / "miniwob.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        made.writestr("miniwob/html/core/core.js", "var core = {};")
        for page in pages:
            made.writestr(f"miniwob/html/miniwob/{page}.html", f"<title>{page}</title>")
        made.writestr("miniwob/__init__.py", "secret")
    return wheel


async def test_an_episode_is_served_and_tells_its_reward(tmp_path: Path) -> None:
    web = MiniWob(pages_at(wheel_with(tmp_path, "fly-kite", "read-tide")))
    assert web.page_names() == ["fly-kite", "read-tide"]
    path, episode = web.begin("fly-kite", seed=7)
    assert "seed=7" in path and "kite" not in path  # its address says nothing of what it wants
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=web), base_url="http://wob") as client:
        page = await client.get(path)
        assert "<title>fly-kite</title>" in page.text and "core.startEpisodeReal" in page.text
        assert (await client.get("/core/core.js")).text == "var core = {};"
        assert (await client.get("/miniwob/../../__init__.py")).status_code == 404
        assert (await client.get("/%2e%2e/__init__.py")).status_code == 404
        await client.get("/_episodes/e0/begun", params={"task": "Fly the kite."})
        await client.get("/_episodes/e0/ended", params={"reward": "0.7", "raw": "1", "reason": "flown"})
        await client.get("/_episodes/e0/ended", params={"reward": "-1", "raw": "-1"})  # an episode has one end
        await client.get("/_episodes/e9/ended", params={"reward": "1", "raw": "1"})
    assert (episode.task, episode.reward, episode.raw, episode.reason) == ("Fly the kite.", 0.7, 1.0, "flown")
    assert episode.begun.is_set() and episode.ended.is_set()


def test_without_pages_it_is_said_how_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="pip download"):
        pages_at(tmp_path)


def test_there_are_forty_pages() -> None:
    assert len(set(forty())) == len(forty()) == 40
