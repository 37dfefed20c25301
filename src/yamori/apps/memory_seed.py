"""What a case gives a household to remember, read as if its people had told it. Called by `evaluated` before the first turn."""

from collections.abc import Sequence
from datetime import datetime, time

from yamori.domain.home import Home
from yamori.evaluation.standing import MemorySeed
from yamori.memory.kept import Keeping
from yamori.memory.reading.meaning import wanted_of
from yamori.memory.reading.wanted import Keep, Known
from yamori.memory.statement import Statement, Topic
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import utterance_of

_NOON = time(12)


async def seed_memories(told: Keeping, seeds: Sequence[MemorySeed], home: Home, reader: Reader, now: datetime) -> None:
    """Each as a fact of its person, and as something they said. What is no plain statement is kept as it is."""
    names = tuple(name for p in home.people for name in (p.name, p.id, *p.aliases))
    things = names_of_things(home)
    for number, seed in enumerate(seeds):
        at = datetime.combine(seed.date, _NOON, tzinfo=now.tzinfo) if seed.date is not None else now
        turn = f"seed-{number}"
        await told.hear(seed.person, seed.text, at=at, key=turn, conversation="before")
        utterance = utterance_of(seed.text, at)
        wanted = wanted_of(await reader.read(utterance), utterance, Known(names=names, things=things))
        statements = wanted.statements if isinstance(wanted, Keep) else (_as_it_is(seed.text),)
        for statement in statements:
            await told.keep(seed.person, statement, source=seed.text, at=at, turn=turn)


def _as_it_is(text: str) -> Statement:
    return Statement(topic=Topic.OTHER, words=text, value=text)


def names_of_things(home: Home) -> tuple[str, ...]:
    """What rooms and devices are called."""
    devices = (name for device in home.devices for name in (device.name, *device.aliases))
    return (*devices, *(name for room in home.rooms for name in (room.name, *room.aliases)))
