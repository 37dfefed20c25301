"""What brings a device back to how it was before a value was set for a time. Pure."""

from collections.abc import Mapping, Sequence

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.proposal import ProposedCall
from yamori.domain.values import Value


def reverting(call: ProposedCall, values: Mapping[str, Value]) -> Sequence[ToolCall]:
    """The calls that set every device of a call to what it reports now (`values`, by path); empty where one of them is not known."""
    arguments, devices = call.arguments.get("arguments"), call.arguments.get("devices")
    capability = call.arguments.get("capability")
    if call.tool != "control_devices" or not isinstance(arguments, Mapping) or not isinstance(devices, list | tuple) or not arguments:
        return ()
    found: list[ToolCall] = []
    for address in map(str, devices):
        device, _, component = address.partition("/")
        place = f"{device}.{component or 'main'}"
        before = {name: _reported(f"{place}.{capability}.", str(name), values, alone=len(arguments) == 1) for name in arguments}
        if any(value is None for value in before.values()):
            return ()
        found.append(ToolCall(tool=call.tool, arguments={**call.arguments, "devices": [address], "arguments": before}))
        if capability != "switch" and values.get(f"{place}.switch.switch") == "off":  # to set a value may have switched it on
            off: dict[str, Value] = {"devices": [address], "capability": "switch", "command": "off", "arguments": {}}
            found.append(ToolCall(tool=call.tool, arguments=off))
    return found


def _reported(place: str, argument: str, values: Mapping[str, Value], *, alone: bool) -> Value:
    """What is reported under an argument's name, or where there is one argument and one attribute, under that; None where nothing is."""
    if place + argument in values:
        return values[place + argument]
    own = [path for path in values if path.startswith(place)]
    return values[own[0]] if alone and len(own) == 1 else None
