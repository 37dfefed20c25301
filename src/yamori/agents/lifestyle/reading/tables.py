"""Rows of a table as text that stands by itself: each cell with what its column is called."""

from collections.abc import Iterator, Sequence


class Table:
    """One table, row after row."""

    def __init__(self) -> None:
        self._columns: list[str] = []

    @property
    def has_columns(self) -> bool:
        return bool(self._columns)

    def headed(self, cells: Sequence[str]) -> None:
        """A row of headers; of two such rows the names are put together."""
        names = [" ".join(cell.split()) for cell in cells]
        if self._columns and len(self._columns) == len(names):
            names = [own if own == above else f"{above} {own}".strip() for above, own in zip(self._columns, names, strict=True)]
        self._columns = names

    def row(self, cells: Sequence[str]) -> Iterator[str]:
        """`header: cell; header: cell`; nothing for an empty row."""
        named = []
        for place, cell in enumerate(cells):
            text = " ".join(cell.split())
            column = self._columns[place] if place < len(self._columns) else ""
            if text:
                named.append(f"{column.rstrip(':：')}: {text}" if column and column != text else text)
        if named:
            yield "; ".join(named)
