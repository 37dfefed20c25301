"""A model whose every call is written to the ledger, also those that failed."""

import time
from dataclasses import replace

from yamori.domain.errors import ModelFailed
from yamori.llm.answers import Unusable
from yamori.llm.ledger import Ledger
from yamori.llm.port import Answer, ChatModel, Prompt, Role, Usage
from yamori.llm.settings import Price


class RecordedModel:
    """Wraps a `ChatModel` for one turn; adds the price where one is known."""

    def __init__(self, inner: ChatModel, *, ledger: Ledger, turn: str | None, price: Price | None) -> None:
        self._inner = inner
        self._ledger = ledger
        self._turn = turn
        self._price = price

    @property
    def name(self) -> str:
        return self._inner.name

    async def answer(self, prompt: Prompt, *, role: Role) -> Answer:
        started = time.monotonic()
        try:
            answer = await self._inner.answer(prompt, role=role)
        except Unusable as unusable:
            await self._ledger.record(self._priced(unusable.usage), role=role, turn=self._turn, problem=str(unusable))
            raise
        except ModelFailed as failed:
            usage = Usage(model=self.name, seconds=time.monotonic() - started)
            await self._ledger.record(usage, role=role, turn=self._turn, problem=str(failed))
            raise
        usage = self._priced(answer.usage)
        await self._ledger.record(usage, role=role, turn=self._turn)
        return replace(answer, usage=usage)

    def _priced(self, usage: Usage) -> Usage:
        if self._price is None:
            return usage
        tokens = {"prompt": usage.prompt_tokens, "cached": usage.cached_tokens, "completion": usage.completion_tokens}
        return replace(usage, price=self._price.of(**tokens))
