"""What of a device a feature slot speaks of: the arguments that set it and the attributes that report it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from yamori.agents.iot.rules.commands import attribute_set, concepts_in, needed, offered, properties
from yamori.agents.iot.rules.fitting import is_difference
from yamori.agents.iot.rules.glossary import documented, spoken
from yamori.agents.iot.rules.loanwords import KATAKANA, consonants, sounds_of
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.word_lists import stems_for
from yamori.agents.iot.rules.words import Lexicon, squeezed
from yamori.domain.capability import ArgumentEffect, Attribute, Capability, CommandSpec


@dataclass(frozen=True, kw_only=True)
class Taker:
    """A command that can be given one argument and nothing else."""

    component: str
    capability: Capability
    command: CommandSpec
    argument: str
    schema: Mapping[str, Any]
    attribute: Attribute | None
    """The number that the argument sets."""
    needed: bool
    """It does nothing without the argument."""

    @property
    def set_attributes(self) -> tuple[str, ...]:
        """The attributes that the argument sets, by the file."""
        return tuple(a for a, e in self.command.effects.items() if isinstance(e, ArgumentEffect) and e.argument == self.argument)

    @property
    def names(self) -> tuple[str, ...]:
        """The identifiers that say what is set."""
        return (self.argument, self.command.name, *self.set_attributes, *((self.attribute.name,) if self.attribute is not None else ()))


@dataclass(frozen=True, kw_only=True)
class Reported:
    """An attribute that a part reports."""

    component: str
    capability: Capability
    attribute: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.attribute,)


def takers(part: Part, index: HomeIndex) -> tuple[Taker, ...]:
    return tuple(_takers(part, index))


def _takers(part: Part, index: HomeIndex) -> Iterator[Taker]:
    for component, capability, command in offered(part, index):
        wanted = needed(command)
        for argument, schema in properties(command).items():
            if set(wanted) <= {argument} and not is_difference(argument, command):
                yield Taker(
                    component=component,
                    capability=capability,
                    command=command,
                    argument=argument,
                    schema=schema,
                    attribute=attribute_set(capability, command, argument),
                    needed=bool(wanted),
                )


def reported(part: Part, index: HomeIndex) -> tuple[Reported, ...]:
    held = index.devices[part.device].components
    return tuple(
        Reported(component=component, capability=index.capabilities[name], attribute=attribute)
        for component, capabilities in held.items()
        if part.component in (None, component)
        for name in capabilities
        for attribute in index.capabilities[name].attributes
    )


_T = TypeVar("_T", Taker, Reported)


def named_in(text: str, things: Sequence[_T], lexicon: Lexicon) -> tuple[_T, ...]:
    """Those that a text in normal form speaks of, by the narrowest sign that finds any: their own names, a quality of the lexicon, the name
    of their component or capability, what their capability says."""
    things = [t for t in things if not _only_looks_so(text, t.names, lexicon)]
    signs: tuple[Callable[[_T], bool], ...] = (
        lambda t: _holds(text, " ".join(t.names)),
        lambda t: _is_about(text, t.names, t.capability, lexicon),
        lambda t: _holds(text, " ".join((*t.names, t.component, t.capability.name))),
        lambda t: _is_about(text, (t.capability.name,), t.capability, lexicon),
        lambda t: _holds(text, " ".join((*t.names, t.component, t.capability.name, t.capability.says))),
    )
    return next((found for sign in signs if (found := tuple(t for t in things if sign(t)))), ())


def _only_looks_so(text: str, names: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether names hold the word of a quality inside another (the temperature of `colorTemperature`)."""
    said = qualities_in(text, lexicon)
    flat = [squeezed(n) for n in names]
    return bool(said) and all(any(unlike in n for unlike in lexicon.unlikes.get(q, ()) for n in flat) for q in said)


def qualities_in(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The qualities that a text speaks of, without those whose words stand inside another's (`colour temperature` is no temperature)."""
    spans = {c: m.span() for c in concepts_in(text, lexicon) for m in lexicon.concepts[c].pattern.finditer(text)}
    tone = next((m for t in lexicon.tones if (m := t.phrases.found(text))), None)
    if tone is not None:
        spans["colourtemperature"] = tone.span()
    return tuple(c for c, (a, b) in spans.items() if not any(x <= a and b <= y and y - x > b - a for x, y in spans.values()))


def is_of_quality(quality: str, names: Sequence[str], capability: Capability, lexicon: Lexicon) -> bool:
    """Whether one of the names says a quality."""
    flat = [squeezed(n) for n in names]
    if any(unlike in n for unlike in lexicon.unlikes.get(quality, ()) for n in (*flat, squeezed(capability.name))):
        return False
    return any(like in n for like in lexicon.likes.get(quality, ()) for n in flat)


def _is_about(text: str, names: Sequence[str], capability: Capability, lexicon: Lexicon) -> bool:
    return any(is_of_quality(q, names, capability, lexicon) for q in qualities_in(text, lexicon))


def _holds(text: str, documentation: str) -> bool:
    """Whether documentation holds every content word of a text, in either language."""
    stems = documented(documentation)
    said = [s for s in spoken(text) if s.own not in stems_for("function")]
    sounds = {sound for sound, _ in sounds_of(documentation)}
    runs = [r for r in KATAKANA.finditer(text) if not any(s.start < r.end() and r.start() < s.end for s in said)]
    if not said and not runs:
        return False
    return all(s.own in stems or bool(s.also & stems) for s in said) and all(consonants(r.group()) in sounds for r in runs)
