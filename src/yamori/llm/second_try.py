"""A model that is asked once more when it answered garbage, with what was wrong; then it fails."""

from dataclasses import replace

from yamori.llm.answers import Garbage
from yamori.llm.port import Answer, ChatModel, Prompt, Role


class SecondTry:
    """Wraps a `ChatModel`. The complaint goes after the request, so that the prompt prefix stays warm."""

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        return self._inner.name

    async def answer(self, prompt: Prompt, *, role: Role) -> Answer:
        try:
            return await self._inner.answer(prompt, role=role)
        except Garbage as garbage:
            complaint = f"\n\n(An earlier answer could not be used. {garbage.complaint} Answer with the JSON alone.)"
            return await self._inner.answer(replace(prompt, request=prompt.request + complaint), role=role)
