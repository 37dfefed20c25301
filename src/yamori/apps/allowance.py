"""The rights of the home's people for whoever shows what a command would need. Made in `household_agents`; permits nothing by itself."""

from yamori.domain.capability import Risk
from yamori.gateway.gate import HouseGate
from yamori.gateway.rights import Need


class HouseAllowance:
    """Fulfils `agents.iot.allowance.Allowance` over the gate, which decides in the end."""

    def __init__(self, gate: HouseGate) -> None:
        self._gate = gate

    def needed(self, person: str, capability: str, risk: Risk) -> Risk | None:
        need = self._gate.need(person, capability, risk)
        return None if need is Need.REFUSE else need.risk()
