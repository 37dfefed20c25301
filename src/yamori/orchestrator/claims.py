"""The agents' claims to a text and its parts, each asked for once a plan."""

from collections.abc import Awaitable, Callable, Collection, Mapping

from yamori.agentkit.task import Claim, Strength
from yamori.orchestrator.abilities import inabilities
from yamori.orchestrator.clauses import RANK


class Claims:
    """Called with a text it says how surely each agent takes it for its own; `whole` says all that they say of it."""

    def __init__(self, ask: Callable[[str, Collection[str]], Awaitable[Mapping[str, Claim]]], agents: Collection[str]) -> None:
        """`ask` puts a text to some of the `agents`; one that is silent is missing from what it returns."""
        self._ask, self._agents = ask, agents
        self._first: dict[str, dict[str, Claim | None]] = {}
        """By text: the agents that were asked before the others, and what each said."""
        self._asked: dict[str, Mapping[str, Claim]] = {}

    async def __call__(self, text: str) -> Mapping[str, Strength]:
        return {agent: claim.strength for agent, claim in (await self.whole(text)).items()}

    async def first(self, text: str, agent: str) -> Claim | None:
        """What one agent says before anybody else is asked; None where it is silent."""
        asked = self._first.setdefault(text, {})
        if agent not in asked:
            asked[agent] = (await self._ask(text, (agent,))).get(agent)
        return asked[agent]

    async def whole(self, text: str) -> Mapping[str, Claim]:
        if text not in self._asked:
            first = self._first.get(text, {})
            others = await self._ask(text, [agent for agent in self._agents if agent not in first])
            found = {**others, **{agent: claim for agent, claim in first.items() if claim is not None}}
            self._asked[text] = given_way({agent: found[agent] for agent in self._agents if agent in found})
        return self._asked[text]


async def anybody_claims(text: str, claims: Claims) -> bool:
    """Whether any agent finds anything of its own in a text."""
    return any(strength is not Strength.NONE for strength in (await claims(text)).values())


def given_way(claims: Mapping[str, Claim]) -> Mapping[str, Claim]:
    """The claims, that of an agent which could only decline given to the one that does what it cannot, where there is one."""
    found = dict(claims)
    for agent, claim in claims.items():
        doing = {kind.done_by for kind in inabilities().values() if claim.declines in kind.intents}
        if claim.declines and (others := [other for other in claims if other in doing]):
            found[agent] = Claim(strength=Strength.NONE)
            found[others[0]] = max(found[others[0]], claim, key=lambda one: RANK[one.strength])
    return found
