"""From where the house can be reached, and what follows for whoever comes: their cookies, and whether this machine itself is trusted."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from yamori.apps.hosts import is_reachable_by_others
from yamori.apps.settings import Settings
from yamori.web.account.cookies import CookieNames


@dataclass(frozen=True, kw_only=True)
class Reach:
    public_url: str | None = None
    """The address of the proxy in front, without a slash at its end."""
    is_open_to_others: bool = False
    """Other machines can connect, themselves or through the proxy. Then nobody is let in who has not signed in: what a proxy passes on
    looks as if it came from this machine."""
    is_open_to_all: bool = False
    """As long as nobody has an account, whoever reaches the house may use it as anybody."""

    def trusts(self, client: str) -> bool:
        """Whether whoever connects from there (`agentkit.client`) may speak as anybody, as long as nobody has an account."""
        return self.is_open_to_all or (client == "loopback" and not self.is_open_to_others)

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
    return Reach(
        public_url=settings.public_url,
        is_open_to_others=settings.public_url is not None or is_reachable_by_others(settings.host, settings.allowed_hosts),
        is_open_to_all=settings.open_to_all,
    )
