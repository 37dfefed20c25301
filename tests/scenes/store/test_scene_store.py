from datetime import UTC, datetime
from pathlib import Path

import pytest

from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.language import Language
from yamori.scenes.document import from_document, to_document
from yamori.scenes.pending import Pending
from yamori.scenes.scene import Origin, Scene, SceneCall
from yamori.scenes.store import open_scenes
from yamori.scenes.store.scene_store import KEPT_PENDING


def scene(id: str = "s1", name: str = "siesta") -> Scene:
    call = SceneCall(agent="iot", tool="control_devices", arguments={"devices": ["a"]}, says={Language.ENGLISH: "turn off a"})
    return Scene(
        id=id,
        names={Language.ENGLISH: name},
        calls=(call,),
        owner="ann",
        agreed=datetime(2026, 3, 5, tzinfo=UTC),
        origin=Origin.SAID,
        said="make it",
    )


async def test_what_was_kept_is_there_after_a_restart_in_the_order_in_which_it_was_made(tmp_path: Path) -> None:
    path = tmp_path / "scenes.sqlite3"
    store = await open_scenes(path)
    for each in (scene("s1"), scene("s2", "tea")):
        await store.put(each)
    await store.put(scene("s1", "nap"))
    await store.wait_for(Pending(id="p", person="ann", scene=scene("s3"), now=scene().calls))
    await store.decline("film")
    await store.close()
    again = await open_scenes(path)
    assert list(await again.all()) == [scene("s1", "nap"), scene("s2", "tea")]
    assert await again.waiting("p") == Pending(id="p", person="ann", scene=scene("s3"), now=scene().calls)
    assert await again.declined("film") == 1 and await again.declined("other") == 0
    await again.delete("s1")
    assert [each.id for each in await again.all()] == ["s2"]
    await again.close()


async def test_agreeing_forgets_that_it_was_turned_down() -> None:
    store = await open_scenes(None)
    await store.decline("s1")
    await store.put(scene("s1"))
    assert await store.declined("s1") == 0
    await store.close()


async def test_old_questions_are_forgotten() -> None:
    store = await open_scenes(None)
    for number in range(KEPT_PENDING + 2):
        await store.wait_for(Pending(id=f"p{number}", person="ann"))
    assert await store.waiting("p0") is None and await store.waiting(f"p{KEPT_PENDING + 1}") is not None
    await store.close()


async def test_a_file_of_a_newer_yamori_is_refused(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "scenes.sqlite3"
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    with pytest.raises(Misconfigured, match="newer"):
        await open_scenes(path)


def test_a_document_of_another_version_or_shape_is_refused_with_its_place() -> None:
    assert from_document(to_document(scene()), Scene) == scene()
    with pytest.raises(InvalidRequest, match="version"):
        from_document({**to_document(scene()), "version": 2}, Scene)
    with pytest.raises(InvalidRequest) as wrong:
        from_document({**to_document(scene()), "owner": 3}, Scene)
    assert wrong.value.where == "owner"


@pytest.mark.parametrize("change", [{"names": {}}, {"calls": ()}, {"owner": " "}, {"id": "no spaces"}])
def test_a_scene_without_a_name_an_action_or_an_owner_is_none(change: dict[str, object]) -> None:
    from dataclasses import replace

    with pytest.raises(InvalidRequest):
        replace(scene(), **change)  # type: ignore[arg-type]
