"""A throw-away PostgreSQL server on a Unix socket of its own, for tests and benchmarks."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Cluster:
    """A running server."""

    folder: Path
    programs: Path

    def url(self, *, schema: str = "public") -> str:
        return f"postgresql://yamori@/postgres?host={self.folder}&options=-csearch_path%3D{schema}"

    def start(self, *, durable: bool) -> None:
        settings = f"-k {self.folder} -c listen_addresses='' -c shared_buffers=64MB -c fsync={'on' if durable else 'off'}"
        self.control("start", "-w", "-l", str(self.folder / "log"), "-o", settings)

    def control(self, *words: str) -> None:
        _run(self.programs / "pg_ctl", "-D", str(self.folder / "data"), *words, folder=self.folder)


def postgres_programs() -> Path | None:
    """Where `initdb` and `pg_ctl` are; None where PostgreSQL is not installed."""
    places = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    found = shutil.which("initdb")
    if found is not None:
        places.append(Path(found).resolve().parent)
    return next((place for place in places if (place / "pg_ctl").exists() and (place / "initdb").exists()), None)


@contextmanager
def throwaway_cluster(programs: Path, *, durable: bool = False) -> Iterator[Cluster]:
    """Made, started, and removed in the end. Without `durable` it does not wait for the disk, which no contract needs."""
    folder = Path(tempfile.mkdtemp(prefix="ympg", dir="/tmp"))  # a socket's path must be short
    folder.chmod(0o755)
    if (user := _user()) is not None:
        shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)
    cluster = Cluster(folder=folder, programs=programs)
    try:
        _run(
            programs / "initdb",
            "-D",
            str(folder / "data"),
            "-U",
            "yamori",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
            folder=folder,
        )
        cluster.start(durable=durable)
        try:
            yield cluster
        finally:
            cluster.control("stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> str | None:
    """`initdb` refuses to run as root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _run(*words: str | Path, folder: Path) -> None:
    other: dict[str, Any] = {}
    if (user := _user()) is not None:
        other = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
    # not captured: the server inherits the pipe and would hold it open
    with (folder / "said").open("a") as said:
        done = subprocess.run(
            [str(word) for word in words], cwd=folder, stdout=said, stderr=said, stdin=subprocess.DEVNULL, check=False, **other
        )
    if done.returncode != 0:
        log = folder / "log"
        raise RuntimeError((folder / "said").read_text() + (log.read_text() if log.exists() else ""))
