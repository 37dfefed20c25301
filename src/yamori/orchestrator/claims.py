"""The agents' claims to a text and its parts, each asked for once a plan."""

from collections.abc import Awaitable, Callable, Mapping

from yamori.agentkit.task import Claim, Strength
from yamori.orchestrator.abilities import inabilities
from yamori.orchestrator.clauses import RANK


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


def given_way(claims: Mapping[str, Claim]) -> Mapping[str, Claim]:
    """The claims, that of an agent which could only decline given to the one that does what it cannot, where there is one."""
    found = dict(claims)
    for agent, claim in claims.items():
        doing = {kind.done_by for kind in inabilities().values() if claim.declines in kind.intents}
        if claim.declines and (others := [other for other in claims if other in doing]):
            found[agent] = Claim(strength=Strength.NONE)
            found[others[0]] = max(found[others[0]], claim, key=lambda one: RANK[one.strength])
    return found
