"""The Memory view over a whole household: plain forms, no scripts."""

import html
import json
import re
from datetime import timedelta
from urllib.parse import urlencode

import httpx
from tests.apps.signed_in import MORNING, client_of, house_with_accounts
from tests.apps.test_automations import demo
from tests.apps.test_household import heard
from tests.apps.test_scenes import Talk

from yamori.apps.evaluated import EvaluatedHousehold
from yamori.domain.language import Language
from yamori.llm.port import Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels
from yamori.memory import Words
from yamori.memory.transfer import LARGEST
from yamori.understanding.tagging.trained import trained_reader

FORM = {"content-type": "application/x-www-form-urlencoded"}


async def page(household: EvaluatedHousehold, person: str = "aiko", language: str = "en") -> str:
    return (await household.client.get(f"/memory?person={person}&lang={language}")).text


async def send(household: EvaluatedHousehold, act: str, **sent: str) -> int:
    body = urlencode({"person": "aiko", **sent})
    return (await household.client.post(f"/ui/memory/{act}", content=body, headers=FORM)).status_code


async def asks(client: httpx.AsyncClient, text: str, **who: str) -> str:
    turn = (await client.post("/turns", json={"text": text, **who})).json()["turn"]
    await heard(client, turn)
    return str((await client.get(f"/turns/{turn}")).json()["answer"])


async def load(client: httpx.AsyncClient, document: bytes, person: str = "aiko", name: str = "yamori-memory.json") -> int:
    """As the page's form sends a file."""
    file = {"document": (name, document, "application/json")}
    return (await client.post("/ui/memory/import", data={"person": person}, files=file)).status_code


async def test_what_is_known_is_shown_with_the_sentence_it_came_from_to_its_person_alone() -> None:
    async with demo() as household:
        await Talk(household).says("by the way, I'm allergic to walnuts")
        shown = await page(household)
        assert "You&#39;re allergic to walnuts" in shown and "by the way, I&#39;m allergic" in shown
        assert "walnuts" not in await page(household, person="kenji")
        assert "体と食事" in await page(household, language="ja")


async def test_a_fact_is_corrected_and_forgotten_by_its_person_alone() -> None:
    async with demo() as household:
        await Talk(household).says("my sister's name is Anne")
        (fact,) = set(re.findall(r'name="fact" value="([^"]+)"', await page(household)))
        assert await send(household, "correct", fact=fact, value="Anna") == 303
        assert "Anna" in await page(household)
        (fact,) = set(re.findall(r'name="fact" value="([^"]+)"', await page(household)))
        assert await send(household, "forget", fact=fact, person="kenji") >= 400
        assert await send(household, "forget", fact=fact) == 303 and "Anna" not in await page(household)


async def test_what_a_fact_was_before_stands_beside_it() -> None:
    async with demo() as household:
        await Talk(household).says("my sister's name is Anne")
        (fact,) = set(re.findall(r'name="fact" value="([^"]+)"', await page(household)))
        assert "What it was before" not in await page(household)
        assert await send(household, "correct", fact=fact, value="Anna") == 303
        shown, day = await page(household), f"{household.clock.now():%-d %b %Y}"
        assert "What it was before" in shown and "name is Anne" in shown and f"{day} to {day}" in shown


async def test_one_sentence_is_forgotten_with_what_was_learned_from_it_by_its_person_alone() -> None:
    async with demo() as household:
        await Talk(household).says("I'm allergic to walnuts")
        await Talk(household).says("turn on the floor lamp")
        shown = await page(household)
        assert "What you said" in shown and "turn on the floor lamp" in shown and "この言葉を忘れる" in await page(household, language="ja")
        assert "turn on the floor lamp" not in await page(household, person="kenji")
        _, allergy = re.findall(r'name="sentence" value="([0-9]+)"', shown)
        assert await send(household, "sentence", sentence=allergy, person="kenji") >= 400
        assert await send(household, "sentence", sentence="the first") == 400
        assert await send(household, "sentence", sentence=allergy) == 303
        shown = await page(household)
        assert "walnuts" not in shown and "turn on the floor lamp" in shown


async def test_sentences_are_shown_fifty_at_a_time() -> None:
    async with demo() as household:
        memory, now = household.household.memory, household.clock.now()
        assert memory is not None
        for number in range(1, 121):
            words = Words(person="aiko", conversation="c", at=now, text=f"sentence {number}.", language=Language.ENGLISH, key=str(number))
            await memory.words.keep(words)
        shown, seen = await page(household), []
        while True:
            seen.append([int(number) for number in re.findall(r"sentence ([0-9]+)\.", shown)])
            earlier = re.search(r'href="([^"]+before=[0-9]+)"', shown)
            if earlier is None:
                break
            shown = (await household.client.get(html.unescape(earlier[1]))).text
        assert seen == [list(range(120, 70, -1)), list(range(70, 20, -1)), list(range(20, 0, -1))]


async def test_what_is_downloaded_comes_back_after_everything_was_forgotten() -> None:
    async with demo() as household:
        await Talk(household).says("I'm allergic to walnuts")
        saved = await household.client.get("/memory/export?person=aiko")
        assert saved.headers["content-disposition"].startswith("attachment")
        assert await send(household, "everything") == 422
        assert await send(household, "everything", sure="yes") == 303 and not await household.facts()
        assert await send(household, "import", document=saved.text, person="kenji") >= 400
        assert await send(household, "import", document=saved.text) == 303
        assert "walnuts" in await page(household)


async def test_three_megabytes_of_japanese_go_out_as_a_file_and_come_back() -> None:
    async with house_with_accounts() as household, client_of(household, "aiko") as aiko, client_of(household, "kenji") as kenji:
        memory = household.memory
        assert memory is not None
        told = [
            {
                "id": f"{number:016x}",
                "category": "habit",
                "name": f"庭の手入れ{number}",
                "value": "今日は庭の花に水をやりました。" * 260,
                "audience": "private",
                "since": MORNING.isoformat(),
                "quote": "花に水をやりました。" * 99,
                "confidence": 1.0,
                "importance": 0.5,
                "uses": 0,
            }
            for number in range(230)
        ]
        held = {"format": "yamori-memory-1", "person": "aiko", "exported": MORNING.isoformat(), "long_term": told, "short_term": []}
        await memory.transfer.load("aiko", json.dumps(held), now=MORNING)
        known = {(fact.name, fact.value, fact.source.quote) for fact in await memory.facts.of("aiko", now=MORNING)}
        saved = (await aiko.get("/memory/export?person=aiko")).content
        assert len(saved) > 3_000_000
        everything = await aiko.post("/ui/memory/everything", data={"person": "aiko", "sure": "yes"})
        assert everything.status_code == 303 and not await memory.facts.of("aiko", now=MORNING)
        assert await load(kenji, saved, person="kenji") == 422
        assert await load(aiko, saved) == 303
        assert {(fact.name, fact.value, fact.source.quote) for fact in await memory.facts.of("aiko", now=MORNING)} == known


async def test_a_file_that_is_none_or_too_large_is_refused() -> None:
    async with house_with_accounts() as household, client_of(household, "aiko") as client:
        assert [await load(client, document) for document in (b"\xff\xfe\x00", b"", b"[]")] == [422, 422, 422]
        assert await load(client, b"{}", name="") == 422
        assert await load(client, b" " * (LARGEST + 1)) == 413


async def test_a_person_in_short_is_shown_and_told_to_nobody_else() -> None:
    cellist = ScriptedModels({Role.MEMORY: ScriptedModel(lambda _: {"summary": "plays the cello"})})
    async with house_with_accounts(models=cellist, reader=trained_reader()) as household:
        memory = household.memory
        assert memory is not None
        for person in ("aiko", "mei"):
            said = Words(person=person, conversation="c", at=MORNING, text="I play the cello", language=Language.ENGLISH, key=person)
            await memory.words.keep(said)
            await memory.profiles.update(person, now=MORNING + timedelta(days=1))
        async with client_of(household, "aiko") as aiko, client_of(household, "kenji") as kenji, client_of(household, "mei") as mei:
            shown = (await aiko.get("/memory?lang=en")).text
            assert "In short" in shown and "plays the cello" in shown and "Put together from what you said" in shown
            assert "ひとことで言うと" in (await aiko.get("/memory?lang=ja")).text
            assert "plays the cello" in (await mei.get("/memory")).text
            assert "plays the cello" not in (await aiko.get("/memory?person=mei")).text
            assert "plays the cello" not in (await kenji.get("/memory")).text
            told = await asks(aiko, "what do you know about me?")
            assert told == "In short, put together from what you said: plays the cello"
            assert "plays the cello" not in await asks(kenji, "what do you know about me?")
            assert "plays the cello" not in await asks(aiko, "what do you know about me?", person="mei")


async def test_remembering_is_paused_on_the_page() -> None:
    async with demo() as household:
        assert await send(household, "pause", paused="yes") == 303 and "Remember again" in await page(household)
        assert await send(household, "pause", paused="maybe") == 400


async def test_a_habit_is_proposed_until_it_is_decided_on_and_only_then_done_by_itself() -> None:
    async with demo() as household:
        for _ in range(4):
            await Talk(household).says("turn on the coffee maker")
            await household.advance(86_400)
        shown = await page(household)
        assert "On 4 of the last 7 days you said “turn on the coffee maker” at about 18:00" in shown
        assert "この7日間のうち4日" in await page(household, language="ja") and "coffee maker" not in await page(household, person="kenji")
        assert await household.automations() == []
        (habit,) = set(re.findall(r'name="habit" value="([^"]+)"', shown))
        assert await send(household, "accept", habit=habit, person="kenji") >= 400
        body = urlencode({"person": "aiko", "habit": habit})
        accepted = await household.client.post("/ui/memory/accept", content=body, headers=FORM)
        conversation = accepted.headers["location"].partition("conversation=")[2]
        (turn,) = (await household.client.get(f"/conversations/{conversation}")).json()["turns"]
        async with household.client.stream("GET", f"/turns/{turn['turn']}/events") as events:
            said = "".join([line async for line in events.aiter_lines()])
        assert "Every day at 18:00 I will turn on the coffee maker" in said
        assert [automation.active for automation in await household.automations()] == [True]
        assert 'name="habit"' not in await page(household)


async def test_a_habit_that_was_declined_is_not_proposed_again() -> None:
    async with demo() as household:
        for _ in range(4):
            await Talk(household).says("turn on the coffee maker")
            await household.advance(86_400)
        (habit,) = set(re.findall(r'name="habit" value="([^"]+)"', await page(household)))
        assert await send(household, "decline", habit=habit) == 303
        await Talk(household).says("turn on the coffee maker")
        assert 'name="habit"' not in await page(household)
