"""Passkeys: the two ceremonies of WebAuthn, each with a challenge that is kept here, is good once, and ends."""

import json
import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from yamori.domain.errors import HouseSilent, InvalidRequest, NotFound
from yamori.domain.plain_text import single_line
from yamori.people.accounts import Accounts
from yamori.people.file import PeopleFile, moment, read_moment, written
from yamori.people.secret import new_id

CHALLENGE = timedelta(minutes=5)
_MOST_CHALLENGES = 500
_MOST_ANSWER = 20_000
"""Characters of what a browser answers."""
_MOST = 20
"""Of one person."""
_LONGEST_NAME = 60
_COLUMNS = "id, person, name, made, used"
_WRONG = "this passkey was not accepted"


@dataclass(frozen=True, kw_only=True)
class Site:
    """For whom a passkey is made, and where it may be used."""

    id: str
    """The host's name; an IP address is none."""
    origin: str
    """Scheme, host and port, as the browser says it."""


@dataclass(frozen=True, kw_only=True)
class Passkey:
    id: str
    person: str
    name: str
    made: datetime
    used: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class _Challenge:
    value: bytes
    ends: datetime
    made: datetime


class Challenges:
    """Of ceremonies that have begun: one for each form, in memory, so that a restart ends them all."""

    def __init__(self) -> None:
        self._open: dict[str, _Challenge] = {}

    def make(self, form: str, now: datetime) -> bytes:
        """Takes the place of an earlier one of the same form. Raises `HouseSilent` where too many are open."""
        self._open = {key: c for key, c in self._open.items() if c.made <= now < c.ends}
        if len(self._open) >= _MOST_CHALLENGES and form not in self._open:
            raise HouseSilent("too many people sign in at this moment; try again in a few minutes, or use your password")
        value = secrets.token_bytes(32)
        self._open[form] = _Challenge(value=value, made=now, ends=now + CHALLENGE)
        return value

    def take(self, form: str, now: datetime) -> bytes:
        """Good once. Raises `InvalidRequest`."""
        found = self._open.pop(form, None)
        if found is None or not found.made <= now < found.ends:
            raise InvalidRequest("that took too long; begin again", where="challenge")
        return found.value


class Passkeys:
    """`form` is what ties a ceremony to one browser: something that only its cookie gives."""

    def __init__(self, file: PeopleFile, accounts: Accounts) -> None:
        self._file = file
        self._accounts = accounts
        self._challenges = Challenges()

    async def of(self, person: str) -> Sequence[Passkey]:
        query = f"SELECT {_COLUMNS} FROM passkeys WHERE person = ? ORDER BY made"
        return [_passkey_in(row) for row in await self._file.read(lambda db: db.execute(query, (person,)).fetchall())]

    async def offer_registration(self, person: str, *, site: Site, form: str, now: datetime) -> str:
        """What the browser makes a passkey from, as JSON. Raises `InvalidRequest`."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        account = await self._accounts.of(person)
        who = self._accounts.person(account) if account is not None else None
        if who is None:
            raise NotFound(f"{person!r} has no account", where="person")
        query = "SELECT credential FROM passkeys WHERE person = ?"
        held = await self._file.read(lambda db: db.execute(query, (person,)).fetchall())
        if len(held) >= _MOST:
            raise InvalidRequest(f"there are {_MOST} passkeys already; remove some first", where="passkey")
        options = generate_registration_options(
            rp_id=site.id,
            rp_name="Yamori",
            user_name=person,
            user_display_name=who.name,
            user_id=person.encode()[:64],
            challenge=self._challenges.make(f"make:{person}:{form}", now),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=bytes.fromhex(credential)) for (credential,) in held],
        )
        return options_to_json(options)

    async def register(self, person: str, answer: Mapping[str, object], *, name: str, site: Site, form: str, now: datetime) -> Passkey:
        """Raises `InvalidRequest` for an answer that does not fit its challenge."""
        from webauthn import verify_registration_response
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = self._challenges.take(f"make:{person}:{form}", now)
        try:
            verified = verify_registration_response(
                credential=_small(answer),
                expected_challenge=challenge,
                expected_rp_id=site.id,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise InvalidRequest(_WRONG, where="passkey") from error
        called = single_line(name).strip()[:_LONGEST_NAME] or "Passkey"
        passkey = Passkey(id=new_id(), person=person, name=called, made=now)
        row = (passkey.id, verified.credential_id.hex(), person, verified.credential_public_key, verified.sign_count, called, written(now))
        columns = "id, credential, person, public_key, uses, name, made"
        insert = f"INSERT INTO passkeys ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        if await self._file.change(lambda db: db.execute(insert, row).rowcount) == 0:
            raise InvalidRequest("this passkey is known already", where="passkey")
        return passkey

    async def offer_sign_in(self, *, site: Site, form: str, now: datetime) -> str:
        """What the browser answers with a passkey that it holds for us, as JSON; nobody is named."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=site.id, challenge=self._challenges.make(f"use:{form}", now), user_verification=UserVerificationRequirement.REQUIRED
        )
        return options_to_json(options)

    async def verify_sign_in(self, answer: Mapping[str, object], *, site: Site, form: str, now: datetime) -> str:
        """Whose passkey it is. Raises `InvalidRequest`."""
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = self._challenges.take(f"use:{form}", now)
        credential = _small(answer)
        try:
            shown = base64url_to_bytes(str(credential.get("rawId", ""))).hex()
        except ValueError as error:
            raise InvalidRequest(_WRONG, where="passkey") from error
        query = "SELECT id, person, public_key, uses FROM passkeys WHERE credential = ?"
        row = await self._file.read(lambda db: db.execute(query, (shown,)).fetchone())
        if row is None:
            raise InvalidRequest(_WRONG, where="passkey")
        id, person, public_key, uses = row
        try:
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.id,
                expected_origin=site.origin,
                credential_public_key=bytes(public_key),
                credential_current_sign_count=int(uses),
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise InvalidRequest(_WRONG, where="passkey") from error
        update = "UPDATE passkeys SET uses = ?, used = ? WHERE id = ?"
        await self._file.change(lambda db: db.execute(update, (verified.new_sign_count, written(now), id)))
        return str(person)

    async def remove(self, id: str, *, person: str) -> None:
        """One that there is not is removed already."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM passkeys WHERE id = ? AND person = ?", (id, person))

        await self._file.change(work)


def _small(answer: Mapping[str, object]) -> dict[str, object]:
    if len(json.dumps(answer, default=str)) > _MOST_ANSWER:
        raise InvalidRequest(_WRONG, where="passkey")
    return dict(answer)


def _passkey_in(row: Sequence[object]) -> Passkey:
    id, person, name, made, used = row
    return Passkey(
        id=str(id),
        person=str(person),
        name=str(name),
        made=moment(str(made)),
        used=read_moment(str(used) if used is not None else None),
    )
