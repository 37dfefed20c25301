"""Who holds a token may look at one person's calendar, until it is revoked; the database cannot give a token away."""

from pathlib import Path

import pytest

from yamori.agents.scheduler.store import open_schedule
from yamori.agents.scheduler.store.tokens import MOST_TOKENS, TokenKind
from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest, NotFound

from ..diary import NOW, PERSON


async def test_a_token_opens_its_persons_calendar_until_it_is_revoked() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    text, token = await schedule.tokens.issue(PERSON, TokenKind.FEED, name="Phone", key="a")
    other, _ = await schedule.tokens.issue("ken", TokenKind.FEED, key="a")
    assert await schedule.tokens.holder(text, TokenKind.FEED) == token
    assert (token.person, token.name, token.allows, token.created) == (PERSON, "Phone", (), NOW)
    assert await schedule.tokens.all(PERSON) == (token,)

    with pytest.raises(NotFound):
        await schedule.tokens.revoke(token.id, "ken")
    await schedule.tokens.revoke(token.id, PERSON)
    assert await schedule.tokens.holder(text, TokenKind.FEED) is None
    assert await schedule.tokens.holder(other, TokenKind.FEED) is not None
    with pytest.raises(NotFound):
        await schedule.tokens.revoke(token.id, PERSON)
    await schedule.close()


@pytest.mark.parametrize("text", ["", "x" * 201, "nobody-has-this", "\ud800", "%00", "' OR 1=1 --"])
async def test_what_is_no_token_opens_nothing(text: str) -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    await schedule.tokens.issue(PERSON, TokenKind.FEED, key="a")
    assert await schedule.tokens.holder(text, TokenKind.FEED) is None
    await schedule.close()


async def test_a_token_for_one_thing_opens_no_other() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    text, _ = await schedule.tokens.issue(PERSON, TokenKind.EMBED, allows=("https://example.org",), key="a")
    assert await schedule.tokens.holder(text, TokenKind.FEED) is None
    await schedule.close()


async def test_the_same_key_means_the_same_token_with_a_text_that_replaces_the_lost_one() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    first, token = await schedule.tokens.issue(PERSON, TokenKind.FEED, key="a")
    second, again = await schedule.tokens.issue(PERSON, TokenKind.FEED, key="a")
    assert again == token
    assert await schedule.tokens.holder(first, TokenKind.FEED) is None
    assert await schedule.tokens.holder(second, TokenKind.FEED) == token
    await schedule.close()


async def test_the_database_file_holds_no_text_of_a_token(tmp_path: Path) -> None:
    schedule = await open_schedule(tmp_path / "schedule.db", SetClock(NOW))
    text, _ = await schedule.tokens.issue(PERSON, TokenKind.FEED, key="a")
    await schedule.close()
    assert text.encode() not in _written(tmp_path)
    reopened = await open_schedule(tmp_path / "schedule.db", SetClock(NOW))
    assert await reopened.tokens.holder(text, TokenKind.FEED) is not None
    await reopened.close()


async def test_who_may_embed_is_kept_in_one_spelling() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    allows = ("https://Example.org/", "http://nas.local:8080", "https://example.org")
    _, token = await schedule.tokens.issue(PERSON, TokenKind.EMBED, allows=allows, key="a")
    assert token.allows == ("https://example.org", "http://nas.local:8080")
    await schedule.close()


@pytest.mark.parametrize(
    "origin",
    [
        "*",
        "https://*",
        "example.org",
        "https://example.org/page",
        "https://a.org; script-src *",
        "javascript:alert(1)",
        "https://a..b",
        "",
        "https://a b",
    ],
)
async def test_an_origin_that_is_none_is_refused(origin: str) -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    with pytest.raises(InvalidRequest, match="is no origin"):
        await schedule.tokens.issue(PERSON, TokenKind.EMBED, allows=(origin,), key="a")
    await schedule.close()


async def test_nobody_collects_tokens_without_end() -> None:
    schedule = await open_schedule(None, SetClock(NOW))
    for number in range(MOST_TOKENS):
        await schedule.tokens.issue(PERSON, TokenKind.FEED, key=f"k{number}")
    with pytest.raises(InvalidRequest, match="revoke those that nobody uses"):
        await schedule.tokens.issue(PERSON, TokenKind.FEED, key="one more")
    await schedule.close()


def _written(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())
