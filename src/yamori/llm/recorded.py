"""A model whose every call is written to the ledger, also those that failed."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from yamori.domain.errors import Misconfigured, ModelFailed
from yamori.llm.answers import Unusable
from yamori.llm.conversation import Conversation, ConversingModel, Turn
from yamori.llm.ledger import Ledger
from yamori.llm.port import Answer, ChatModel, Prompt, Role, Usage
from yamori.llm.settings import Price

T = TypeVar("T", Answer, Turn)


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
        answer = await self._written_down(role, lambda: self._inner.answer(prompt, role=role))
        return replace(answer, usage=self._priced(answer.usage))

    async def converse(self, conversation: Conversation, *, role: Role) -> Turn:
        """Raises `Misconfigured` for a model that does not call tools."""
        inner = self._inner
        if not isinstance(inner, ConversingModel):
            raise Misconfigured(f"{self.name} does not call tools", where=f"the model {self.name}", mend="Ask `converses` first.")
        turn = await self._written_down(role, lambda: inner.converse(conversation, role=role))
        return replace(turn, usage=self._priced(turn.usage))

    async def _written_down(self, role: Role, ask: Callable[[], Awaitable[T]]) -> T:
        started = time.monotonic()
        try:
            answer = await ask()
        except Unusable as unusable:
            await self._ledger.record(self._priced(unusable.usage), role=role, turn=self._turn, problem=str(unusable))
            raise
        except ModelFailed as failed:
            usage = Usage(model=self.name, seconds=time.monotonic() - started)
            await self._ledger.record(usage, role=role, turn=self._turn, problem=str(failed))
            raise
        await self._ledger.record(self._priced(answer.usage), role=role, turn=self._turn)
        return answer

    def _priced(self, usage: Usage) -> Usage:
        if self._price is None:
            return usage
        tokens = {"prompt": usage.prompt_tokens, "cached": usage.cached_tokens, "completion": usage.completion_tokens}
        return replace(usage, price=self._price.of(**tokens))
