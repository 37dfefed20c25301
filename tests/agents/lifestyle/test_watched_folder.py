"""The household's own folder of papers: what is known follows what lies in it."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.agents.lifestyle.library import Library, library

from yamori.agents.lifestyle.starting import Starting
from yamori.agents.lifestyle.store import Origin, State

HERE = Path(__file__).parent / "reading" / "papers"


@dataclass(frozen=True, kw_only=True)
class Watching:
    kept: Library
    folder: Path
    starting: Starting

    def write(self, name: str, text: str = "# Tea\n\nThree minutes.\n") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    async def names(self) -> list[tuple[str, str]]:
        return [(p.topic, p.name) for p in await self.kept.papers.all()]


@pytest.fixture
async def watching(tmp_path: Path) -> AsyncIterator[Watching]:
    folder = tmp_path / "share"
    folder.mkdir()
    async with library(tmp_path / "papers", watched=folder) as kept:
        yield Watching(kept=kept, folder=folder, starting=Starting(kept.papers, kept.intake, starter=False))


async def test_a_folder_is_a_topic_and_what_lies_right_in_it_belongs_to_the_household(watching: Watching) -> None:
    watching.write("tea.md")
    watching.write("house rules/waste.md")
    watching.write("kitchen/pots/wok.md")
    await watching.starting.look()
    assert await watching.names() == [("house rules", "waste.md"), ("household", "tea.md"), ("kitchen", "pots/wok.md")]
    assert {p.origin for p in await watching.kept.papers.all()} == {Origin.FOLDER}


async def test_changed_deleted_and_renamed_files_are_followed(watching: Watching) -> None:
    tea, gone, moved = watching.write("tea.md"), watching.write("gone.md", "# Gone\n"), watching.write("old.md", "# Soup\n\nAn hour.\n")
    await watching.starting.look()
    tea.write_text("# Tea\n\nFour minutes and a half.\n")
    gone.unlink()
    moved.rename(watching.folder / "new.md")
    await watching.starting.look()
    assert await watching.names() == [("household", "new.md"), ("household", "tea.md")]
    assert sorted(await watching.kept.texts("household")) == ["An hour.", "Four minutes and a half."]


@pytest.mark.parametrize("broken", ["damaged", "locked", "empty"])
async def test_a_file_that_cannot_be_read_any_more_is_listed_with_its_reason_and_its_old_version_is_quoted_no_more(
    watching: Watching, broken: str
) -> None:
    manual = watching.folder / "manual.pdf"
    shutil.copy(HERE / "kettle.pdf", manual)
    watching.write("tea.md")
    await watching.starting.look()
    (before,) = [p for p in await watching.kept.papers.all() if p.name == "manual.pdf"]
    assert watching.kept.intake.original(before) == manual
    manual.write_bytes({"damaged": manual.read_bytes()[:300], "locked": (HERE / "locked.pdf").read_bytes(), "empty": b""}[broken])
    assert watching.kept.intake.original(before) is None, "no page of the old one is looked for in the new one"
    await watching.starting.look()
    (after,) = [p for p in await watching.kept.papers.all() if p.name == "manual.pdf"]
    assert (after.state, after.passages, str(after.problem).partition(":")[0]) == (State.FAILED, 0, broken)
    assert [h.paper.name for h in await watching.kept.papers.search("Boil a full kettle three times; tea three minutes")] == ["tea.md"]
    shutil.copy(HERE / "kettle.pdf", manual)
    await watching.starting.look()
    assert "manual.pdf" in [h.paper.name for h in await watching.kept.papers.search("Boil a full kettle three times")]


async def test_a_file_that_may_not_be_opened_is_listed_with_its_reason_until_it_may(watching: Watching) -> None:
    tea = watching.write("tea.md")
    with pytest.MonkeyPatch.context() as closed:  # no file is closed to root, whom tests often run as
        closed.setattr("yamori.agents.lifestyle.intake._digest", _forbidden)
        await watching.starting.look()
        await watching.starting.look()
    (paper,) = await watching.kept.papers.all()
    assert (paper.state, str(paper.problem).partition(":")[0]) == (State.FAILED, "closed")
    tea.chmod(0o600)
    await watching.starting.look()
    (paper,) = await watching.kept.papers.all()
    assert paper.state is State.READY


def _forbidden(path: Path) -> str:
    raise PermissionError(path)


async def test_a_paper_of_the_same_name_that_somebody_added_is_no_version_of_the_one_in_the_folder(watching: Watching) -> None:
    await watching.kept.add("household", "tea.md", "# Tea\n\nBy hand.\n")
    watching.write("tea.md", "\n")
    await watching.starting.look()
    assert sorted((p.origin, p.state) for p in await watching.kept.papers.all()) == [
        (Origin.ADDED, State.READY),
        (Origin.FOLDER, State.FAILED),
    ]
    assert await watching.kept.texts("household") == ["By hand."]


async def test_papers_of_a_share_that_is_not_there_stay(watching: Watching) -> None:
    watching.write("tea.md")
    await watching.starting.look()
    shutil.rmtree(watching.folder)
    await watching.starting.look()
    assert await watching.names() == [("household", "tea.md")]


async def test_an_empty_folder_holds_no_papers(watching: Watching) -> None:
    await watching.starting.look()
    assert await watching.names() == []


async def test_hidden_and_locked_files_are_nobody_s(watching: Watching) -> None:
    for name in (".secret.md", ".git/config", "~$letter.docx", "kitchen/.cache/a.md"):
        watching.write(name)
    await watching.starting.look()
    assert await watching.names() == []


async def test_a_paper_that_somebody_added_is_no_business_of_the_folder(watching: Watching) -> None:
    await watching.kept.add("household", "added.md", "# Added\n\nBy hand.\n")
    await watching.starting.look()
    assert await watching.names() == [("household", "added.md")]


async def test_an_unchanged_file_is_not_opened_again(watching: Watching) -> None:
    tea = watching.write("tea.md")
    await watching.starting.look()
    watching.starting.latest.clear()
    await watching.starting.look()
    assert watching.starting.latest == {}
    tea.write_text("# Tea\n\nFive minutes now.\n")
    await watching.starting.look()
    assert list(watching.starting.latest) == [("household", "tea.md")]


async def test_a_folder_whose_name_can_be_no_topic_stops_no_other(watching: Watching) -> None:
    watching.write("a.b!/x.md")
    watching.write("tea.md")
    await watching.starting.look()
    assert await watching.names() == [("household", "tea.md")]
