"""On, off, open and closed for devices that have no command of that name: a command known by its effect, a yes-or-no argument, a listed
value, a position, a level.

Found by what the capability files declare; used where `commands.named` finds nothing.
"""

from collections.abc import Iterator, Mapping

from yamori.agents.iot.rules.commands import Order, begins, is_about, is_switch, limits, needed, offered, properties, put, setters
from yamori.agents.iot.rules.glossary import documented
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.word_lists import says
from yamori.agents.iot.rules.words import Lexicon, Sense, name_words, singular, squeezed
from yamori.domain.capability import ArgumentEffect, Capability, CommandSpec, SetEffect, finds_out
from yamori.domain.values import Value

_PLAIN = ("value", "state", "enabled", "active", "on", "mode")
"""Names of arguments that say nothing of a feature of their own."""


def substitute(sense: Sense, part: Part, index: HomeIndex, lexicon: Lexicon) -> Order | None:
    """The one order that switches, opens or closes the device itself; None where there is none or more than one."""
    if sense.name in ("open", "close") and (position := _position(sense.name, part, index, lexicon)):
        return position
    if effected := _effected(sense, part, index, lexicon):
        return effected
    found = []
    for component, capability, command, argument in _takers(part, index):
        value = wanted_value(sense.name, command, argument)
        if (
            turns(capability, command, argument, lexicon)
            and value is not None
            and not _is_of_a_feature(part, capability, command, argument, index, lexicon)
        ):
            found.append(Order(part.device, component, capability.name, command.name, {argument: value}))
    if not found and sense.name in ("on", "start") and (action := _own_action(part, index, lexicon)):
        return action
    if not found and sense.name in ("on", "off") and "light" in index.kinds_of[part.device]:
        return _level(sense.name, part, index, lexicon)
    return found[0] if len(found) == 1 else None


def turns(capability: Capability, command: CommandSpec, argument: str, lexicon: Lexicon) -> bool:
    """Whether an argument turns the device itself on and off, by its name or by what the file says of its command or capability; else
    `on` is only a feature of it (a fan that swings)."""
    flat = squeezed(argument)
    if flat in _PLAIN or is_switch(argument, lexicon) or any(like in flat for like in lexicon.likes["mode"]):
        return True
    return says(f"{command.says} {capability.says}".lower(), "on_or_off")


def _is_of_a_feature(part: Part, capability: Capability, command: CommandSpec, argument: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """Whether an argument such as `enabled` switches something that the device has (`setBuzzer`), and not the device."""
    device = index.devices[part.device]
    itself = documented(" ".join((capability.name, device.name, *index.kinds_of[part.device], part.component or "")))
    modes = lexicon.likes["mode"]
    set_attributes = [a for a, e in command.effects.items() if isinstance(e, ArgumentEffect) and e.argument == argument]
    own = [a for a in set_attributes if squeezed(a) in _PLAIN or is_switch(a, lexicon) or documented(a) & itself]
    return bool(set_attributes) and not own and not any(like in squeezed(a) for a in set_attributes for like in modes)


_BEGINS = documented("start begin run make do perform go")
"""Stems that say in a command's name only that something is done."""


def _own_action(part: Part, index: HomeIndex, lexicon: Lexicon) -> Order | None:
    """What the device is for, where one command is called so and needs nothing more (`dry` of a dryer)."""
    found = []
    for component, capability, command in offered(part, index):
        words = documented(command.name) - _BEGINS
        itself = documented(f"{capability.name} {index.devices[part.device].name}")
        if any(begins(command.name, s.name) for s in lexicon.senses):
            continue  # a lock is not locked by being turned on
        if words and words <= itself and not needed(command) and part.component in (None, component) and not finds_out(command):
            found.append(Order(part.device, component, capability.name, command.name))
    return found[0] if len(found) == 1 else None


_BRINGS: Mapping[str, tuple[Value, ...]] = {
    "on": ("on", "active", "enabled"), "off": ("off", "standby", "inactive", "disabled"), "open": ("open", "opened"),
    "close": ("closed", "close", "shut"), "lock": ("locked",), "unlock": ("unlocked",), "pause": ("paused",), "play": ("playing",),
    "stop": ("stopped", "idle"), "mute": ("muted",), "unmute": ("unmuted",),
}  # fmt: skip
"""Sense to values of attributes and arguments that stand for it."""


def _effected(sense: Sense, part: Part, index: HomeIndex, lexicon: Lexicon) -> Order | None:
    """The one command without arguments whose declared effect is the state wished for (`extinguish` makes `lit` false)."""
    found = []
    for component, capability, command in offered(part, index):
        if command.arguments or not command.effects or part.component not in (None, component):
            continue
        for attribute, effect in command.effects.items():
            value = effect.value if isinstance(effect, SetEffect) else None
            switched = isinstance(value, bool) and is_switch(attribute, lexicon) and value is {"on": True, "off": False}.get(sense.name)
            if switched or (isinstance(value, str) and value in _BRINGS.get(sense.name, ())):
                found.append(Order(part.device, component, capability.name, command.name))
    return found[0] if len(set(map(repr, found))) == 1 else None


def _level(sense: str, part: Part, index: HomeIndex, lexicon: Lexicon) -> Order | None:
    """A lamp that only knows how bright: off is nothing, on is all."""
    bright = [s for s in setters(part, index) if is_about(s.capability, s.command, "brightness", lexicon) and limits(s)[0] == 0]
    top = limits(bright[0])[1] if len(bright) == 1 else None
    return put(bright[0], part, top if sense == "on" else 0) if top is not None else None


def feature(sense: Sense, part: Part, index: HomeIndex, spoken: set[str]) -> tuple[Order, tuple[str, ...]] | None:
    """A part of a device that is switched by its own name (`rapid cooling on`), and the words that named it."""
    for component, capability, command, argument in _takers(part, index):
        words = name_words(argument)
        value = wanted_value(sense.name, command, argument)
        if value is not None and set(map(singular, words)) <= spoken and squeezed(argument) not in _PLAIN:
            return Order(part.device, component, capability.name, command.name, {argument: value}), words
    return None


def _takers(part: Part, index: HomeIndex) -> Iterator[tuple[str, Capability, CommandSpec, str]]:
    """Commands that need exactly one argument."""
    for component, capability, command in offered(part, index):
        wanted = needed(command)
        if len(wanted) == 1 and (part.component or component == "main" or len(index.devices[part.device].components) == 1):
            yield component, capability, command, wanted[0]


def wanted_value(sense: str, command: CommandSpec, argument: str) -> Value:
    """The value of the argument that stands for the request; None where it has none."""
    schema = properties(command).get(argument, {})
    if schema.get("type") == "boolean":
        return {"on": True, "off": False, "start": True, "stop": False}.get(sense)
    return next((v for v in schema.get("enum", ()) if squeezed(str(v)) in _BRINGS.get(sense, ())), None)


def _position(sense: str, part: Part, index: HomeIndex, lexicon: Lexicon) -> Order | None:
    """Fully open or closed, for a cover that only takes how far."""
    likes = lexicon.likes["position"]
    for s in setters(part, index):
        low, high = limits(s)
        if low is not None and high is not None and any(like in squeezed(n) for like in likes for n in (s.argument, s.attribute.name)):
            return put(s, part, high if sense == "open" else low)
    return None
