from collections import deque
from datetime import datetime
from pathlib import Path

import pytest

from yamori.edge.album import Album
from yamori.edge.connection import Refused, Unreachable
from yamori.edge.picture import Picture

NOON = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
PHOTO = Picture(data=b"\xff\xd8photo", type="image/jpeg")


class House:
    """Takes a photo, or fails as told."""

    def __init__(self, *answers: str | Exception) -> None:
        self.answers = deque(answers)
        self.taken: list[tuple[str, Picture, datetime]] = []

    async def __call__(self, component: str, picture: Picture, at: datetime) -> str:
        answer = self.answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        self.taken.append((component, picture, at))
        return answer


async def test_a_photo_that_waited_is_sent_with_the_time_it_was_taken_and_only_once(tmp_path: Path) -> None:
    house = House(Unreachable("away"), Unreachable("still away"), "image-1")
    album = Album(tmp_path / "photos", house)
    name = await album.keep("camera", PHOTO, NOON)
    with pytest.raises(Unreachable):
        await album.settled(f'{{"image": "{name}"}}')
    assert await album.settled(f'{{"image": "{name}", "after": {{"a": "{name}"}}}}') == '{"image": "image-1", "after": {"a": "image-1"}}'
    assert await album.settled(f'["{name}"]') == '["image-1"]'
    assert house.taken == [("camera", PHOTO, NOON)]


async def test_a_photo_that_the_house_refuses_is_no_photo(tmp_path: Path) -> None:
    album = Album(tmp_path / "photos", House(Unreachable("away"), Refused(413, "too large")))
    name = await album.keep("camera", PHOTO, NOON)
    assert await album.settled(f'["{name}"]') == "[null]"
    assert await album.settled(f'["{name}"]') == "[null]"


async def test_a_long_absence_of_the_house_does_not_fill_the_disk(tmp_path: Path) -> None:
    album = Album(tmp_path / "photos", House(*[Unreachable("away")] * 60))
    for _ in range(60):
        await album.keep("camera", PHOTO, NOON)
    assert len(list((tmp_path / "photos").iterdir())) == 40
