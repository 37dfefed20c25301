"""Commands by hand and their controls in words: labels of buttons, and what stands in the ledger as their cause."""

from collections.abc import Mapping

from yamori.domain.capability import ArgumentEffect, Capability
from yamori.domain.home import Device
from yamori.domain.receipt import Command
from yamori.domain.values import Value
from yamori.web.words import Words

_MAIN = "main"


def press_label(command: str, words: Words) -> str:
    """What a button that sends this command says: `Turn on`, `Lock`."""
    return _begun(words.command(command))


def setting_label(component: str, attribute: str, words: Words) -> str:
    """What a slider or choice sets: `Level`, `Freezer · temperature`."""
    name = words.attribute(attribute)
    return _begun(name if component == _MAIN else f"{words.attribute(component)} · {name}")


def command_words(command: Command, capability: Capability | None, words: Words) -> str:
    """`Unlock`, or `Level: 30 %`."""
    if not command.arguments:
        label = press_label(command.name, words)
        return label if command.component == _MAIN else f"{_begun(words.attribute(command.component))} · {label}"
    return words("home.between").join(
        words("home.setting", name=setting_label(command.component, name, words), value=words.value(value, _unit(name, capability)))
        for name, value in _by_attribute(command, capability).items()
    )


def cause_words(device: Device, command: Command, capability: Capability | None, words: Words) -> str:
    """What the ledger keeps as the words in which it was wanted."""
    return words("home.by_hand", device=words.name(device.name, device.aliases), what=command_words(command, capability, words))


def _by_attribute(command: Command, capability: Capability | None) -> Mapping[str, Value]:
    """The arguments by the attributes that they set, where the file says so: those have names in every language."""
    spec = capability.commands.get(command.name) if capability is not None else None
    effects = spec.effects if spec is not None else {}
    names = {effect.argument: name for name, effect in effects.items() if isinstance(effect, ArgumentEffect)}
    return {names.get(argument, argument): value for argument, value in command.arguments.items()}


def _unit(attribute: str, capability: Capability | None) -> str | None:
    known = capability.attributes.get(attribute) if capability is not None else None
    return known.unit if known is not None else None


def _begun(text: str) -> str:
    """As a label begins."""
    return text[:1].upper() + text[1:]
