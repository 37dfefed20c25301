"""Whose session or token it is that a request shows, and when it is nobody's any more."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from tests.people.known import AIKO, DAY, KENJI, MEI, NOON, OTHER, SECRET, Neighbourhood, people_of, signed_in

from yamori.domain.caller import Caller, Role, Scope, Via
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.home import Person, PersonRole
from yamori.people.opening import KnownPeople


async def _who(known: KnownPeople, *, cookie: str | None = None, bearer: str | None = None, now: datetime = NOON) -> Caller:
    return await known.callers.caller_of(cookie=cookie, bearer=bearer, client="10.0.0.7", now=now)


async def test_a_session_says_who_asks_and_what_it_shows_else_says_nothing() -> None:
    async with people_of() as known:
        session = (await signed_in(known, "mei")).session
        caller = await _who(known, cookie=session)
        nobody = [await _who(known), await _who(known, cookie=session[:-1]), await _who(known, cookie="x" * 100_000)]
    assert (caller.person, caller.role, caller.via, caller.scopes) == ("mei", Role.CHILD, Via.SESSION, frozenset(Scope))
    assert [(one.person, one.via) for one in nobody] == [(None, None)] * 3


async def test_a_stolen_session_opens_nothing_once_the_password_has_been_changed() -> None:
    async with people_of() as known:
        stolen, own = (await signed_in(known)).session, (await signed_in(known)).session
        kenjis = (await signed_in(known, "kenji")).session
        secret, _ = await known.tokens.add("script", person="aiko", scopes=["read"], now=NOON)
        keep = (await _who(known, cookie=own)).session
        await known.accounts.set_password("aiko", OTHER, now=NOON, keep=keep)
        after = [await _who(known, cookie=stolen), await _who(known, bearer=secret)]
        left = [await _who(known, cookie=own), await _who(known, cookie=kenjis)]
    assert [(one.person, one.refused) for one in after] == [(None, "revoked")] * 2
    assert [one.person for one in left] == ["aiko", "kenji"]


async def test_a_guest_whose_end_has_come_is_out_for_good_whatever_the_clock_says_later() -> None:
    async with people_of() as known:
        await known.accounts.set_end("mei", NOON + DAY)
        session = (await signed_in(known, "mei")).session
        seen = [(await _who(known, cookie=session, now=NOON + after)).refused for after in (timedelta(hours=23), DAY, timedelta(0))]
        again = await known.signing_in.with_password("mei", SECRET, client="mei's phone", browser=None, now=NOON)
    assert seen == [None, "expired", "expired"]
    assert getattr(again, "why", None) == "expired"


async def test_whoever_has_left_the_home_file_is_out_at_once_and_opens_the_house_to_nobody() -> None:
    living = Neighbourhood()
    async with people_of(living) as known:
        session = (await signed_in(known, "kenji")).session
        secret, _ = await known.tokens.add("script", person="kenji", scopes=["read"], now=NOON)
        living.people = [AIKO, MEI]
        gone = [(await _who(known, cookie=session)).refused, (await _who(known, bearer=secret)).refused]
        living.people = []
        assert await known.callers.has_accounts()
        living.people = [AIKO, KENJI, MEI]
        back = (await _who(known, cookie=session)).person
    assert (gone, back) == (["gone", "gone"], "kenji")


async def test_the_role_is_that_of_the_home_file_at_this_moment() -> None:
    living = Neighbourhood()
    async with people_of(living) as known:
        session = (await signed_in(known, "kenji")).session
        secret, _ = await known.tokens.add("script", person="kenji", scopes=["admin", "read"], now=NOON)
        living.people = [AIKO, Person(id="kenji", name="Kenji", role=PersonRole.GUEST), MEI]
        by_session, by_token = await _who(known, cookie=session), await _who(known, bearer=secret)
    assert (by_session.role, by_token.role, by_token.scopes) == (Role.GUEST, Role.GUEST, {Scope.READ})


async def test_a_token_goes_before_a_cookie_and_a_bad_one_is_not_made_up_for_by_it() -> None:
    async with people_of() as known:
        session = (await signed_in(known)).session
        secret, token = await known.tokens.add("script", person="mei", scopes=["chat"], now=NOON, ends=NOON + DAY)
        both = await _who(known, cookie=session, bearer=secret)
        late = await _who(known, cookie=session, bearer=secret, now=NOON + DAY)
        await known.tokens.revoke(token.id)
        revoked = await _who(known, cookie=session, bearer=secret)
        unknown = await _who(known, cookie=session, bearer="yamori_nothing")
    assert (both.person, both.via, both.scopes) == ("mei", Via.TOKEN, {Scope.CHAT})
    assert [(one.person, one.refused) for one in (late, revoked, unknown)] == [(None, "expired"), (None, "revoked"), (None, "unknown")]


async def test_what_cannot_be_a_token_is_refused_in_words() -> None:
    async with people_of() as known:
        for scopes, person in ((["everything"], "aiko"), ([], "aiko"), (["admin"], "mei")):
            with pytest.raises(InvalidRequest):
                await known.tokens.add("script", person=person, scopes=scopes, now=NOON)
        with pytest.raises(InvalidRequest):
            await known.tokens.add(" \n", person="aiko", scopes=["read"], now=NOON)
        with pytest.raises(NotFound):
            await known.tokens.add("script", person="nobody", scopes=["read"], now=NOON)


async def test_reading_writes_use_down_once_an_hour_at_most(tmp_path: Path) -> None:
    async with people_of(data=tmp_path) as known:
        session = (await signed_in(known)).session
        log = tmp_path / "people.sqlite3-wal"
        before = log.read_bytes()
        for minute in range(59):
            assert (await _who(known, cookie=session, now=NOON + timedelta(minutes=minute))).person == "aiko"
        assert log.read_bytes() == before
        await _who(known, cookie=session, now=NOON + timedelta(hours=1))
        assert log.read_bytes() != before


async def test_no_password_session_or_token_lies_on_the_disk(tmp_path: Path) -> None:
    async with people_of(data=tmp_path) as known:
        session = await signed_in(known)
        token, _ = await known.tokens.add("script", person="aiko", scopes=["read"], now=NOON)
        invited, _ = await known.links.invite("mei", by="aiko", now=NOON)
        kept = b"".join(file.read_bytes() for file in sorted(tmp_path.iterdir()))  # noqa: ASYNC240 - a test
    assert b"$argon2id$" in kept and b"aiko" in kept
    for secret in (SECRET, session.session, session.browser, token, token.removeprefix("yamori_"), invited):
        assert secret.encode() not in kept


async def test_the_first_account_is_an_adults_and_the_last_adult_leaves_last() -> None:
    async with people_of(accounts=False) as known:
        for person in ("mei", "nobody"):
            with pytest.raises(InvalidRequest):
                await known.accounts.add(person, SECRET, now=NOON)
        assert not await known.callers.has_accounts()
        await known.accounts.add("aiko", SECRET, now=NOON)
        with pytest.raises(InvalidRequest):
            await known.accounts.add("aiko", OTHER, now=NOON)
        await known.accounts.add("mei", SECRET, now=NOON)
        with pytest.raises(InvalidRequest):
            await known.accounts.remove("aiko", now=NOON)
        session = (await signed_in(known, "mei")).session
        await known.accounts.remove("mei", now=NOON)
        assert (await _who(known, cookie=session)).person is None
        await known.accounts.remove("aiko", now=NOON)
        assert not await known.callers.has_accounts()
