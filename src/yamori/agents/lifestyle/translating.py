"""What was quoted, in the household's other language, by a model.

Sentence by sentence, and each is taken only where nothing shows that it is wrong (`rules/fidelity.py`). One call for each: asked for all at
once a small model that falls into saying the same again and again loses all of them, and half a minute.
"""

import asyncio
import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from yamori.agentkit.phrasing import sentences as joined
from yamori.agents.lifestyle.rules.concepts import Terms, share_said
from yamori.agents.lifestyle.rules.fidelity import faithful
from yamori.agents.lifestyle.rules.sentences import width
from yamori.agents.lifestyle.rules.words import terms
from yamori.agents.lifestyle.store.dictionary import concepts
from yamori.domain.errors import YamoriError
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.llm.port import Exchange, Models, Prompt, Role

_SECONDS = 20.0
"""For all sentences of a passage: an answer waits no longer for what only stands beside it."""
_TOKENS = 400
_SHARED = 0.5
"""Of the words of a sentence and its translation that a dictionary knows, the share that the other one has: of 86 translations that were
faithful in what `rules/fidelity.py` looks for, 23 of the 29 below it were wrong or hardly to be understood, and 14 of the 57 above."""
_SENTENCES = 4
"""Of a passage, at most."""
_LETTERS = frozenset(string.ascii_letters)
_NOT_IN_JSON = '"\\\\\\n'
_KEPT = re.compile(r"(?<=\d)\s?[A-Za-z]{1,3}\b|\b[A-Za-z-]*\d[A-Za-z\d-]*\b|\b[A-Z]{1,5}\b")


@dataclass(frozen=True, kw_only=True)
class _Into:
    """What a translation into a language is like (`translations.yaml`)."""

    name: str
    """In English, as the model is told."""
    longest: float
    """Characters for each column of the sentence: what is longer says the same again and again."""
    letters: str = ""
    """In which it is written, within a class of a regular expression; empty where it is in any but those of other languages."""


class Translating:
    """Over the models by role."""

    def __init__(self, models: Models, seconds: float = _SECONDS) -> None:
        self._models = models
        self._seconds = seconds

    @cached_property
    def _shown(self) -> Mapping[str, Any]:
        import yaml

        shown: Mapping[str, Any] = yaml.safe_load((Path(__file__).parent / "translations.yaml").read_text(encoding="utf-8"))
        return shown

    def _into(self, language: Language) -> _Into:
        return _Into(**self._shown["languages"][language.value])

    @cached_property
    def _prefix(self) -> Prompt:
        shown = self._shown
        return Prompt(
            prefix=shown["beginning"],
            examples=tuple(Exchange(user=e["user"], assistant=e["assistant"]) for e in shown["examples"]),
            request="",
        )

    async def translated(
        self, sentences: Sequence[str], likeness: Sequence[float], language: Language, *, turn: str | None, model: str | None
    ) -> tuple[str | None, int]:
        """Those sentences in this language that can be right, what is likest to the question tried first; None where that one is lost, as
        the rest says nothing without it: no model is there, it has no time, or what it said cannot be right. And how many calls it took."""
        kept: dict[int, str] = {}
        calls = 0
        try:
            async with asyncio.timeout(self._seconds):
                for index in sorted(range(len(sentences)), key=lambda i: -likeness[i])[:_SENTENCES]:
                    calls += 1
                    said = await self._said(sentences[index], language, turn=turn, model=model)
                    if said is not None and faithful(sentences[index], said, language) and _says_it(sentences[index], said):
                        kept[index] = said
                    elif not kept:
                        break
        except (YamoriError, TimeoutError):
            pass  # the answer is the original
        return joined((kept[index] for index in sorted(kept)), language) or None, calls

    async def _said(self, sentence: str, language: Language, *, turn: str | None, model: str | None) -> str | None:
        """Raises `YamoriError` where no model answers."""
        start, into = self._prefix, self._into(language)
        longest = 20 + round(into.longest * width(sentence))
        prompt = Prompt(
            prefix=start.prefix,
            examples=start.examples,
            request=f"Into {into.name}: {sentence}",
            schema=_schema(longest, sentence, into),
            max_tokens=_TOKENS,
        )
        answer = await self._models.ask(Role.SPEAKER, prompt, turn=turn, model=model)
        said = answer.data.get("translation") if isinstance(answer.data, dict) else None
        return said.strip() if isinstance(said, str) and len(said) < longest else None


def _says_it(sentence: str, said: str) -> bool:
    """Whether a dictionary finds the words of each in the other."""
    there = share_said(concepts(sentence), Terms(terms(said))), share_said(concepts(said), Terms(terms(sentence)))
    return sum(there) / 2 >= _SHARED


def _schema(longest: int, sentence: str, into: _Into) -> Mapping[str, Value]:
    """In letters of that language alone: a small model goes on in the one that it reads."""
    letters = f"[{into.letters}]" if into.letters else f"[^{_NOT_IN_JSON}{''.join(sorted(_LETTERS - _kept_letters(sentence)))}]"
    said: Value = {"type": "string", "pattern": f"^{letters}{{1,{longest}}}$"}
    return {"type": "object", "properties": {"translation": said}, "required": ["translation"], "additionalProperties": False}


def _kept_letters(sentence: str) -> set[str]:
    """Of units, models and names in capitals, which stay as they are in a language that has others."""
    return {letter for word in _KEPT.findall(sentence) for letter in word if letter in _LETTERS}
