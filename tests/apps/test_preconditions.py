import os
import socket
from pathlib import Path

import pytest

from yamori.apps.preconditions import check_data_folder, listening_socket
from yamori.domain.errors import Misconfigured


def test_a_port_in_use_is_named_and_another_one_offered() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Misconfigured, match=f"port {port} on 127.0.0.1 is in use") as refused:
            listening_socket("127.0.0.1", port)
    assert "--port" in refused.value.mend


def test_a_port_that_was_just_left_can_be_used_again() -> None:
    with listening_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
    with listening_socket("127.0.0.1", port) as again:
        assert again.getsockname()[1] == port


def test_an_address_that_is_not_this_machines_is_refused_plainly() -> None:
    with pytest.raises(Misconfigured, match=r"cannot listen on 192\.0\.2\.1"):
        listening_socket("192.0.2.1", 8765)


def test_the_data_folder_is_made_when_it_is_missing(tmp_path: Path) -> None:
    check_data_folder(tmp_path / "new" / "folder")
    assert list((tmp_path / "new" / "folder").iterdir()) == []


def test_a_data_folder_that_is_a_file_is_refused_with_its_path(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(Misconfigured, match="file: it is no folder") as refused:
        check_data_folder(tmp_path / "file")
    assert "--data" in refused.value.mend


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_data_folder_is_refused_with_its_path(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(Misconfigured, match="cannot be written"):
            check_data_folder(tmp_path)
    finally:
        tmp_path.chmod(0o700)
