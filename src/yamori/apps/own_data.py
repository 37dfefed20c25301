"""What is remembered of a person's own that a form may ask for: from their own words, and their name from the home file. Fulfils
`agents.browser.ports.PersonalData`. Facts of others, and what others said of them, are not looked at."""

import re
from collections.abc import Callable, Mapping, Sequence

from yamori.domain.clock import Clock
from yamori.domain.home import Person
from yamori.memory import Memory
from yamori.memory.fact import Fact
from yamori.memory.stated import statement_of
from yamori.memory.statement import Topic

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<![\w.])\+?\d[\d ()-]{6,18}\d(?!\w)")
_POSTCODE = re.compile(r"〒?\s?(?<!\d)(\d{3}-\d{4})(?!\d)")
_STREET = re.compile(r"\d")
"""An address for a form has a number; a town that somebody lives in has none."""


class OwnData:
    def __init__(self, memory: Memory, people: Callable[[], Sequence[Person]], clock: Clock) -> None:
        self._memory, self._people, self._clock = memory, people, clock

    async def known(self, person: str) -> Mapping[str, str]:
        facts = await self._memory.facts.of(person, now=self._clock.now(), own=True)
        name = next((one.name for one in self._people() if one.id == person), None)
        return {**({"name": name} if name else {}), **own_data(facts, person)}


def own_data(facts: Sequence[Fact], person: str) -> Mapping[str, str]:
    """The weightiest of each kind."""
    found: dict[str, str] = {}
    for fact in facts:
        if fact.person != person or not fact.source.kind.is_believed:
            continue
        said = statement_of(fact)
        if said.about:
            continue  # of somebody else
        texts = f"{said.value} {said.words}"
        if said.topic is Topic.BIRTHDAY and said.value:
            found.setdefault("birthday", said.value)
        if said.topic is Topic.ADDRESS and _STREET.search(said.value):
            found.setdefault("address", said.value)
        for kind, pattern in (("email", _EMAIL), ("postcode", _POSTCODE)):
            if (match := pattern.search(texts)) is not None:
                found.setdefault(kind, match[match.lastindex or 0])
        is_numbered = said.topic is Topic.OTHER and _POSTCODE.search(texts) is None
        if is_numbered and (match := _PHONE.search(texts)) is not None:
            found.setdefault("phone", match[0])
    return found
