"""What the templates of a form say is what the automation says, for every reading and every day."""

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Template
from jinja2.nativetypes import NativeEnvironment
from tests.automations.home_assistant.homes import AWAY, DOOR, LEVEL, WARM, FakeHomeAssistant
from tests.lengths import examples

from yamori.automations.condition import AllOf, AnyOf, Comparison, Condition, Not, Operator, leaves_of
from yamori.automations.home_assistant.days import WEEKDAYS, days_condition
from yamori.automations.home_assistant.literals import without_not
from yamori.automations.home_assistant.reasons import Unsayable
from yamori.automations.home_assistant.templates import template_of
from yamori.automations.recurrence import next_day, rule_of
from yamori.automations.rules.truth import compare_leaves, whole
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

HOME = FakeHomeAssistant()


@dataclass
class States:
    """The functions of Home Assistant's templates, as its documentation has them."""

    at: datetime
    states: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, dict[str, Value]] = field(default_factory=dict)

    def render(self, template: str) -> Any:
        return _compiled(template).render(
            now=lambda: self.at,
            timedelta=timedelta,
            is_number=_is_number,
            states=lambda entity: self.states.get(entity, "unknown"),
            state_attr=lambda entity, name: self.attributes.get(entity, {}).get(name),
            has_value=lambda entity: self.states.get(entity, "unknown") not in ("unknown", "unavailable"),
        )


@cache
def _compiled(template: str) -> Template:
    environment = NativeEnvironment()
    environment.filters["float"] = lambda value, default: float(value) if _is_number(value) else default
    return environment.from_string(template)


def _is_number(value: object) -> bool:
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


comparisons = st.one_of(
    st.builds(
        Comparison,
        path=st.just(DOOR),
        operator=st.sampled_from([Operator.IS, Operator.IS_NOT]),
        value=st.sampled_from(["open", "closed"]),
    ),
    st.builds(Comparison, path=st.just(DOOR), operator=st.just(Operator.IN), value=st.just(["open", "closed"])),
    st.builds(
        Comparison,
        path=st.just(AWAY),
        operator=st.sampled_from([Operator.IS, Operator.IS_NOT]),
        value=st.sampled_from(["present", "not present"]),
    ),
    st.builds(
        Comparison,
        path=st.sampled_from([WARM, LEVEL]),
        operator=st.sampled_from([op for op in Operator if op is not Operator.IN]),
        value=st.integers(0, 100),
    ),
)
tests = st.recursive(
    comparisons,
    lambda inner: st.one_of(
        st.builds(Not, test=inner),
        st.builds(AllOf, tests=st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(AnyOf, tests=st.lists(inner, min_size=1, max_size=3).map(tuple)),
    ),
    max_leaves=5,
)
away = st.sampled_from(["unknown", "unavailable"])


@given(
    test=tests,
    door=st.one_of(away, st.sampled_from(["on", "off"])),
    warm=st.one_of(away, st.integers(0, 100).map(str)),
    may=st.one_of(away, st.sampled_from(["home", "not_home", "work"])),
    brightness=st.one_of(st.none(), st.integers(1, 255)),
    light=st.sampled_from(["on", "off", "unavailable"]),
)
@examples(200)
def test_a_template_is_true_exactly_where_the_test_is(
    test: Condition, door: str, warm: str, may: str, brightness: int | None, light: str
) -> None:
    lit = brightness if light == "on" else None
    values: dict[str, Value] = {
        DOOR: {"on": "open", "off": "closed"}.get(door),
        WARM: float(warm) if warm.isdigit() else None,
        AWAY: {"home": "present", "not_home": "not present", "work": "not present"}.get(may),
        LEVEL: 0 if light == "off" else None if lit is None else round(lit * 100 / 255),
    }
    before = [None] * len(list(leaves_of(test)))
    states = States(
        at=datetime(2026, 11, 26),
        states={"binary_sensor.door": door, "sensor.warm": warm, "person.may": may, "light.l": light},
        attributes={"light.l": {"brightness": lit}},
    )
    assert bool(states.render(template_of(without_not(test), HOME))) == (whole(test, compare_leaves(test, values, before)) is True)


weekday = st.sampled_from(["MO", "TU", "WE", "TH", "FR", "SA", "SU"])
nth = st.builds(lambda number, day: f"{number}{day}", st.sampled_from([1, 2, 3, 4, 5, -1, -2]), weekday)
interval = st.integers(1, 4)
rules = st.one_of(
    st.builds(lambda n: f"FREQ=DAILY;INTERVAL={n}", interval),
    st.builds(lambda n, days: f"FREQ=WEEKLY;INTERVAL={n};BYDAY={','.join(sorted(days))}", interval, st.sets(weekday, min_size=1)),
    st.builds(lambda n: f"FREQ=WEEKLY;INTERVAL={n}", interval),
    st.builds(lambda n, wkst: f"FREQ=WEEKLY;INTERVAL={n};BYDAY=MO,SU;WKST={wkst}", interval, weekday),
    st.builds(lambda n, day: f"FREQ=MONTHLY;INTERVAL={n};BYMONTHDAY={day}", interval, st.sampled_from([1, 15, 28, 29, 31, -1, -3])),
    st.builds(lambda n, days: f"FREQ=MONTHLY;INTERVAL={n};BYDAY={','.join(sorted(days))}", interval, st.sets(nth, min_size=1, max_size=3)),
    st.builds(lambda days: f"FREQ=MONTHLY;BYDAY={days};BYMONTHDAY=13", weekday),
    st.just("FREQ=MONTHLY"),
    st.builds(lambda month, day: f"FREQ=YEARLY;BYMONTH={month};BYMONTHDAY={day}", st.integers(1, 12), st.sampled_from([1, 28, 29, -1])),
    st.builds(lambda month, day: f"FREQ=YEARLY;BYMONTH={month};BYDAY={day}", st.integers(1, 12), nth),
    st.just("FREQ=YEARLY"),
    st.just("FREQ=DAILY;UNTIL=20280301"),
)


@given(rule=rules, starts=st.dates(date(2027, 1, 1), date(2028, 6, 30)), ahead=st.integers(0, 12))
@examples(60)
def test_the_days_of_a_rule_are_those_on_which_its_condition_holds(rule: str, starts: date, ahead: int) -> None:
    try:
        kept = rule_of(rule)
        parts = days_condition(kept, starts, created=starts - timedelta(days=ahead))
    except (Unsayable, InvalidRequest):
        return
    end = starts + timedelta(days=400)
    expected, day = set(), starts - timedelta(days=1)
    while (found := next_day(kept, starts, day)) is not None and found <= end:
        expected.add(found)
        day = found
    actual = set()
    for number in range(-ahead, 401):
        day = starts + timedelta(days=number)
        states = States(at=datetime.combine(day, time(7)))
        if all(states.render(p["value_template"]) if "value_template" in p else WEEKDAYS[day.weekday()] in p["weekday"] for p in parts):  # type: ignore[operator, arg-type]
            actual.add(day)
    assert actual == expected
