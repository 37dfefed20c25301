"""What the Home page needs to keep of each person: their favourite devices. `apps` fulfils it."""

from collections.abc import Sequence
from typing import Protocol


class FavouritePort(Protocol):
    """Every method may raise a `YamoriError`."""

    async def of(self, person: str) -> Sequence[str]:
        """Ids of devices, in the order in which they were chosen; some may be gone."""
        ...

    async def put(self, person: str, device: str, *, favourite: bool) -> None: ...
