"""Ids of elements in the page. Devices and turns may be called anything; an element's id is always safe in a selector."""

from hashlib import sha256


def mark(kind: str, name: str) -> str:
    """The same short id for the same thing every time: `device-1f3a…`."""
    return f"{kind}-{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
