"""Texts made to keep the house busy: none costs much, none breaks anything, and the event loop answers everybody else meanwhile."""

import httpx
import pytest
from tests.apps.test_household import MORNING, living, say

from yamori.agentkit.legible import READING_LIMIT
from yamori.agents.iot.rules import intent
from yamori.agents.iot.rules.meaning import Context, Meaning
from yamori.apps.household import Household
from yamori.domain.when.find import searched
from yamori.evaluation.hostile import Struck, hostile_texts, strike

MOST = 0.5
"""Seconds of processor for one request."""
TRIES = 3


async def dear(household: Household, client: httpx.AsyncClient, text: str, *, number: int = 0) -> list[Struck]:
    """What cost more each time: where other programs run, seconds of a processor are shorter than on an idle machine. Nothing is broken
    by any of it. A text said again is a letter shorter, so that nothing is remembered of it."""
    found: dict[str, Struck] = {}
    for attempt in range(TRIES):
        shorter = text[attempt:]
        struck = [s async for s in strike(client, household.agents, shorter, number=number, person="aiko", now=MORNING, attempt=attempt)]
        assert [s for s in struck if s.status >= 500] == []
        over = {s.endpoint: s for s in struck if s.seconds > MOST or s.loop_seconds > MOST / 2}
        found = {endpoint: s for endpoint, s in over.items() if attempt == 0 or endpoint in found}
        if not found:
            break
    return list(found.values())


async def test_no_text_keeps_the_house_busy_and_none_breaks_it() -> None:
    async with living() as (household, client):
        await say(client, "Turn on the bedside lamp")  # what is read and compiled once
        await say(client, "寝室の照明を消して")
        await client.post("/agents/lifestyle/chat", json={"text": "How is the drill oiled?"})  # its dictionary, too
        for number, text in enumerate(hostile_texts(24, seed=20261125)):
            assert await dear(household, client, text, number=number) == []


@pytest.mark.parametrize(
    "text",
    ["turn" + " " * 3900 + "on", "二十三" * 1200, "and " * 950, "turn on the " + "light " * 80, "「" * 3900, "9 " * 1900, "月" * 3900],
)
async def test_runs_of_anything_cost_no_more(text: str) -> None:
    async with living() as (household, client):
        await say(client, "Turn on the bedside lamp")
        assert await dear(household, client, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "電気を" + "電気" * 248,  # names without end
        "照明 " * 100,
        "x" + "dim lamp " * 55,
        "all lights all lights every lamp " * 15,
        "台所の電気と寝室の電気と" * 40,
        "lamp in the kitchen " * 25,
    ],
)
async def test_names_over_and_over_cost_no_more_than_a_few(text: str) -> None:
    async with living() as (household, client):
        await say(client, "Turn on the bedside lamp")
        assert await dear(household, client, text[:READING_LIMIT]) == []


@pytest.mark.parametrize(
    ("text", "searches"),
    [
        ("Turn on the bedside lamp", 8),
        ("寝室の照明を消して", 8),
        ("Dim the bedside lamp to 40 %", 8),
        ("Turn on the bedside lamp and lock the front door", 10),  # each of the two beside the whole
    ],
)
async def test_a_plain_command_is_read_once_and_its_dates_are_looked_for_a_few_times(
    text: str, searches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    reading = intent._read

    def counted(request: str, context: Context) -> Meaning:
        read.append(request)
        return reading(request, context)

    monkeypatch.setattr(intent, "_read", counted)
    async with living() as (_, client):
        read.clear()
        searched.cache_clear()
        turn = await say(client, text)
        assert turn["status"] in ("done", "waiting"), turn
        assert searched.cache_info().misses <= searches
        assert len(read) == len(set(read)), read


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("turn on the bedside lamp " * 40, "too long for me to read"),
        ("寝室の照明をつけて" * 80, "長すぎて読み取れません"),
        (", ".join(["dim the hall"] * 34), "too many parts"),
        ("一、" * 60, "区切りが多すぎます"),
        ("電気を" + "「、" * 40, "区切りが多すぎます"),
        ("turn on the lamp " + "?!" * 20, "too many parts"),
    ],
)
async def test_what_is_too_long_to_read_is_said_and_nothing_is_done(text: str, says: str) -> None:
    async with living() as (household, client):
        before = await household.gate.snapshot()
        turn = await say(client, text)
        assert turn["status"] == "done" and says in turn["answer"] and turn["usage"]["model_calls"] == 0
        for agent in household.agents:
            told = (await client.post(f"/agents/{agent}/chat", json={"text": text})).json()
            assert told["status"] == "failed" and says in told["text"]
        assert await household.gate.snapshot() == before


def dictated(begin: str, told: str, end: str = "") -> tuple[str, str]:
    body = (told * (READING_LIMIT // len(told) + 5)).rstrip(" 。.")
    return begin + body + end, body


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        dictated("Write in my diary: ", "We went to the coast, had lunch at 12:30 and came home at six. "),
        dictated("Dear diary,\n", "The lamp in the hall is broken.\nI turned off everything and read. "),
        dictated("日記に書いて：", "今日は海に行って、十二時半に昼ごはんを食べた。"),
        dictated("", "朝から雨で、電気をつけて本を読んだ。", "と日記に書いて"),
    ],
)
async def test_a_long_entry_of_the_diary_is_taken_down_whole(said: str, kept: str) -> None:
    async with living() as (household, client):
        turn = await say(client, said)
        assert turn["status"] == "done" and turn["agents"] == ["scheduler"], turn
        (log,) = await household.schedule.logs.everything()
        assert log.text.rstrip(" 。.") == kept


async def test_an_answer_of_a_page_is_refused() -> None:
    async with living() as (household, client):
        await household.gate.set("front-door-lock.main.lock.lock", "locked")
        waiting = await say(client, "Unlock the front door")
        long = await client.post(f"/turns/{waiting['turn']}/answer", json={"text": "yes " * 300})
        assert long.status_code == 422 and "at most 500" in long.text
