"""From where the house can be reached, and what follows for whoever comes: their cookies, and whether this machine itself is trusted."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from yamori.apps.settings import Settings
from yamori.web.account.cookies import CookieNames


@dataclass(frozen=True, kw_only=True)
class Reach:
    public_url: str | None = None
    """The address of the proxy in front, without a slash at its end."""
    is_open_to_others: bool = False
    """Other machines can connect, themselves or through the proxy. Then nobody is let in who has not signed in: what a proxy passes on
    looks as if it came from this machine."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """The name in the public address, by which the house is then called."""
        host = urlsplit(self.public_url).hostname if self.public_url is not None else None
        return (host,) if host else ()

    @property
    def is_secure(self) -> bool:
        """Browsers come over TLS."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @property
    def cookies(self) -> CookieNames:
        return CookieNames(is_secure=self.is_secure)


def reach_of(settings: Settings) -> Reach:
    return Reach(public_url=settings.public_url, is_open_to_others=settings.public_url is not None or not _is_loopback(settings.host))


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
