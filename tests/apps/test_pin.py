from pathlib import Path

import pytest

from yamori.apps.pin import set_pin
from yamori.apps.settings import Settings
from yamori.domain.errors import InvalidRequest
from yamori.gateway.pin import kept_pin, pin_matches


class Typed:
    def __init__(self, *lines: str) -> None:
        self.left = list(lines)

    async def line(self, prompt: str, *, hidden: bool = False) -> str | None:
        assert hidden
        return self.left.pop(0) if self.left else None


async def test_a_pin_typed_twice_is_kept_as_a_hash_that_only_it_opens(tmp_path: Path) -> None:
    assert await set_pin(Settings(data=tmp_path), keyboard=Typed("2468", "2468")) == 0
    kept = kept_pin(tmp_path)
    assert kept is not None
    assert "2468" not in kept
    assert (pin_matches("2468", kept), pin_matches("1357", kept)) == (True, False)


@pytest.mark.parametrize("lines", [("2468", "2469"), ("12", "12"), ("",), ()])
async def test_what_is_no_pin_or_not_the_same_twice_changes_nothing(lines: tuple[str, ...], tmp_path: Path) -> None:
    await set_pin(Settings(data=tmp_path), keyboard=Typed("2468", "2468"))
    before = kept_pin(tmp_path)
    with pytest.raises(InvalidRequest):
        await set_pin(Settings(data=tmp_path), keyboard=Typed(*lines))
    assert kept_pin(tmp_path) == before
