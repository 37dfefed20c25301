"""What was quoted, in the household's other language, by a model.

A translation is taken only where it holds the same numbers; nothing else of it is believed.
"""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from yamori.agents.lifestyle.rules.numbers import same_numbers
from yamori.domain.errors import YamoriError
from yamori.domain.language import Language, language_of
from yamori.domain.values import Value
from yamori.llm.port import Exchange, Models, Prompt, Role

_NAMES = {Language.ENGLISH: "English", Language.JAPANESE: "Japanese"}
_SCHEMA: Mapping[str, Value] = {
    "type": "object",
    "properties": {"translation": {"type": "string"}},
    "required": ["translation"],
    "additionalProperties": False,
}
_TOKENS = 400


class Translating:
    """Over the models by role."""

    def __init__(self, models: Models) -> None:
        self._models = models

    @cached_property
    def _beginning(self) -> Prompt:
        import yaml

        here = Path(__file__).parent
        shown = yaml.safe_load((here / "translations.yaml").read_text(encoding="utf-8"))
        return Prompt(
            beginning=shown["beginning"],
            examples=tuple(Exchange(user=e["user"], assistant=e["assistant"]) for e in shown["examples"]),
            request="",
        )

    async def translated(self, text: str, language: Language, *, turn: str | None, model: str | None) -> str | None:
        """The text in this language; None where no model is there or what it said cannot be right."""
        start = self._beginning
        prompt = Prompt(
            beginning=start.beginning,
            examples=start.examples,
            request=f"Into {_NAMES[language]}: {text}",
            schema=_SCHEMA,
            max_tokens=_TOKENS,
        )
        try:
            answer = await self._models.ask(Role.SPEAKER, prompt, turn=turn, model=model)
        except YamoriError:
            return None
        made = answer.data.get("translation") if isinstance(answer.data, dict) else None
        if not isinstance(made, str) or language_of(made) is not language or not same_numbers(text, made):
            return None
        return made.strip() or None
