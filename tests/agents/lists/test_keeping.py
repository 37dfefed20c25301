"""Lists as they are kept: exactly once, shared or private, taken back, and there again after a restart."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path

import pytest

from yamori.agents.lists.keeping import ListKeeping, NewItem
from yamori.agents.lists.store import Change, open_lists
from yamori.agents.lists.store.change import ChangeMade
from yamori.domain.errors import InvalidRequest, NotFound

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")


def change(key: str, person: str = "ida") -> Change:
    return Change(key=key, at=NOW, person=person, words="said so", turn="t1")


@pytest.fixture
async def keeping() -> AsyncIterator[ListKeeping]:
    store = await open_lists(None)
    yield ListKeeping(store)
    await store.close()


async def shown(keeping: ListKeeping, person: str = "ida") -> list[tuple[str, list[str], list[str]]]:
    lists = await keeping.seen(person)
    return [(one.name or one.kind, [i.name for i in one.open_items], [i.name for i in one.done_items]) for one in lists]


async def test_what_is_sent_twice_stands_there_once(keeping: ListKeeping) -> None:
    for _ in range(2):
        made = await keeping.add("shopping", [NewItem(name="figs")], change("a"))
    assert made.did == "added" and await shown(keeping) == [("shopping", ["figs"], [])]


async def test_what_is_there_already_is_open_again_with_the_amount_said_last(keeping: ListKeeping) -> None:
    await keeping.add("shopping", [NewItem(name="figs", quantity="2")], change("a"))
    (one,) = (await keeping.seen("ida"))[0].items
    await keeping.check([one.id], True, change("b"))
    await keeping.add("shopping", [NewItem(name="a fig", quantity="3")], change("c", "max"))
    (now,) = (await keeping.seen("ida"))[0].items
    assert (now.id, now.name, now.quantity, now.done, now.added_by) == (one.id, "figs", "3", False, "max")


async def test_a_private_list_is_there_for_nobody_else(keeping: ListKeeping) -> None:
    await keeping.create("Gifts for Max", True, change("a"))
    await keeping.add("Gifts for Max list", [NewItem(name="kite")], change("b"))
    (mine,) = await keeping.seen("ida")
    assert await shown(keeping, "max") == []
    with pytest.raises(NotFound):
        await keeping.check([mine.items[0].id], True, change("c", "max"))
    with pytest.raises(NotFound):
        await keeping.clear(mine.id, True, change("d", "max"))
    await keeping.change_list(mine.id, change("e"), private=False)
    assert await shown(keeping, "max") == [("Gifts for Max", ["kite"], [])]


async def test_every_change_can_be_taken_back_by_who_made_it(keeping: ListKeeping) -> None:
    await keeping.add("shopping", [NewItem(name="figs"), NewItem(name="oats")], change("a"))
    before = await shown(keeping)
    figs = (await keeping.seen("ida"))[0].items[0].id
    acts: Sequence[Callable[[Change], Awaitable[ChangeMade]]] = (
        lambda change: keeping.check([figs], True, change),
        lambda change: keeping.remove([figs], change),
        lambda change: keeping.clear("shopping", False, change),
        lambda change: keeping.move([figs], "Picnic list", change),
        lambda change: keeping.change_item(figs, change, name="dates", up=False),
        lambda change: keeping.delete("shopping", change),
    )
    for n, act in enumerate(acts):
        made = await act(change(f"do/{n}"))
        assert await shown(keeping) != before
        with pytest.raises(InvalidRequest):
            await keeping.undo(made.id, change(f"other/{n}", "max"))
        await keeping.undo(made.id, change(f"undo/{n}"))
        assert await shown(keeping) == before


async def test_what_somebody_changed_since_stays_as_they_left_it(keeping: ListKeeping) -> None:
    made = await keeping.add("shopping", [NewItem(name="figs"), NewItem(name="oats")], change("a"))
    figs = (await keeping.seen("ida"))[0].items[0].id
    await keeping.check([figs], True, change("b", "max"))
    undone = await keeping.undo(made.id, change("c"))
    assert undone.result["kept"] and [name for _, _, done in await shown(keeping) for name in done] == ["figs"]


async def test_lines_are_put_in_order_and_lists_renamed(keeping: ListKeeping) -> None:
    await keeping.add("shopping", [NewItem(name=name) for name in ("figs", "oats", "salt")], change("a"))
    salt = (await keeping.seen("ida"))[0].items[2].id
    await keeping.change_item(salt, change("b"), up=True)
    await keeping.change_list("shopping", change("c"), name="Market")
    assert await shown(keeping) == [("Market", ["figs", "salt", "oats"], [])]
    with pytest.raises(InvalidRequest):
        await keeping.create("market list", False, change("d"))


async def test_lists_are_there_after_a_restart_and_a_call_that_comes_again_does_nothing(tmp_path: Path) -> None:
    store = await open_lists(tmp_path / "lists.sqlite3")
    made = await ListKeeping(store).add("shopping", [NewItem(name="figs", quantity="2")], change("a"))
    await store.close()
    store = await open_lists(tmp_path / "lists.sqlite3")
    again = await ListKeeping(store).add("shopping", [NewItem(name="figs", quantity="2")], change("a"))
    (one,) = await ListKeeping(store).seen("ida")
    assert again == made and [(i.name, i.quantity) for i in one.items] == [("figs", "2")]
    await store.forget_words(["t1"])
    history = await store.history(one.items[0].id)
    await store.close()
    assert [c.words for c in history] == [""]
