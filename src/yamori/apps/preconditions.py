"""What a process needs before it opens anything heavy: a port that is free and a data folder that can be written."""

import errno
import shutil
import socket
import tempfile
from pathlib import Path

import structlog

from yamori.apps.reach import Reach
from yamori.domain.database_file import damage, databases_below
from yamori.domain.errors import Misconfigured
from yamori.domain.private_folder import make_private

LEAST_SPACE = 50_000_000
"""Bytes that must be free for the household's databases to grow at all."""
EDGE = "edge"
"""Folder below the data folder where devices that run here keep what they have done; it is theirs."""
_log = structlog.get_logger()


def listening_socket(host: str, port: int) -> socket.socket:
    """Bound at once, so that a port in use is known before anything heavy is opened."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            mend = f"stop the other program, or choose another port: yamori serve --port {port + 1 if port < 65535 else 8765}"
            raise Misconfigured(f"port {port} on {host} is in use", where="--port", mend=mend) from error
        if error.errno == errno.EACCES:
            raise Misconfigured(f"port {port} may not be used by this user", where="--port", mend="choose one above 1023") from error
        raise Misconfigured(f"cannot listen on {host}: {error.strerror}", where="--host", mend="127.0.0.1 is this machine") from error
    listening.set_inheritable(False)
    return listening


def check_reachable(reach: Reach, *, has_accounts: bool) -> None:
    """Raises `Misconfigured` where others could come in and nobody could be told apart from anybody else."""
    if has_accounts or not reach.is_open_to_others:
        return
    if not reach.is_open_to_all:
        raise Misconfigured(
            "other machines could reach the house, and nobody has an account, so that whoever comes could speak as anybody",
            where="host, allowed_hosts or public_url",
            mend="make an adult's account on this machine first: `yamori account add PERSON`. In a network that you trust wholly, "
            "`open_to_all = true` in yamori.toml (YAMORI_OPEN_TO_ALL=true) leaves the house open",
        )
    _log.warning("the house is open: whoever reaches it may speak as anybody, until somebody has an account (`open_to_all`)")


def check_databases(data: Path) -> None:
    """Read what is kept before anything is opened: a damaged file is named with what to do, instead of failing somewhere later.

    Raises `Misconfigured`.
    """
    for file in databases_below(data):
        if file.relative_to(data).parts[0] != EDGE and (damaged := damage(file)) is not None:
            raise damaged


def check_data_folder(data: Path) -> None:
    """Make the folder if need be, keep it from other users, and prove that it can be written and has room. Raises `Misconfigured`."""
    mend = "choose another folder with --data or YAMORI_DATA, or change the permissions"
    for left in make_private(data):
        _log.warning("left as it is: a link, or another user's; whoever it belongs to decides who may read it", path=str(left))
    try:
        with tempfile.TemporaryFile(dir=data) as trial:
            trial.write(b"yamori")
    except OSError as error:
        raise Misconfigured(f"the data folder cannot be written: {error.strerror}", where=str(data), mend=mend) from error
    free = shutil.disk_usage(data).free
    if free < LEAST_SPACE:
        raise Misconfigured(
            f"only {free / 1e6:.0f} MB are free on the disk", where=str(data), mend="free some space, or choose another disk with --data"
        )
