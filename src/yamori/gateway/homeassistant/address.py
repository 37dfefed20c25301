"""The address of Home Assistant's page, as a person writes it, as the addresses of its two interfaces. Raises `Misconfigured`."""

from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from yamori.domain.errors import Misconfigured

_SECURE = {"http": False, "ws": False, "https": True, "wss": True}


def socket_url(url: str) -> str:
    """`http://house:8123` as `ws://house:8123/api/websocket`."""
    secure, parts, path = _parsed(url)
    return urlunsplit(("wss" if secure else "ws", parts.netloc, f"{path}/api/websocket", "", ""))


def rest_url(url: str, endpoint: str, entity: str) -> str:
    """`house:8123` as `http://house:8123/api/ENDPOINT/ENTITY`."""
    secure, parts, path = _parsed(url)
    return urlunsplit(("https" if secure else "http", parts.netloc, f"{path}/api/{endpoint}/{quote(entity, safe='')}", "", ""))


def _parsed(url: str) -> tuple[bool, SplitResult, str]:
    """Whether it is encrypted, its parts, and the path before `/api`."""
    parts = urlsplit(url if "//" in url else f"http://{url}")
    if parts.scheme not in _SECURE or not parts.hostname:
        raise Misconfigured(
            f"{url!r} is no address", where=url, mend="give the address of Home Assistant's page, such as http://homeassistant.local:8123"
        )
    return _SECURE[parts.scheme], parts, parts.path.rstrip("/").removesuffix("/api/websocket")
