"""Links that let somebody in once: invitations of people and guests, and the pairing of phones and tablets."""

import asyncio
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.people.known import AIKO, DAY, KENJI, MEI, NOON, OTHER, SECRET, Neighbourhood, people_of, signed_in

from yamori.domain.caller import Role
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.people.links import INVITATION, PAIRING, Link, LinkKind, refusal_of
from yamori.people.opening import KnownPeople


async def _person(known: KnownPeople, session: str) -> str | None:
    return (await known.callers.caller_of(cookie=session, bearer=None, client="10.0.0.7", now=NOON)).person


@given(st.sampled_from([INVITATION, PAIRING]), st.timedeltas(min_value=timedelta(days=-400), max_value=timedelta(days=400)))
def test_a_link_is_good_until_its_end_and_not_longer_for_a_clock_that_goes_back(lasts: timedelta, after: timedelta) -> None:
    link = Link(id="l", kind=LinkKind.INVITATION, by="aiko", made=NOON, ends=NOON + lasts)
    assert (refusal_of(link, NOON + after) is None) == (-lasts <= after < lasts)


async def test_an_invitation_makes_an_account_once() -> None:
    async with people_of() as known:
        await known.accounts.remove("kenji", now=NOON)
        secret, _ = await known.links.invite("kenji", by="aiko", now=NOON)
        session, person = await known.links.accept(secret, OTHER, now=NOON + timedelta(hours=23), called="phone")
        assert (person, await _person(known, session)) == ("kenji", "kenji")
        assert (await signed_in(known, "kenji", OTHER)).person == "kenji"
        with pytest.raises(NotFound):
            await known.links.accept(secret, SECRET, now=NOON, called="another phone")


async def test_two_who_open_one_invitation_at_the_same_moment_get_one_account() -> None:
    async with people_of() as known:
        await known.accounts.remove("kenji", now=NOON)
        secret, _ = await known.links.invite("kenji", by="aiko", now=NOON)
        taken = [known.links.accept(secret, password, now=NOON, called="phone") for password in (SECRET, OTHER)]
        came = await asyncio.gather(*taken, return_exceptions=True)
    assert sorted(type(one).__name__ for one in came) == ["NotFound", "tuple"]


async def test_an_invitation_ends_after_a_day_and_a_weak_password_does_not_use_it_up() -> None:
    async with people_of() as known:
        await known.accounts.remove("kenji", now=NOON)
        secret, _ = await known.links.invite("kenji", by="aiko", now=NOON)
        with pytest.raises(InvalidRequest):
            await known.links.accept(secret, "short", now=NOON, called="phone")
        with pytest.raises(NotFound):
            await known.links.accept(secret, OTHER, now=NOON + DAY, called="phone")
        await known.links.accept(secret, OTHER, now=NOON, called="phone")


async def test_only_an_adult_invites_and_nobody_takes_another_adults_account_over() -> None:
    async with people_of() as known:
        for by, person in (("mei", "kenji"), ("nobody", "kenji"), ("aiko", "kenji"), ("aiko", "stranger")):
            with pytest.raises(InvalidRequest):
                await known.links.invite(person, by=by, now=NOON)
        # A child who has forgotten the password is let in anew; what was open under the old one is closed.
        before = (await signed_in(known, "mei")).session
        secret, _ = await known.links.invite("mei", by="aiko", now=NOON)
        session, _ = await known.links.accept(secret, OTHER, now=NOON, called="phone")
        assert [await _person(known, before), await _person(known, session)] == [None, "mei"]


async def test_a_link_of_an_adult_who_has_left_lets_nobody_in() -> None:
    living = Neighbourhood()
    async with people_of(living) as known:
        await known.accounts.remove("mei", now=NOON)
        invitation, _ = await known.links.invite("mei", by="kenji", now=NOON)
        pairing, _ = await known.links.pair(by="kenji", now=NOON, person=None, room="kitchen")
        living.people = [AIKO, MEI]
        with pytest.raises(InvalidRequest):
            await known.links.accept(invitation, OTHER, now=NOON, called="phone")
        with pytest.raises(InvalidRequest):
            await known.links.take_pairing(pairing, now=NOON, called="tablet")
        assert await known.accounts.of("mei") is None


async def test_a_guest_who_is_in_no_home_file_is_let_in_until_the_end() -> None:
    async with people_of() as known:
        secret, _ = await known.links.invite_guest("Tom", by="aiko", now=NOON, ends=NOON + 2 * DAY)
        session, _ = await known.links.accept(secret, OTHER, now=NOON, called="phone")
        guest = await known.callers.caller_of(cookie=session, bearer=None, client="10.0.0.7", now=NOON)
        late = await known.callers.caller_of(cookie=session, bearer=None, client="10.0.0.7", now=NOON + 2 * DAY)
        with pytest.raises(InvalidRequest):
            await known.links.invite_guest("Tom", by="aiko", now=NOON, ends=NOON)
    assert (guest.role, late.person, late.refused) == (Role.GUEST, None, "expired")
    assert guest.person not in {"aiko", "kenji", "mei", None}


async def test_a_shared_tablet_has_a_room_and_nobody_and_goes_with_whoever_paired_it() -> None:
    living = Neighbourhood()
    async with people_of(living) as known:
        secret, _ = await known.links.pair(by="kenji", now=NOON, person=None, room="kitchen")
        with pytest.raises(NotFound):
            await known.links.take_pairing(secret, now=NOON + PAIRING, called="late tablet")
        session, _ = await known.links.take_pairing(secret, now=NOON, called="tablet")
        with pytest.raises(NotFound):
            await known.links.take_pairing(secret, now=NOON, called="second tablet")
        tablet = await known.callers.caller_of(cookie=session, bearer=None, client="10.0.0.7", now=NOON)
        living.people = [AIKO, MEI]
        left = await known.callers.caller_of(cookie=session, bearer=None, client="10.0.0.7", now=NOON)
        living.people = [AIKO, KENJI, MEI]
        await known.accounts.set_password("kenji", OTHER, now=NOON)
        changed = await known.callers.caller_of(cookie=session, bearer=None, client="10.0.0.7", now=NOON)
    assert (tablet.person, tablet.room, tablet.subject) == (None, "kitchen", "at kitchen")
    assert [(one.room, one.refused) for one in (left, changed)] == [(None, "gone"), (None, "revoked")]


async def test_a_phone_is_paired_for_oneself_or_a_child_and_for_nobody_else() -> None:
    async with people_of() as known:
        for person in ("aiko", "mei"):
            secret, _ = await known.links.pair(by="aiko", now=NOON, person=person, room=None)
            assert await _person(known, (await known.links.take_pairing(secret, now=NOON, called="phone"))[0]) == person
        for person, room in (("kenji", None), (None, None)):
            with pytest.raises(InvalidRequest):
                await known.links.pair(by="aiko", now=NOON, person=person, room=room)
        with pytest.raises(InvalidRequest):
            await known.links.pair(by="mei", now=NOON, person="mei", room=None)


async def test_an_invitation_is_no_pairing_and_a_revoked_link_is_none() -> None:
    async with people_of() as known:
        secret, link = await known.links.invite("mei", by="aiko", now=NOON)
        with pytest.raises(NotFound):
            await known.links.take_pairing(secret, now=NOON, called="tablet")
        await known.links.revoke(link.id, by="kenji")
        assert [one.id for one in await known.links.open(by="aiko", now=NOON)] == [link.id]
        await known.links.revoke(link.id, by="aiko")
        with pytest.raises(NotFound):
            await known.links.accept(secret, OTHER, now=NOON, called="phone")
