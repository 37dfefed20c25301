"""The agents' claims to a text and its parts, each asked for once a plan."""

from collections.abc import Awaitable, Callable, Mapping

from yamori.agentkit.task import Claim, Strength


class Claims:
    """Called with a text it says how surely each agent takes it for its own; `whole` says all that they say of it."""

    def __init__(self, ask: Callable[[str], Awaitable[Mapping[str, Claim]]]) -> None:
        self._ask = ask
        self._asked: dict[str, Mapping[str, Claim]] = {}

    async def __call__(self, text: str) -> Mapping[str, Strength]:
        return {agent: claim.strength for agent, claim in (await self.whole(text)).items()}

    async def whole(self, text: str) -> Mapping[str, Claim]:
        if text not in self._asked:
            self._asked[text] = await self._ask(text)
        return self._asked[text]
