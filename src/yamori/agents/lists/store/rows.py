"""Rows of the file as they are read and written, with what each was before a change and is after it."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from datetime import datetime

from yamori.agents.lists.household_list import HouseholdList, Item

Row = Mapping[str, str | int]
_COLUMNS = {
    "lists": ("id", "name", "kind", "owner", "by_section", "place"),
    "items": ("id", "list", "name", "quantity", "note", "done", "place", "added_by", "added_at", "done_by"),
}


class Rows:
    """Over one transaction. Every row that is written is remembered as it was."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._before: dict[tuple[str, str | int], Row | None] = {}

    def lists(self) -> list[HouseholdList]:
        """All of them with their items, in their order."""
        items: dict[str, list[Item]] = {}
        for item in self._all("items", "done, place, id"):
            items.setdefault(str(item["list"]), []).append(_item(item))
        return [_list(row, tuple(items.get(str(row["id"]), ()))) for row in self._all("lists", "place, id")]

    def put_list(self, found: HouseholdList) -> None:
        row = {name: getattr(found, name) for name in _COLUMNS["lists"]}
        self._put("lists", {**row, "by_section": int(found.by_section)})

    def put_item(self, item: Item) -> None:
        row = {name: getattr(item, name) for name in _COLUMNS["items"]}
        self._put("items", {**row, "done": int(item.done), "added_at": item.added_at.isoformat()})

    def new_item(self, item: Item) -> Item:
        """The item as it now stands there: with a number of its own, below all others of its list."""
        (number,) = self._database.execute(
            "SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'items'), 0), coalesce((SELECT max(id) FROM items), 0)) + 1"
        ).fetchone()
        (place,) = self._database.execute("SELECT coalesce(max(place), 0) + 1 FROM items WHERE list = ?", (item.list,)).fetchone()
        made = Item(
            id=number,
            list=item.list,
            name=item.name,
            quantity=item.quantity,
            note=item.note,
            done=item.done,
            place=place,
            added_by=item.added_by,
            added_at=item.added_at,
            done_by=item.done_by,
        )
        self.put_item(made)
        return made

    def drop(self, table: str, id: str | int) -> None:
        self._remember(table, id)
        self._database.execute(f"DELETE FROM {table} WHERE id = ?", (id,))

    def restore(self, table: str, id: str | int, row: Row | None) -> None:
        """Put a row back as it was; None: there was none."""
        if row is None:
            self.drop(table, id)
        else:
            self._put(table, row)

    def row(self, table: str, id: str | int) -> Row | None:
        columns = _COLUMNS[table]
        found = self._database.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE id = ?", (id,)).fetchone()
        return dict(zip(columns, found, strict=True)) if found is not None else None

    def holds_items(self, list: str | int) -> bool:
        return self._database.execute("SELECT 1 FROM items WHERE list = ? LIMIT 1", (list,)).fetchone() is not None

    def written(self) -> str:
        """What was changed, as JSON: table, id, before, after."""
        return json.dumps([[table, id, before, self.row(table, id)] for (table, id), before in self._before.items()], ensure_ascii=False)

    def _put(self, table: str, row: Row) -> None:
        self._remember(table, row["id"])
        columns = _COLUMNS[table]
        marks = ", ".join("?" for _ in columns)
        values = [row[name] for name in columns]
        self._database.execute(f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) VALUES ({marks})", values)

    def _remember(self, table: str, id: str | int) -> None:
        if (table, id) not in self._before:
            self._before[table, id] = self.row(table, id)

    def _all(self, table: str, order: str) -> Iterator[Row]:
        columns = _COLUMNS[table]
        for found in self._database.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"):
            yield dict(zip(columns, found, strict=True))


def _item(row: Row) -> Item:
    return Item(
        id=int(row["id"]),
        list=str(row["list"]),
        name=str(row["name"]),
        quantity=str(row["quantity"]),
        note=str(row["note"]),
        done=bool(row["done"]),
        place=int(row["place"]),
        added_by=str(row["added_by"]),
        added_at=datetime.fromisoformat(str(row["added_at"])),
        done_by=str(row["done_by"]),
    )


def _list(row: Row, items: tuple[Item, ...]) -> HouseholdList:
    return HouseholdList(
        id=str(row["id"]),
        name=str(row["name"]),
        kind=str(row["kind"]),
        owner=str(row["owner"]),
        by_section=bool(row["by_section"]),
        place=int(row["place"]),
        items=items,
    )
