"""A robot's life in the chaos run: all of `python -m yamori.edge` but its command line, with a driver of this folder and less patience."""

import sys
from pathlib import Path

from tests.chaos.drivers import slate

from yamori.edge.app import open_edge
from yamori.edge.client import Patience

PROFILE = Path(__file__).parent / "robot" / "scribe.profile.yaml"
PATIENCE = Patience(lease=5.0, answer=5.0, first=0.1, most=1.0)
"""A house that is back after half a second is not left waiting for 30."""


async def live(folder: Path, name: str, *, server: str, join: str) -> None:
    slate.EFFECTS[:] = [folder / f"{name}.effects"]
    opened = open_edge(
        profile=str(PROFILE),
        server=server,
        state=folder / name,
        device=name,
        name=name,
        join=join,
        simulated=True,
        patience=PATIENCE,
        model="none",
    )
    async with opened as edge:
        await edge.run()


def know_driver() -> None:
    """Robots import their drivers from `yamori.edge.drivers`; from here on this folder's is found there."""
    sys.modules["yamori.edge.drivers.slate"] = slate
