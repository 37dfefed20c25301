"""Where the navigation leads: the one list of the house's pages, in the order in which they are shown.

`shell` asks for those that a caller may open; what is not wired into this house is not among them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from yamori.domain.access import Access, Owner, Who, turned_away
from yamori.domain.caller import Caller, Scope


@dataclass(frozen=True, kw_only=True)
class Destination:
    """One entry of the navigation."""

    name: str
    """Its words are `shell.NAME`, its picture is the macro of this name in `shell/icons.html`."""
    path: str
    covers: tuple[str, ...] = ()
    """Further paths whose pages belong to it. Whatever lies below one of its paths does, too."""
    access: Access
    """As the route of `path` says itself."""

    def holds(self, path: str) -> bool:
        """Whether the page at `path` belongs to it."""
        return any(path == root or (root != "/" and path.startswith(f"{root}/")) for root in (self.path, *self.covers))


DESTINATIONS: Sequence[Destination] = (
    Destination(name="chat", path="/", covers=("/chats",), access=Access(who=Who.GUEST, scope=Scope.READ)),
    Destination(name="home", path="/home", covers=("/devices",), access=Access(who=Who.GUEST, scope=Scope.READ)),
    Destination(name="schedule", path="/schedule", access=Access(who=Who.FAMILY, scope=Scope.SCHEDULE, owner=Owner.PERSON)),
    Destination(name="lists", path="/lists", access=Access(who=Who.FAMILY, scope=Scope.SCHEDULE, owner=Owner.PERSON)),
    Destination(name="automations", path="/automations", access=Access(who=Who.FAMILY, scope=Scope.READ, owner=Owner.PERSON)),
    Destination(name="papers", path="/papers", access=Access(who=Who.FAMILY, scope=Scope.PAPERS)),
    Destination(name="memory", path="/memory", access=Access(who=Who.FAMILY, scope=Scope.READ, owner=Owner.PERSON)),
)
SETTINGS = Destination(name="settings", path="/settings", covers=("/account", "/consents", "/welcome"), access=Access(who=Who.ANYBODY))
WELCOME = Destination(name="welcome", path="/welcome", access=Access(who=Who.ADULT, scope=Scope.ADMIN))
"""Not in the navigation: the settings, and whatever page finds the house empty, lead there."""


def destinations_for(caller: Caller, *, missing: Collection[str] = ()) -> Sequence[Destination]:
    """Those that the caller may open. `missing`: names of those that this house does not have."""
    return [each for each in DESTINATIONS if each.name not in missing and turned_away(each.access, caller) is None]


def is_page(path: str) -> bool:
    """Whether a page of the house may be at `path`: a path of this house alone, which leads nowhere else."""
    if not path.isascii() or not path.isprintable() or any(character in path for character in "?#\\ ") or path.startswith("//"):
        return False
    return any(each.holds(path) for each in (*DESTINATIONS, SETTINGS))
