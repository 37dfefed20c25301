"""What an announced entity is to us: capabilities, the topics that report their attributes, the messages that set them.

`platforms/` writes this down for each platform in the words of a `Draft`; `household.py` puts it together.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from yamori.domain.capability import Attribute, Capability
from yamori.domain.receipt import Reading
from yamori.domain.values import Value
from yamori.gateway.capabilityfile import CapabilityCatalog
from yamori.gateway.homeassistant.narrowing import narrowed, unpromised
from yamori.gateway.mqtt.discovery import Announced, Malformed
from yamori.gateway.mqtt.template import NO_VALUES, UNKNOWN, Silent, TakenBack, Templates, Unsupported, as_text

Decode = Callable[[str], Value]
"""A payload as our value; raises `TakenBack` when it says that it is not known any more, and `Silent` when it says nothing of it."""
_LONGEST_LAPSE = timedelta(days=10_000)


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message to a device."""

    topic: str
    payload: str
    retain: bool = False


Publish = Callable[[Value], Sequence[Message]]
"""The messages that give an attribute a value."""


@dataclass(frozen=True, kw_only=True)
class Lapse:
    """What becomes of a reported value when the device does not say it again in time."""

    after: timedelta
    of: Value = None
    """The only value that lapses; None: every one."""
    into: Value = None
    """None: it is not known any more."""


@dataclass(frozen=True, kw_only=True)
class StateTopic:
    """Where an attribute is reported and how."""

    topic: str
    decode: Decode
    lapses: tuple[Lapse, ...] = ()


def standing(reported: Reading, lapses: Sequence[Lapse], now: datetime) -> Reading:
    """What is left of a report by now."""
    found = reported
    for lapse in sorted(lapses, key=lambda lapse: lapse.after):
        if found.value is not None and lapse.of in (None, found.value) and now >= (end := reported.at + lapse.after):
            found = found.unknown(end) if lapse.into is None else replace(found, value=lapse.into, at=end)
    return found


def next_lapse(reported: Reading, lapses: Sequence[Lapse], now: datetime) -> datetime | None:
    """When less will be left of it than now."""
    ends = [reported.at + lapse.after for lapse in lapses if lapse.of in (None, reported.value)]
    return min((end for end in ends if end > now), default=None) if reported.value is not None else None


@dataclass(frozen=True, kw_only=True)
class Feature:
    """One capability of an entity."""

    capability: Capability
    reported: Mapping[str, StateTopic]
    """By attribute; one that is settable but not reported cannot be confirmed."""
    settable: Mapping[str, Publish]
    """By attribute."""
    calls: Mapping[str, Sequence[Message]] = field(default_factory=dict)
    """By command, where it is more than an attribute's value."""
    moves: bool = False
    """A motor needs its time."""
    arrives: Mapping[str, Mapping[str, Sequence[Value]]] = field(default_factory=dict)
    """Command to attribute to values of which one shows that it was done, where no single one is promised."""


@dataclass(frozen=True, kw_only=True)
class Available:
    """One place where it is said whether the entity is there."""

    topic: str
    yes: str
    no: str
    read: Callable[[str], Value]


@dataclass(frozen=True, kw_only=True)
class Entity:
    """An announced entity as we understand it."""

    announced: Announced
    features: tuple[Feature, ...]
    availability: tuple[Available, ...]
    availability_mode: str
    """`all`, `any` or `latest`: whose word counts where there are several."""
    notes: tuple[str, ...]
    """What was announced and not understood."""


class Draft:
    """The settings of one entity, and what has been made of them so far. Raises `Malformed` for a setting that cannot be."""

    def __init__(self, announced: Announced, catalog: CapabilityCatalog, templates: Templates) -> None:
        self.announced = announced
        self._config = announced.config
        self._catalog = catalog
        self._templates = templates
        resets = {as_text(value) for key, value in self._config.items() if key.startswith("payload_reset")}
        self._no_values = ({*NO_VALUES} - _words(self._config)) | resets
        """What a payload says by which nothing is known, unless the device has another use for the word."""
        self._features: list[Feature] = []
        self._notes: list[str] = []

    def entity(self) -> Entity:
        """What was drafted."""
        return Entity(
            announced=self.announced,
            features=tuple(self._features),
            availability=tuple(self._availability()),
            availability_mode=self.text("availability_mode", "latest"),
            notes=tuple(self._notes),
        )

    def note(self, what: str) -> None:
        self._notes.append(what)

    def has(self, key: str) -> bool:
        return self._config.get(key) is not None

    def text(self, key: str, default: str) -> str:
        """A setting as it is compared with payloads; JSON's `true` is `True` there."""
        value = self._config.get(key, default)
        return default if value is None and key.startswith("state_") else as_text(value)

    def number(self, key: str, default: float) -> float:
        value = self._config.get(key, default)
        if isinstance(value, str):
            try:
                value = float(value)
            except ValueError:
                raise Malformed(f"{key} is no number") from None
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e12:
            raise Malformed(f"{key} is no number")
        return value

    def flag(self, key: str, default: bool) -> bool:
        value = self._config.get(key, default)
        return value if isinstance(value, bool) else as_text(value).lower() in ("true", "1", "on", "yes")

    def strings(self, key: str) -> tuple[str, ...]:
        value = self._config.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or len(value) > 500:
            raise Malformed(f"{key} is no list")
        return tuple(dict.fromkeys(as_text(item) for item in value))

    def topic(self, key: str) -> str | None:
        value = self._config.get(key)
        return None if value is None else _topic(key, value)

    def state_topic(self, topic: str, template: str | None, decode: Callable[[Value], Value] = lambda value: value) -> StateTopic | None:
        """Where `topic` (a setting's key) reports; None when it does not, or in a way that is not understood."""
        address = self.topic(topic)
        if address is None:
            return None
        try:
            read = self._templates.reader(self._template(template))
        except Unsupported as error:
            self.note(f"{template}: {error}")
            return None

        def said(payload: str) -> Value:
            value = read(payload)
            if value == "":
                raise Silent("the device says nothing")
            if value in (None, UNKNOWN) or (isinstance(value, str | float) and str(value) in self._no_values):
                raise TakenBack("the device takes back what it said")
            return decode(value)

        return StateTopic(topic=address, decode=said, lapses=self._expiry())

    def shared_state_topic(self, topic: str, templates: Mapping[str, str], decode: Callable[[Value], Value]) -> StateTopic | None:
        """As `state_topic`, of several things that one message says: name to template; `decode` gets them by name."""
        every = {name: self.state_topic(topic, template) for name, template in templates.items()}
        topics = {name: each for name, each in every.items() if each is not None}
        if len(topics) < len(every):
            return None
        return StateTopic(
            topic=next(iter(topics.values())).topic,
            lapses=self._expiry(),
            decode=lambda payload: decode({name: each.decode(payload) for name, each in topics.items()}),
        )

    def state_topic_of_words(self, topic: str, template: str | None, words: Mapping[str, str]) -> StateTopic | None:
        """As `state_topic`, with their words to ours; any other word says nothing."""

        def decode(value: Value) -> Value:
            if (ours := words.get(as_text(value))) is None:
                raise Silent("an unknown word")
            return ours

        return self.state_topic(topic, template, decode)

    def publisher(self, topic: str, template: str | None, encode: Callable[[Value], Value] = lambda value: value) -> Publish | None:
        """How a value is published; None when there is no such topic, or the template is not understood."""
        address = self.topic(topic)
        if address is None:
            return None
        try:
            write = self._templates.writer(self._template(template))
        except Unsupported as error:
            self.note(f"{template}: {error}")
            return None
        retain = self.flag("retain", False)

        def publish(value: Value) -> Sequence[Message]:
            theirs = encode(value)
            named = theirs if isinstance(theirs, Mapping) else {}
            return (Message(topic=address, payload=write(named.get("value") if named else theirs, named), retain=retain),)

        return publish

    def add(
        self,
        name: str | Capability,
        *,
        reported: Mapping[str, StateTopic | None] | None = None,
        settable: Mapping[str, Publish | None] | None = None,
        calls: Mapping[str, Sequence[Message] | None] | None = None,
        cut: Mapping[str, Attribute] | None = None,
        moves: bool = False,
        arrives: Mapping[str, Sequence[Value]] | None = None,
    ) -> None:
        """Add a capability with what of it the entity has; nothing when it has nothing. `cut` replaces attributes by narrower ones;
        `arrives` holds, by command, the values of which one shows that it was done."""
        topics = {key: value for key, value in (reported or {}).items() if value is not None}
        publishers = {key: value for key, value in (settable or {}).items() if value is not None}
        calling = {key: value for key, value in (calls or {}).items() if value is not None}
        whole = name if isinstance(name, Capability) else self.known(name)
        commands = frozenset(
            key for key, spec in whole.commands.items() if key in calling or (_own(spec.effects) and _own(spec.effects) <= set(publishers))
        )
        if not topics and not commands:
            return
        attributes = {key: (cut or {}).get(key, held) for key, held in whole.attributes.items()}
        capability = narrowed(whole, attributes=attributes, commands=commands)
        ends = {
            key: {target: tuple(values) for target in capability.commands[key].effects if target in topics}
            for key, values in (arrives or {}).items()
            if key in capability.commands
        }
        capability = unpromised(capability, frozenset(ends), base=whole.name)
        if any(feature.capability.name == capability.name for feature in self._features):
            return
        self._features.append(
            Feature(capability=capability, reported=topics, settable=publishers, calls=calling, moves=moves, arrives=ends)
        )

    def known(self, name: str) -> Capability:
        found = self._catalog.find(name)
        assert found is not None, f"the product has no capability {name}"
        return found.capability

    def ranged(self, capability: str, attribute: str, minimum: float, maximum: float) -> Mapping[str, Attribute]:
        """The attribute with a range of the device's own."""
        if minimum > maximum:
            raise Malformed(f"the range {minimum:g} to {maximum:g} is empty")
        return {attribute: replace(self.known(capability).attributes[attribute], minimum=minimum, maximum=maximum)}

    def listing(self, capability: str, attribute: str, values: Sequence[str]) -> Mapping[str, Attribute]:
        """The attribute with the device's own list of values."""
        held = self.known(capability).attributes[attribute]
        ordered = (*(value for value in held.values if value in values), *(value for value in values if value not in held.values))
        return {attribute: replace(held, values=ordered)}

    def _template(self, key: str | None) -> str | None:
        value = self._config.get(key) if key is not None else None
        return None if value is None else as_text(value)

    def seconds(self, key: str) -> timedelta | None:
        """How long something lasts; None where it lasts for ever."""
        length = self.number(key, 0) if self.has(key) else 0
        return timedelta(seconds=length) if 0 < length < _LONGEST_LAPSE.total_seconds() else None

    def _expiry(self) -> tuple[Lapse, ...]:
        after = self.seconds("expire_after")
        return () if after is None else (Lapse(after=after),)

    def _availability(self) -> Sequence[Available]:
        several = self._config.get("availability")
        places: list[Mapping[str, Value]] = [part for part in several if isinstance(part, Mapping)] if isinstance(several, list) else []
        if self.has("availability_topic"):
            keys = ("payload_available", "payload_not_available")
            one = {key: self._config[key] for key in keys if key in self._config}
            places.append({**one, "topic": self._config["availability_topic"], "value_template": self._config.get("availability_template")})
        found = []
        for part in places:
            template = part.get("value_template")
            try:
                read = self._templates.reader(None if template is None else as_text(template))
            except Unsupported as error:
                self.note(f"availability: {error}")
                continue
            yes, no = as_text(part.get("payload_available", "online")), as_text(part.get("payload_not_available", "offline"))
            found.append(Available(topic=_topic("availability", part.get("topic")), yes=yes, no=no, read=read))
        return found


def _words(config: Mapping[str, Value]) -> set[str]:
    """What the entity may say of itself: the words that its settings give, alone or in a list."""
    listed = [item for value in config.values() if isinstance(value, list) for item in value]
    return {word for word in (*config.values(), *listed) if isinstance(word, str)}


def _own(effects: Mapping[str, object]) -> set[str]:
    return {target for target in effects if "." not in target}


def _topic(key: str, value: Value) -> str:
    """A topic to listen or speak to; never a pattern, which would open a whole broker to one device."""
    if not isinstance(value, str) or not value or len(value.encode()) > 1000 or any(sign in value for sign in "#+\0"):
        raise Malformed(f"{key} is no topic")
    return value
