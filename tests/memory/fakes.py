"""A household of people without a house, an encoder made of words, and a model that answers what it was told to."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np

from yamori.domain.errors import ModelFailed
from yamori.domain.language import language_of
from yamori.domain.values import Value
from yamori.embedding.port import Vectors
from yamori.llm.port import Answer, Prompt, Role
from yamori.memory import Audience, KeptUtterance, Kind, Memory, Words
from yamori.memory.terms import terms_of

NOW = datetime(2026, 3, 2, 18, 30, tzinfo=ZoneInfo("Europe/Lisbon"))
PEOPLE = ("ines", "tomas", "rui", "clara", "sota")
SIZE = 256


class Residents:
    def __init__(self, *people: str) -> None:
        self.people = people or PEOPLE

    def members(self) -> Collection[str]:
        return self.people


class WordEncoder:
    """Texts that share words are near; `alike` makes two words the same one."""

    name = "words-of-tests"

    def __init__(self, **alike: str) -> None:
        self._alike = alike

    async def questions(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self._vector(text) for text in texts]) if texts else np.empty((0, SIZE), dtype=np.float32)

    async def passages(self, texts: Sequence[str]) -> Vectors:
        return await self.questions(texts)

    def _vector(self, text: str) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
        vector = np.full(SIZE, 1e-3, dtype=np.float32)
        for term in terms_of(text):
            word = self._alike.get(term, term)
            vector += np.random.default_rng(list(word.encode())).standard_normal(SIZE).astype(np.float32)
        return vector / np.float32(np.linalg.norm(vector))


class Proposing:
    """Fulfils `llm.port.Models`: answers in turn, the last one again and again."""

    def __init__(self, *answers: Value) -> None:
        self._answers = list(answers)
        self.asked: list[Prompt] = []

    async def ask(self, role: Role, prompt: Prompt, *, turn: str | None = None, stronger: bool = False, model: str | None = None) -> Answer:
        assert role is Role.MEMORY
        self.asked.append(prompt)
        if not self._answers:
            raise ModelFailed("no model is here")
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return Answer(text="", data=answer)


class Talk:
    """What people say, one minute after the other."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.number = 0

    async def say(
        self,
        text: str,
        *,
        person: str = "ines",
        conversation: str = "kitchen",
        audience: Audience = Audience.PRIVATE,
        kind: Kind = Kind.SAID,
        days: float = 0,
    ) -> KeptUtterance | None:
        self.number += 1
        at = NOW + timedelta(days=days, minutes=self.number)
        words = Words(
            person=person,
            conversation=conversation,
            at=at,
            text=text,
            language=language_of(text),
            audience=audience,
            kind=kind,
            key=f"turn-{self.number}",
        )
        return await self._memory.words.keep(words)

    async def kept(self, text: str, **about: object) -> KeptUtterance:
        found = await self.say(text, **about)  # type: ignore[arg-type]  # as `say` takes them
        assert found is not None
        return found


def change(**fields: Value) -> dict[str, Value]:
    """A proposal as a model words it."""
    usual: dict[str, Value] = {
        "about": "taste",
        "topic": "like",
        "name": "breakfast",
        "do": "set",
        "value": "",
        "line": 1,
        "quote": "",
        "days": 0,
        "whose": "me",
    }
    return {**usual, **fields}
