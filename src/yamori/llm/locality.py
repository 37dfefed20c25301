"""Whether what a model is sent stays in the house: decided by where its provider is, not by what it promises."""

import ipaddress
from urllib.parse import urlsplit

from yamori.llm.names import ModelName
from yamori.llm.settings import EMBEDDED, ModelSettings

_AT_HOME = ("localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")
"""How names end that are known only inside a house."""


def stays_in_the_house(name: ModelName, settings: ModelSettings) -> bool:
    """Embedded, or a server on this machine or in the house's own network. An address that cannot be read is taken for elsewhere."""
    if name.provider == EMBEDDED:
        return True
    address = settings.provider(name.provider).base_url or ("http://127.0.0.1" if name.provider == "ollama" else "")
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_private
    except ValueError:  # a name
        return bool(host) and ("." not in host or host.endswith(_AT_HOME))
