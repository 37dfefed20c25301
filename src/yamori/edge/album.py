"""Photos on their way to the house: sent at once where it can be reached, else kept on disk and sent before what speaks of them."""

import json
import logging
import os
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from yamori.edge.badge import write_private
from yamori.edge.connection import Refused, Unreachable
from yamori.edge.picture import Picture

Upload = Callable[[str, Picture, datetime], Awaitable[str]]
"""Component, picture, when it was taken; gives the house's ID. Raises `Unreachable` or `Refused`."""

_KEPT = 40
"""Files on disk, photos and the IDs of those sent; the oldest gives way."""
_SENT = ".id"
_NAME = re.compile(r'"(pending-[0-9a-f]{32})"')
_ENDINGS = {"image/jpeg": ".jpg", "image/png": ".png"}
_log = logging.getLogger(__name__)


class Album:
    def __init__(self, folder: Path, upload: Upload) -> None:
        self._folder = folder
        self._upload = upload

    async def keep(self, component: str, picture: Picture, at: datetime) -> str:
        """The house's ID, or a name that `settled` turns into one."""
        try:
            return await self._upload(component, picture, at)
        except Unreachable:
            name = f"pending-{os.urandom(16).hex()}"
            self._folder.mkdir(mode=0o700, exist_ok=True)
            write_private(self._folder / f"{name}.{at.timestamp():.3f}.{component}{_ENDINGS[picture.type]}", picture.data)
            kept = sorted(self._folder.glob("pending-*"), key=lambda file: file.stat().st_mtime)
            for file in kept[:-_KEPT]:
                file.unlink(missing_ok=True)
            return name

    async def settled(self, text: str) -> str:
        """JSON with the house's IDs in place of names; null for a photo that was lost or refused. Raises `Unreachable`."""
        for name in set(_NAME.findall(text)):
            text = text.replace(f'"{name}"', await self._settle(name))
        return text

    async def _settle(self, name: str) -> str:
        sent = self._folder / f"{name}{_SENT}"
        if sent.is_file():
            return sent.read_text(encoding="utf-8")
        file = next(self._folder.glob(f"{name}.*"), None)
        if file is None:
            return "null"
        _, seconds, fraction, component, _ = file.name.split(".")
        type = next(type for type, ending in _ENDINGS.items() if file.name.endswith(ending))
        taken = datetime.fromtimestamp(float(f"{seconds}.{fraction}"), UTC)
        try:
            image = await self._upload(component, Picture(data=file.read_bytes(), type=type), taken)
        except Refused as error:
            _log.warning("the house refused a photo: %s", error)
            file.unlink(missing_ok=True)
            return "null"
        write_private(sent, json.dumps(image).encode())  # the same photo may be spoken of again
        file.unlink(missing_ok=True)
        return json.dumps(image)
