"""The one place where a queue is opened: in memory, in a file, or in PostgreSQL by its address."""

from pathlib import Path

from yamori.domain.clock import Clock
from yamori.domain.errors import Misconfigured
from yamori.gateway.jobs.port import JobStore
from yamori.gateway.jobs.sqlite import open_sqlite_jobs


async def open_jobs(where: Path | str | None, *, clock: Clock) -> JobStore:
    """None keeps it in memory, a path in this SQLite file, `postgresql://…` in that database. Raises `Misconfigured`."""
    if not isinstance(where, str):
        return await open_sqlite_jobs(where, clock=clock)
    if not _is_postgres(where):
        raise Misconfigured(
            "it is neither a file nor a PostgreSQL address", where="job queue", mend="write postgresql://USER@HOST/DATABASE"
        )
    try:
        from yamori.gateway.jobs.postgres import open_postgres_jobs
    except ImportError as error:
        raise Misconfigured(
            f"PostgreSQL needs a package that is not installed ({error.name})", where="job queue", mend="pip install 'yamori[postgres]'"
        ) from error
    return await open_postgres_jobs(where, clock=clock)


def _is_postgres(address: str) -> bool:
    return address.startswith(("postgresql://", "postgres://"))
