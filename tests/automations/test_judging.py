"""A test over several readings, as a timeline: at each moment it is what the engine would have found."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.automations.history.sayings import line

from yamori.automations.condition import AllOf, AnyOf, Comparison, Condition, Not, Operator
from yamori.automations.history.states import count_into, time_in
from yamori.automations.judging import judged
from yamori.automations.rules.truth import Truth, compare_leaves, whole
from yamori.domain.values import Value

END = 500
DOOR, WARMTH = "door.main.contact.contact", "room.main.temperature.temperature"
OPEN = Comparison(path=DOOR, value="open")
WARM = Comparison(path=WARMTH, operator=Operator.ABOVE, value=20, margin=2)
TESTS = st.sampled_from([OPEN, WARM, AllOf(tests=(OPEN, WARM)), AnyOf(tests=(WARM, OPEN)), Not(test=AllOf(tests=(WARM, OPEN)))])
doors = st.lists(st.tuples(st.integers(1, END - 1), st.sampled_from(["open", "closed", None])), max_size=12, unique_by=lambda p: p[0])
warmths = st.lists(st.tuples(st.integers(1, END - 1), st.sampled_from([17, 19, 21, None])), max_size=12, unique_by=lambda p: p[0])


@given(TESTS, doors, warmths)
def test_at_each_moment_it_is_what_the_rules_make_of_the_readings(
    test: Condition, door: list[tuple[int, Value]], warmth: list[tuple[int, Value]]
) -> None:
    timelines = {DOOR: line(sorted(door), start=0, end=END), WARMTH: line(sorted(warmth), start=0, end=END)}
    found = judged(test, timelines)
    values: dict[str, Value] = {}
    was: tuple[Truth, ...] = ()
    expected: dict[int, Truth] = {}
    happened = sorted([(at, DOOR, v) for at, v in door] + [(at, WARMTH, v) for at, v in warmth], key=lambda h: h[0])
    truth: Truth = whole(test, compare_leaves(test, values, was))
    for moment in range(END):
        for at, path, value in happened:
            if at == moment:
                values[path] = value
                now = compare_leaves(test, values, was)
                was = tuple(before if one is None else one for one, before in zip(now, was or (None,) * len(now), strict=True))
                truth = whole(test, now)
        expected[moment] = truth
    assert {at: value for start, end, value in found.spans() for at in range(start, end)} == expected
    lasted = sum(1 for is_so in expected.values() if is_so)
    assert time_in(found, lambda value: value is True).total == timedelta(milliseconds=lasted)
    assert count_into(found, lambda value: value is True).count <= len(happened)
