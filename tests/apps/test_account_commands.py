"""`yamori account` and `yamori token`: over the data folder alone, and taken at once by a house that runs."""

from pathlib import Path

import pytest
from tests.apps.accounts import PASSWORDS, Browser, house_of
from tests.apps.signed_in import MORNING
from tests.apps.test_pin import Typed

from yamori.apps.accounts import add_account, add_token, list_accounts, list_tokens, remove_account, revoke_token, set_password
from yamori.apps.chat import chat
from yamori.apps.mcp_stdio import speak_mcp
from yamori.apps.settings import Settings
from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest

CLOCK = SetClock(MORNING)


def twice(password: str) -> Typed:
    return Typed(password, password)


def open_to_commands(data: Path, token: str | None = None) -> Settings:
    """No house listens: a command opens its own, without papers."""
    return Settings(data=data, port=1, token=token, starter_library=False, encoder="none")  # type: ignore[arg-type]


async def add(data: Path, person: str, **more: str) -> int:
    return await add_account(Settings(data=data), person, keyboard=twice(PASSWORDS[person]), clock=CLOCK, until=more.get("until"))


async def test_an_account_is_made_and_a_house_that_runs_takes_it_at_once(tmp_path: Path) -> None:
    async with house_of(data=tmp_path) as household, Browser(household) as browser:
        assert await browser.may()
        assert await add(tmp_path, "aiko") == 0
        assert not await browser.may()
        assert (await browser.sign_in("aiko")).status_code == 303 and await browser.may()
        assert await set_password(Settings(data=tmp_path), "aiko", keyboard=twice("six red lanterns"), clock=CLOCK) == 0
        assert not await browser.may()
        assert (await browser.sign_in("aiko", "six red lanterns")).status_code == 303
        assert await remove_account(Settings(data=tmp_path), "aiko", clock=CLOCK) == 0
        assert await browser.may()  # nobody has an account any more


@pytest.mark.parametrize(
    ("person", "lines", "says"),
    [
        ("mei", ("a good password", "a good password"), "the first account is an adult's"),
        ("aiko", ("a good password", "another password"), "not the same"),
        ("aiko", ("short", "short"), "at least 10 characters"),
        ("aiko", ("1234567890", "1234567890"), "guessed soon"),
        ("aiko", (), "no password was given"),
        ("zoe", ("a good password", "a good password"), "nobody called 'zoe'"),
    ],
)
async def test_what_makes_no_account_says_why_and_leaves_the_house_open(
    person: str, lines: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidRequest, match=says):
        await add_account(Settings(data=tmp_path), person, keyboard=Typed(*lines), clock=CLOCK)
    async with house_of(data=tmp_path) as household, Browser(household) as browser:
        assert await browser.may()


async def test_accounts_and_tokens_are_listed_without_their_secrets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(data=tmp_path)
    await add(tmp_path, "aiko")
    await add(tmp_path, "tom", until="2026-12-31")
    await add_token(settings, "watch", person="aiko", scopes=["read"], clock=CLOCK)
    secret = capsys.readouterr().out.strip()
    assert secret.startswith("yamori_") and "\n" not in secret
    await list_accounts(settings, clock=CLOCK)
    await list_tokens(settings, clock=CLOCK)
    listed = capsys.readouterr().out
    assert "aiko\tAiko\tadult, 0 sessions" in listed and "guest, 0 sessions, until 2026-12-31 23:59" in listed
    assert "watch\taiko\tread\tnever used" in listed and secret not in listed
    await revoke_token(settings, listed.splitlines()[-1].split("\t")[0], clock=CLOCK)
    await list_tokens(settings, clock=CLOCK)
    assert "revoked" in capsys.readouterr().out
    with pytest.raises(InvalidRequest, match="scope admin is for adults"):
        await add_token(settings, "x", person="tom", scopes=["admin"], clock=CLOCK)
    with pytest.raises(InvalidRequest, match="has passed"):
        await add_token(settings, "x", person="aiko", scopes=["read"], until="2026-11-20", clock=CLOCK)


async def test_the_last_adult_is_not_removed_before_the_others(tmp_path: Path) -> None:
    await add(tmp_path, "aiko")
    await add(tmp_path, "mei")
    with pytest.raises(InvalidRequest, match="last adult"):
        await remove_account(Settings(data=tmp_path), "aiko", clock=CLOCK)
    await remove_account(Settings(data=tmp_path), "mei", clock=CLOCK)
    assert await remove_account(Settings(data=tmp_path), "aiko", clock=CLOCK) == 0


async def test_yamori_chat_and_yamori_mcp_without_a_token_say_how_to_get_one(tmp_path: Path) -> None:
    await add(tmp_path, "aiko")
    for settings in (open_to_commands(tmp_path), open_to_commands(tmp_path, token="yamori_guessed")):
        with pytest.raises(InvalidRequest, match="yamori token add chat"):
            await chat(settings, "is the front door locked?")
        with pytest.raises(InvalidRequest, match="yamori token add chat"):
            await speak_mcp(settings, "iot")


async def test_yamori_chat_with_a_token_speaks_as_its_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await add(tmp_path, "aiko")
    await add_token(Settings(data=tmp_path), "chat", person="aiko", scopes=[], clock=CLOCK)
    secret = capsys.readouterr().out.strip()
    settings = open_to_commands(tmp_path, token=secret)
    assert await chat(settings, "is the front door locked?") == 0
    assert "locked" in capsys.readouterr().out
    with pytest.raises(InvalidRequest, match="Aiko is signed in"):
        await chat(settings, "is the front door locked?", person="kenji")
