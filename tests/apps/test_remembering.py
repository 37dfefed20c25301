"""What of a person's facts is handed to an agent where not all of them fit."""

from datetime import datetime, timedelta

from tests.memory.fakes import Residents

from yamori.apps.remembering import HouseholdMemory
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import load_home
from yamori.memory import open_memory
from yamori.memory.statement import Statement, Topic
from yamori.memory.told_facts import ToldFacts
from yamori.orchestrator.remembering import Heard
from yamori.understanding.reader import NoReader

TOLD = datetime.fromisoformat("2026-01-05T09:00:00+09:00")
BLENDS = ("assam", "darjeeling", "keemun", "lapsang", "nilgiri", "rooibos", "sencha", "oolong")


async def test_what_was_of_use_goes_before_what_was_told_later() -> None:
    clock = SetClock(TOLD)
    async with open_memory(None, residents=Residents()) as memory:
        told = ToldFacts(memory, clock)
        remembering = HouseholdMemory(told, NoReader(), Residents().members, lambda: load_home("demo").home)
        ids = {}
        for blend in BLENDS:
            words = f"I like {blend} tea with a drop of milk and nothing else in it"
            statement = Statement(topic=Topic.LIKE, words=words, value=f"{blend} tea")
            kept, _ = await told.keep("ines", statement, source=words, at=clock.now(), turn=None)
            ids[blend] = kept.id
            clock.advance(timedelta(days=1))
        await remembering.used("ines", [ids["assam"]])
        clock.advance(timedelta(days=60))
        heard = Heard(text="which tea?", person="ines", room=None, now=clock.now(), conversation="one", turn="one")
        given = await remembering.given(heard, "which tea shall I make?", ("taste",))
    assert given.ids[0] == ids["assam"] and 1 < len(given.ids) < len(BLENDS)
    assert "assam" in given.facts[0].text
