"""The calls that bring devices back to how they were before a turn, by its receipts. Pure."""

from collections.abc import Collection, Mapping, Sequence

from yamori.agentkit.agent import ToolCall
from yamori.domain.capability import Capability
from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.domain.restoring import restoring
from yamori.domain.values import Value
from yamori.scenes.composing import TOOL


def calls_back(receipts: Sequence[Receipt], devices: Collection[str], capabilities: Mapping[str, Capability]) -> tuple[ToolCall, ...]:
    """`receipts` newest first. What has no way back is left out; switches come last, since a level switches a device on."""
    before: dict[tuple[str, str, str], dict[str, Value]] = {}
    for receipt in receipts:
        if receipt.status is not ReceiptStatus.DONE or receipt.command.device not in devices:
            continue
        for path, (old, _) in receipt.changed().items():
            name, _, attribute = path.rpartition(".")
            before.setdefault((receipt.command.device, receipt.command.component, name), {})[attribute] = old
    found: list[ToolCall] = []
    for (device, component, name), values in before.items():
        address = device if component == "main" else f"{device}/{component}"
        for command, arguments in restoring(capabilities[name], values) if name in capabilities else ():
            call = {"devices": [address], "capability": name, "command": command, "arguments": dict(arguments)}
            found.append(ToolCall(tool=TOOL, arguments=call))  # type: ignore[arg-type]
    return tuple(sorted(found, key=lambda call: not call.arguments["arguments"]))
