"""What was quoted, in the household's other language, by a model.

Sentence by sentence, and each is taken only where nothing shows that it is wrong (`rules/fidelity.py`).
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from yamori.agents.lifestyle.rules.fidelity import faithful
from yamori.domain.errors import YamoriError
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.llm.port import Exchange, Models, Prompt, Role

_NAMES = {Language.ENGLISH: "English", Language.JAPANESE: "Japanese"}
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

    async def translated(self, sentences: Sequence[str], language: Language, *, turn: str | None, model: str | None) -> str | None:
        """Those sentences in this language that can be right; None where no model is there or nothing of what it said can be."""
        start = self._beginning
        listed = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1))
        prompt = Prompt(
            beginning=start.beginning,
            examples=start.examples,
            request=f"Into {_NAMES[language]}:\n{listed}",
            schema=_schema(len(sentences)),
            max_tokens=_TOKENS,
        )
        try:
            answer = await self._models.ask(Role.SPEAKER, prompt, turn=turn, model=model)
        except YamoriError:
            return None
        said = answer.data.get("translations") if isinstance(answer.data, dict) else None
        made = said if isinstance(said, list) else []
        kept = [new.strip() for old, new in zip(sentences, made, strict=False) if isinstance(new, str) and faithful(old, new, language)]
        return (" " if language is Language.ENGLISH else "").join(kept) or None


def _schema(sentences: int) -> Mapping[str, Value]:
    """A text for each of them."""
    texts: Value = {"type": "array", "items": {"type": "string"}, "minItems": sentences, "maxItems": sentences}
    return {"type": "object", "properties": {"translations": texts}, "required": ["translations"], "additionalProperties": False}
