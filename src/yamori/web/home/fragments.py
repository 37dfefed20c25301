"""The pieces of the Home page as HTML: a tile, a room's words, what needs attention. Each can be sent alone."""

import secrets

from yamori.web.home.tile import HomeTile
from yamori.web.home.view import MOST_CONCERNS, HomeView, RoomShown
from yamori.web.look import Look, Reader
from yamori.web.ports import Ports


class HomeFragments:
    def __init__(self, ports: Ports, look: Look, reader: Reader) -> None:
        self._ports, self._look, self._reader = ports, look, reader

    def tile(self, tile: HomeTile) -> str:
        return self._look.render("home/tile.html", reader=self._reader, tile=tile, token=new_key())

    def summary(self, room: RoomShown) -> str:
        return self._look.render("home/summary.html", reader=self._reader, room=room)

    def attention(self, view: HomeView, jobs: int, *, notable: bool = True) -> str:
        """`notable`: with keys for its buttons; without them two that show the same are the same."""
        concerns = view.attention()
        return self._look.render(
            "home/attention.html",
            reader=self._reader,
            concerns=concerns[:MOST_CONCERNS],
            more=max(0, len(concerns) - MOST_CONCERNS),
            jobs=jobs,
            token=new_key() if notable else "",
        )


def new_key() -> str:
    """For the controls of one answer: what is sent twice with it is done once."""
    return secrets.token_hex(8)
