"""Where the lists are kept: one SQLite file."""

from yamori.agents.lists.store.change import Change
from yamori.agents.lists.store.list_store import ListStore, open_lists

__all__ = ["Change", "ListStore", "open_lists"]
