"""The devices that each person wants at hand. Kept by the person's id, with an account or without."""

from collections.abc import Sequence

from yamori.domain.errors import InvalidRequest
from yamori.people.file import PeopleFile

_MOST = 100
"""Of one person."""


class Favourites:
    """Over `people.sqlite3`."""

    def __init__(self, file: PeopleFile) -> None:
        self._file = file

    async def of(self, person: str) -> Sequence[str]:
        """Ids of devices, in the order in which they were chosen; some may be gone."""
        rows = await self._file.read(
            lambda db: db.execute("SELECT device FROM favourites WHERE person = ? ORDER BY seq", (person,)).fetchall()
        )
        return [device for (device,) in rows]

    async def put(self, person: str, device: str, *, favourite: bool) -> None:
        """Raises `InvalidRequest` for more than anybody keeps at hand."""
        if not favourite:
            await self._file.change(lambda db: db.execute("DELETE FROM favourites WHERE person = ? AND device = ?", (person, device)))
            return
        if len(await self.of(person)) >= _MOST:
            raise InvalidRequest(f"at most {_MOST} favourites are kept", where="device")
        await self._file.change(lambda db: db.execute("INSERT OR IGNORE INTO favourites (person, device) VALUES (?, ?)", (person, device)))
