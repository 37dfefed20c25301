"""Somebody signs in, or guesses: what is let in, what it costs, and whom it keeps out."""

from datetime import timedelta
from pathlib import Path

import pytest
from tests.people.known import KENJI, MEI, NOON, OTHER, SECRET, Neighbourhood, people_of, signed_in, tried

from yamori.domain.errors import InvalidRequest
from yamori.people.signing_in import NotSignedIn, SignedIn


async def test_the_right_password_lets_in_by_id_and_by_name_as_it_is_typed() -> None:
    async with people_of() as known:
        for name in ("aiko", "Aiko", " AIKO ", "ＡＩＫＯ"):
            assert (await signed_in(known, name)).person == "aiko"
        # Keyboards write one letter in several ways.
        await known.accounts.set_password("kenji", "ガラスの靴をはいた猫たち", now=NOON)
        assert (await signed_in(known, "kenji", "ｶﾞﾗｽの靴をはいた猫たち")).person == "kenji"


async def test_a_wrong_name_and_a_wrong_password_are_not_told_apart() -> None:
    async with people_of() as known:
        nobody = await known.signing_in.with_password("nobody", OTHER, client="10.0.0.9", browser=None, now=NOON)
        wrong = await known.signing_in.with_password("aiko", OTHER, client="10.0.0.9", browser=None, now=NOON)
        empty = await known.signing_in.with_password("", "", client="10.0.0.9", browser=None, now=NOON)
    assert nobody == wrong == empty == NotSignedIn(why="wrong")


async def test_a_name_that_two_people_have_lets_neither_in_but_their_ids_do() -> None:
    twins = Neighbourhood()
    async with people_of(twins) as known:
        twins.people = [*twins.people[:1], type(KENJI)(id="kenji", name="Aiko"), MEI]
        by_name = await known.signing_in.with_password("AIKO ", SECRET, client="10.0.0.9", browser=None, now=NOON)
        by_id = await signed_in(known, "kenji")
    assert isinstance(by_name, SignedIn) and by_name.person == "aiko"  # an id goes before a name
    assert by_id.person == "kenji"


async def test_a_restart_forgets_no_wrong_password(tmp_path: Path) -> None:
    async with people_of(data=tmp_path) as known:
        assert [await tried(known, OTHER, now=NOON) for _ in range(6)] == ["wrong"] * 5 + ["wait"]
    async with people_of(data=tmp_path, accounts=False) as known:
        assert await tried(known, SECRET, now=NOON + timedelta(seconds=20)) == "wait"
        assert await tried(known, SECRET, now=NOON + timedelta(seconds=31)) == "in"


async def test_a_clock_that_goes_back_shortens_no_wait_and_lengthens_none_for_ever() -> None:
    async with people_of() as known:
        for _ in range(5):
            await tried(known, OTHER, now=NOON)
        earlier = NOON - timedelta(days=400)
        assert await tried(known, SECRET, now=earlier) == "wait"
        assert await tried(known, SECRET, now=earlier + timedelta(seconds=31)) == "in"


async def test_a_browser_that_somebody_else_is_known_by_is_a_stranger_to_this_account() -> None:
    async with people_of() as known:
        kenjis = (await signed_in(known, "kenji")).browser
        for n in range(60):
            await tried(known, OTHER, now=NOON, client=f"10.0.{n}.1")
        assert await tried(known, SECRET, now=NOON, client="10.9.9.9", browser=kenjis) == "wait"


async def test_a_session_that_was_found_cannot_guess_the_password_on_end() -> None:
    async with people_of() as known:
        found = [await known.signing_in.confirm("aiko", f"{OTHER} {n}", session="s1", now=NOON) for n in range(7)]
        own = await known.signing_in.confirm("aiko", SECRET, session="s2", now=NOON)
    assert [one.why for one in found if one is not None] == ["wrong"] * 5 + ["wait"] * 2
    assert own is None


@pytest.mark.parametrize("weak", ["", "short", "1234567890123", "aaaaaaaaaaaaaa", "ab" * 10, "x" * 201])
async def test_a_password_that_would_be_guessed_is_not_taken(weak: str) -> None:
    async with people_of() as known:
        with pytest.raises(InvalidRequest):
            await known.accounts.set_password("aiko", weak, now=NOON)
        assert (await signed_in(known)).person == "aiko"
