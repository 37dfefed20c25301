"""Which component of a device answers for it."""

from collections.abc import Sequence

from yamori.agents.iot.rules.names import HomeIndex, Part

Address = tuple[str, str, str]
"""(component, capability, attribute)."""


def answering(part: Part, addresses: Sequence[Address], value: str, index: HomeIndex) -> Part:
    """The component that answers for a device asked about by its own name: the only one that could, or its main one where that is what
    turns it on and off. Else all of them answer: a cabinet is open when any of its doors is."""
    components = {component for component, _, _ in addresses}
    if part.component is not None or len(components) == 1:
        return Part(part.device, part.component or next(iter(components)))
    turns = any(c == "main" and index.capabilities[capability].commands for c, capability, _ in addresses)
    return Part(part.device, "main") if turns and value in ("on", "off") else part
