"""A model looks at one passage and says whether it states the answer; how surely it says so is what counts.

The embedded model was trained for this decision (ADR 11); any other is shown examples. A model writes nothing that anybody sees, and what a
passage tells it to do is text. What the odds are worth is for the agent that found the passage: it knows how.
"""

import math
import re
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from yamori.llm.port import Answer, Exchange, Models, Prompt, Role, Trained

TRAINED = "Does the piece of the household's papers state the answer to the question?"
"""All that a model needs in its prompt that was trained for it; training and asking must say the same."""
_QUOTATION_MARKS = re.compile('["“”„]')
_LEAST = math.exp(-14)
"""The probability of a word that is not among the likeliest that the model names."""
_UNWEIGHED = 3.0
"""The leaning of a model that says yes or no and does not tell how surely."""


class Judge:
    """Over the models, asked in the role of the agent that found the passages."""

    def __init__(self, models: Models, role: Role) -> None:
        self._models, self._role = models, role
        self._trained = Trained(adapter="judge", prefix=TRAINED, request="")

    @cached_property
    def prefix(self) -> Prompt:
        """The stable part of the prompt."""
        import yaml

        here = Path(__file__).parent
        shown = yaml.safe_load((here / "examples.yaml").read_text(encoding="utf-8"))
        return Prompt(
            prefix=(here / "prompt.md").read_text(encoding="utf-8").strip(),
            examples=tuple(Exchange(user=request(e["question"], e["piece"]), assistant=e["answer"]) for e in shown),
            request="",
            max_tokens=1,
            weighed=True,
            trained=self._trained,
        )

    async def said(self, question: str, shown: str, *, turn: str | None = None, model: str | None = None) -> Answer:
        """What the model says of one passage: Yes or No, and how likely. Raises `YamoriError` where no model answers."""
        trained = replace(self._trained, request=short_request(question, shown))
        prompt = replace(self.prefix, request=request(question, shown), trained=trained)
        return await self._models.ask(self._role, prompt, turn=turn, model=model)


def request(question: str, shown: str) -> str:
    """What changes from call to call."""
    return f"{short_request(question, shown)}\nDoes the piece state the answer?"


def short_request(question: str, shown: str) -> str:
    """The same for a model that was trained for it. Without the quotation marks of the question: a name that is set apart by them and that
    the piece says otherwise would be taken for another one (docs/measurements.md)."""
    return f"Piece: {shown}\nQuestion: {_QUOTATION_MARKS.sub('', question)}"


def leaning(said: Answer) -> float:
    """How far the model leans to yes: the logarithm of the odds of yes against no, above 0 for yes."""
    if not said.tokens:
        return _UNWEIGHED if said.text.strip(' \n"*').casefold().startswith("yes") else -_UNWEIGHED
    odds = dict.fromkeys(("yes", "no"), _LEAST)
    for text, share in said.tokens[0].chances.items():
        if (word := text.strip().casefold()) in odds:
            odds[word] += share
    return math.log(odds["yes"] / odds["no"])


def logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, value))))
