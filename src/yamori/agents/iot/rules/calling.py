"""What is wrong with calls that a model made itself: the same that is looked at where it chooses among candidates (`verdicts`)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.agent import ToolCall
from yamori.agents.iot.rules.candidates import devices_resolved
from yamori.agents.iot.rules.commands import begins
from yamori.agents.iot.rules.meaning import Context, Meaning
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.orders import is_off
from yamori.agents.iot.rules.verdicts import contradiction, reported_by
from yamori.domain.errors import TryAgain

_CHANGING = ("control_devices", "perform", "tell_device", "look")


def check_calls(calls: Sequence[ToolCall], request: str, meaning: Meaning, context: Context) -> None:
    """Raises `TryAgain` for a device that nobody spoke of, a command that contradicts the request, and a tool that code alone chooses."""
    allowed = devices_resolved(request, meaning, context)
    for call in calls:
        if call.tool not in _CHANGING:
            raise TryAgain(f"the person did not ask for {call.tool}")
        if call.tool == "control_devices":
            _check_command(call.arguments, request, context)
        for device in called_devices(call):
            if device in context.index.devices and device not in allowed:
                raise TryAgain(
                    f"the person did not speak of {device}; what they can mean is {', '.join(sorted(allowed)[:12]) or 'nothing here'}"
                )


def called_devices(call: ToolCall) -> Iterator[str]:
    """The devices that a call of a tool commands or asks to do something."""
    arguments = call.arguments
    match call.tool:
        case "perform":
            yield from _performing(arguments.get("step"))
        case "tell_device" | "look":
            yield str(arguments.get("device") or arguments.get("camera") or "").partition("/")[0]
        case _:
            yield from (str(address).partition("/")[0] for address in cast(Sequence[str], arguments.get("devices", ())))


def _performing(step: object) -> Iterator[str]:
    if isinstance(step, Mapping):
        if "device" in step:
            yield str(step["device"])
        for inner in (*step.get("sequence", ()), *step.get("parallel", ())):
            yield from _performing(inner)


def _check_command(arguments: Mapping[str, Any], request: str, context: Context) -> None:
    """What the command of `control_devices` does against the request; one that does not exist is the tool's to refuse."""
    capability = context.index.capabilities.get(str(arguments["capability"]))
    spec = capability.commands.get(str(arguments["command"])) if capability is not None else None
    for address in arguments["devices"]:
        device, _, component = str(address).partition("/")
        if capability is None or spec is None or device not in context.index.devices:
            continue
        part = Part(device, component or None)
        reported = reported_by([part], capability.name, context)
        off = is_off(part, context)
        if off and begins(spec.name, "off"):
            continue  # of several that are switched off, some may be so already
        contradiction(spec, arguments.get("arguments") or {}, reported, request, context, off=off)
