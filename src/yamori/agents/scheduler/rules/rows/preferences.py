"""How one person wants to be told things: where, in which language, and whether the day is summed up for them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from datetime import time as Clock
from enum import StrEnum
from urllib.parse import urlsplit

from yamori.agentkit.outbound.policy import is_forbidden
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.domain.values import Value

MOST_CHANNELS = 10
LONGEST_ADDRESS = 1000
_LONGEST_NAME = 100


class ChannelKind(StrEnum):
    """The page always shows what it is told; these are beside it."""

    DEVICE = "device"
    WEBHOOK = "webhook"
    PUSH = "push"
    """A browser whose pages are closed."""


@dataclass(frozen=True, kw_only=True)
class Channel:
    """A place where a person is told things."""

    kind: ChannelKind
    target: str
    """A device's id, an http(s) address, or the id of a browser."""
    component: str = ""
    """The part of the device; empty for whichever of its parts can tell something."""

    def view(self) -> Mapping[str, Value]:
        return {"kind": self.kind.value, "target": self.target} | ({"component": self.component} if self.component else {})


@dataclass(frozen=True, kw_only=True)
class Preferences:
    """Of one person."""

    person: str
    language: Language | None = None
    """None: the language of what they are told of; English where it has none."""
    briefing: Clock | None = None
    """When the day is summed up, in the home's wall-clock time; None: not at all."""
    channels: tuple[Channel, ...] = ()
    version: int = 0
    """Counts the changes."""
    updated: datetime

    def view(self) -> Mapping[str, Value]:
        return {
            "language": self.language.value if self.language else None,
            "briefing": self.briefing.strftime("%H:%M") if self.briefing else None,
            "channels": [channel.view() for channel in self.channels],
        }


def checked_preferences(preferences: Preferences) -> Preferences:
    """With each channel once. Raises `InvalidRequest` that names the field and what would be right."""
    if preferences.briefing is not None and preferences.briefing.tzinfo is not None:
        raise InvalidRequest("a time is the home's wall-clock time, without an offset, such as 07:30", where="time")
    channels = tuple(dict.fromkeys(checked_channel(channel) for channel in preferences.channels))
    if len(channels) > MOST_CHANNELS:
        raise InvalidRequest(f"a person is told things in at most {MOST_CHANNELS} places", where="channel")
    return replace(preferences, channels=channels)


def checked_channel(channel: Channel) -> Channel:
    """Raises `InvalidRequest`."""
    match channel.kind:
        case ChannelKind.DEVICE:
            if not channel.target or max(len(channel.target), len(channel.component)) > _LONGEST_NAME:
                raise InvalidRequest("a device is named by its id", where="target")
            return channel
        case ChannelKind.PUSH:
            if not channel.target or len(channel.target) > _LONGEST_NAME or channel.component:
                raise InvalidRequest("a browser is named by its id", where="target")
            return channel
        case ChannelKind.WEBHOOK:
            _check_address(channel.target)
            if channel.component:
                raise InvalidRequest("only a device has components", where="component")
            return channel


def _check_address(address: str) -> None:
    wrong = "a webhook is a whole address that begins with http:// or https://, without a name, password or # in it"
    if len(address) > LONGEST_ADDRESS or any(c <= " " or c == "\x7f" or c == "\\" for c in address):
        raise InvalidRequest(wrong, where="target")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:  # a port that is no number, a bracket left open
        raise InvalidRequest(wrong, where="target") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or parts.fragment or port == 0:
        raise InvalidRequest(wrong, where="target")
    try:
        forbidden = is_forbidden(parts.hostname)
    except ValueError:
        return  # a name
    if forbidden:
        raise InvalidRequest("a webhook is no link-local, multicast or empty address", where="target")
