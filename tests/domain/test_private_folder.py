"""Who may read what a household keeps."""

import os
import stat
from pathlib import Path

import pytest

from yamori.domain.errors import Misconfigured
from yamori.domain.private_folder import make_private, open_to_others

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A data folder as an earlier version left it."""
    folder = tmp_path / "data"
    for name in ("ledger.sqlite3", "ledger.sqlite3-wal", "gate/pictures/a.jpg", "papers/house/originals/bill.pdf", "models.toml"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x", encoding="utf-8")
        file.chmod(0o666)
    for path in (folder, *(p for p in folder.rglob("*") if p.is_dir())):
        path.chmod(0o755)
    return folder


def test_an_existing_folder_becomes_its_owners_alone_with_everything_below_it(old: Path) -> None:
    assert len(open_to_others(old)) == 11
    assert make_private(old) == []
    assert {mode(path) for path in (old, *old.rglob("*")) if path.is_dir()} == {0o700}
    assert {mode(path) for path in old.rglob("*") if path.is_file()} == {0o600}
    assert open_to_others(old) == []


def test_a_new_folder_is_private_from_the_start(tmp_path: Path) -> None:
    make_private(tmp_path / "new" / "data")
    assert mode(tmp_path / "new" / "data") == 0o700


def test_what_its_owner_may_only_read_stays_so(old: Path) -> None:
    (old / "models.toml").chmod(0o444)
    make_private(old)
    assert mode(old / "models.toml") == 0o400


def test_a_link_in_the_folder_is_reported_and_what_it_leads_to_stays_as_it_is(old: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    (outside / "file").write_text("x", encoding="utf-8")
    (outside / "file").chmod(0o644)
    (old / "papers" / "link").symlink_to(outside)
    (old / "file").symlink_to(outside / "file")
    assert sorted(make_private(old)) == [old / "file", old / "papers" / "link"]
    assert (mode(outside), mode(outside / "file")) == (0o755, 0o644)


def test_a_folder_that_is_a_link_is_refused_and_nothing_changes(old: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(old)
    with pytest.raises(Misconfigured, match="link to") as refused:
        make_private(tmp_path / "link")
    assert refused.value.mend and mode(old) == 0o755


@as_root
def test_a_folder_of_another_user_is_refused_and_one_in_ours_is_reported(old: Path) -> None:
    os.chown(old / "gate", 1234, 1234)
    assert make_private(old) == [old / "gate"]
    assert (mode(old / "gate"), mode(old / "gate" / "pictures")) == (0o755, 0o755)
    os.chown(old, 1234, 1234)
    with pytest.raises(Misconfigured, match="another user"):
        make_private(old)


def test_a_folder_that_holds_more_than_yamori_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "me").mkdir(mode=0o755)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o1777)
    for folder in (tmp_path / "me", tmp_path, Path("/"), tmp_path / "shared"):
        with pytest.raises(Misconfigured):
            make_private(folder)
    assert mode(tmp_path / "me") == 0o755
