"""Rules of the matchers, for any text, number and set of rows."""

from hypothesis import given
from hypothesis import strategies as st

from yamori.evaluation.matchers import TextMatch, read_allowed, read_text_parts, same
from yamori.evaluation.rows import RowMatch, TaskRow, missing_rows

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).filter(lambda w: w.strip() != "")
numbers = st.floats(-1e6, 1e6) | st.integers(-(10**6), 10**6)


@given(st.lists(words, min_size=1, max_size=4), words)
def test_a_text_has_all_its_parts_in_any_case(parts: list[str], other: str) -> None:
    text = other.join(parts)
    match = TextMatch(all=tuple(parts), any=(parts[0],))
    assert match.misses(text) is None
    assert TextMatch(none=(parts[0],)).misses(text) is not None


@given(st.integers(0, 999))
def test_a_number_is_found_as_text(number: int) -> None:
    assert read_text_parts({"all": [number]}).misses(f"It is {number} %.") is None


@given(numbers, numbers, numbers)
def test_a_range_holds_its_ends_and_nothing_outside(a: float, b: float, value: float) -> None:
    low, high = sorted((a, b))
    allowed = read_allowed([{"min": low, "max": high}])
    assert allowed.holds(value) == (low <= value <= high)
    assert allowed.holds(low)
    assert allowed.holds(high)


@given(st.recursive(st.booleans() | numbers | words, lambda inner: st.dictionaries(words, inner, max_size=3), max_leaves=6))
def test_every_value_is_the_same_as_itself_and_truth_is_no_number(value: object) -> None:
    assert same(value, value)
    assert not same(value, [value])
    assert not same(True, 1)


@given(st.lists(st.sampled_from("abc"), max_size=5), st.lists(st.sampled_from(["a", "b", "c", "ab", "bc"]), max_size=5), st.data())
def test_each_expected_row_gets_a_row_of_its_own(titles: list[str], wanted: list[str], data: st.DataObject) -> None:
    rows = [TaskRow(id=str(i), title=title) for i, title in enumerate(titles)]
    first = data.draw(st.lists(st.sampled_from(rows), unique=True)) if rows else []
    expected = [RowMatch(given={"title": TextMatch(any=tuple(letters))}) for letters in wanted]
    missing, unexplained = missing_rows(expected, rows, first=first)
    fits = [{i for i, row in enumerate(rows) if match.holds(row)} for match in expected]
    best = _most_given(fits, frozenset())
    assert len(expected) - len(missing) == best
    assert len(unexplained) >= len(first) - len(expected)


def _most_given(fits: list[set[int]], taken: frozenset[int]) -> int:
    """The same by trying everything."""
    if not fits:
        return 0
    without = _most_given(fits[1:], taken)
    return max([without, *(1 + _most_given(fits[1:], taken | {row}) for row in fits[0] - taken)])
