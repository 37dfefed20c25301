"""The house's pictures as the IoT agent's eyes need them: the one place where both are known."""

from datetime import datetime

from yamori.gateway.edge.images import Pictures


class HouseAlbum:
    """Fulfils `agents.iot.eyes.Album`."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures

    async def picture(self, id: str) -> tuple[str, bytes, datetime]:
        known = self._pictures.get(id)
        return known.kind, await self._pictures.data(id), known.at
