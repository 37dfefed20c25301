"""What a person has to give before a command is done, as far as their role decides it. `apps` fulfils it; only `describing` asks."""

from typing import Protocol

from yamori.domain.capability import Risk


class Allowance(Protocol):
    """The house's rights of its people."""

    def needed(self, person: str, capability: str, risk: Risk) -> Risk | None:
        """What this person has to give for a command of this risk: nothing, a yes, or the PIN. None: they may not have it done at all."""
        ...


class AsRisky:
    """Fulfils `Allowance` where nobody's role is known: what the command says is needed by everybody."""

    def needed(self, person: str, capability: str, risk: Risk) -> Risk | None:
        return risk
