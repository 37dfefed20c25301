from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value
from yamori.memory.difference import Change, Edit, Merge, Put, Withdraw
from yamori.memory.merging import Gone, merged

words = st.text(alphabet="abcdeABCDE かきく", min_size=1, max_size=4)
leaves = words | st.integers() | st.booleans()
dictionaries = st.recursive(
    st.dictionaries(words, leaves, max_size=4), lambda inner: st.dictionaries(words, leaves | inner, max_size=3), max_leaves=6
)
values = leaves | st.lists(words, max_size=5) | dictionaries
edits = st.builds(Edit, add=st.lists(words, max_size=4).map(tuple), remove=st.lists(words, max_size=4).map(tuple))
changes = st.one_of(st.builds(Put, value=values), st.builds(Merge, fields=dictionaries), edits, st.builds(lambda: Withdraw()))


@given(values, changes)
def test_merging_twice_changes_nothing(held: Value, change: Change) -> None:
    try:
        once = merged(held, change, exists=True)
        twice = merged(None if isinstance(once, Gone) else once, change, exists=not isinstance(once, Gone))
    except InvalidRequest:
        return
    assert once == twice


@given(dictionaries, dictionaries)
def test_merging_a_dictionary_loses_no_key(held: Value, fields: Value) -> None:
    assert isinstance(held, dict) and isinstance(fields, dict)
    try:
        made = merged(held, Merge(fields=fields), exists=True)
    except InvalidRequest:
        return
    assert isinstance(made, dict) and set(made) == {*held, *fields}


@given(st.lists(words, max_size=6), edits)
def test_a_list_loses_only_what_is_named(held: list[str], edit: Edit) -> None:
    made = merged(held, edit, exists=True)
    left = [] if isinstance(made, Gone) else [str(entry).strip().casefold() for entry in made]  # type: ignore[union-attr]  # a list
    named = {entry.strip().casefold() for entry in edit.remove}
    assert {entry.strip().casefold() for entry in held} - named <= set(left)
    assert len(left) == len(set(left))
