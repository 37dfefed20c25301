"""The home that an operator names: one of the product's, a home file, or a Home Assistant inventory as a copy to try things on."""

from pathlib import Path

from yamori.gateway.homefile import LoadedHome, load_home


def named_home(source: str) -> LoadedHome:
    """Raises `Misconfigured` for a home with mistakes, and for one that is nowhere."""
    path = Path(source).expanduser()
    if path.exists():
        from yamori.gateway.homeassistant.inventoryfile import holds_inventory, read_inventory_home

        if holds_inventory(path):
            return read_inventory_home(path).loaded
    return load_home(source)
