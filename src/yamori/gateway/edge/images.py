"""Pictures from devices: checked to be pictures, kept as files, the oldest dropped when there are too many."""

import asyncio
import io
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from itertools import count
from pathlib import Path

from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest, NotFound

LARGEST = 5 * 1024 * 1024
"""Bytes of one picture."""
_WIDEST = 8192
"""Pixels of a side: a small file can unfold to gigabytes."""
_KEPT = 200
"""Pictures per device and component."""
_KINDS = {"JPEG": "image/jpeg", "PNG": "image/png"}


@dataclass(frozen=True, kw_only=True)
class Picture:
    """One picture and where it came from."""

    id: str
    device: str
    component: str
    at: datetime
    """When it was taken, by the device's clock but never later than ours."""
    kind: str
    """`image/jpeg` or `image/png`."""
    number: int = 0
    """Grows with each upload: which of two of the same instant came later. 0 for those kept before there were numbers."""

    @property
    def newness(self) -> tuple[datetime, int]:
        """Newer is greater. No two of those with a number are equal, so every listing has one order, also after a restart."""
        return self.at, self.number


def checked_kind(data: bytes) -> str:
    """The media type of what really is a picture. Raises `InvalidRequest`."""
    from PIL import Image, UnidentifiedImageError

    if not data:
        raise InvalidRequest("the picture is empty", where="image")
    if len(data) > LARGEST:
        raise InvalidRequest(f"a picture has at most {LARGEST // 2**20} MB; this one has {len(data) / 2**20:.1f}", where="image")
    try:
        with Image.open(io.BytesIO(data), formats=tuple(_KINDS)) as picture:
            if max(picture.size) > _WIDEST:
                raise InvalidRequest(f"a picture has at most {_WIDEST} pixels a side; this one {picture.size}", where="image")
            kind = _KINDS[str(picture.format)]
            picture.load()  # a cut-off file shows only here
            return kind
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise InvalidRequest("this is no JPEG or PNG picture", where="image") from error


class Pictures:
    """A folder of pictures, or a few in memory without one."""

    def __init__(self, folder: Path | None, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._known: dict[str, Picture] = {}
        self._memory: dict[str, bytes] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._known = {p.id: p for file in sorted(folder.glob("[!.]*.json")) if (p := _read(file)) is not None}
        self._numbers = count(max((picture.number for picture in self._known.values()), default=0) + 1)

    async def keep(self, device: str, component: str, data: bytes, *, at: datetime | None = None) -> Picture:
        """Raises `InvalidRequest` for what is no picture."""
        number = next(self._numbers)  # before anything is waited for: the order is that in which they came
        kind = await asyncio.to_thread(checked_kind, data)
        now = self._clock.now()
        taken = min(at, now) if at is not None else now
        place = blake2b(f"{device} {component}".encode(), digest_size=6).hexdigest()
        id = f"{place}-{round(taken.timestamp() * 1000)}-{blake2b(data, digest_size=6).hexdigest()}"
        picture = Picture(id=id, device=device, component=component, at=taken, kind=kind, number=number)
        if self._folder is None:
            self._memory[id] = data
        else:
            await asyncio.to_thread(_write, self._folder, picture, data)
        self._known[id] = picture
        for old in self.all(device, component)[_KEPT:]:
            del self._known[old.id]
            if self._folder is None:
                del self._memory[old.id]
            else:
                _drop(self._folder, old.id)
        return picture

    def get(self, id: str) -> Picture:
        """Raises `NotFound`."""
        if id not in self._known:
            raise NotFound(f"there is no picture {id[:80]}", where="image")
        return self._known[id]

    async def data(self, id: str) -> bytes:
        """Raises `NotFound`."""
        self.get(id)
        if self._folder is None:
            return self._memory[id]
        try:
            return await asyncio.to_thread((self._folder / f"{id}.image").read_bytes)
        except OSError as error:
            raise NotFound(f"the picture {id} is gone", where="image") from error

    def devices(self) -> frozenset[str]:
        """Ids of those of which there are pictures."""
        return frozenset(p.device for p in self._known.values())

    def all(self, device: str, component: str | None = None) -> Sequence[Picture]:
        """Newest first; of those of one instant the one that was uploaded last comes first."""
        found = [p for p in self._known.values() if p.device == device and component in (None, p.component)]
        return sorted(found, key=lambda p: p.newness, reverse=True)


def _write(folder: Path, picture: Picture, data: bytes) -> None:
    """The picture first: what is listed is there."""
    about = {
        "device": picture.device,
        "component": picture.component,
        "at": picture.at.isoformat(),
        "kind": picture.kind,
        "number": picture.number,
    }
    for name, content in ((f"{picture.id}.image", data), (f"{picture.id}.json", json.dumps(about).encode())):
        fresh = folder / f".{name}"
        with fresh.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(folder / name)


def _drop(folder: Path, id: str) -> None:
    (folder / f"{id}.json").unlink(missing_ok=True)
    (folder / f"{id}.image").unlink(missing_ok=True)


def _read(file: Path) -> Picture | None:
    try:
        about = json.loads(file.read_text(encoding="utf-8"))
        at = datetime.fromisoformat(about["at"])
        return Picture(
            id=file.stem,
            device=about["device"],
            component=about["component"],
            at=at,
            kind=about["kind"],
            number=int(about.get("number", 0)),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
