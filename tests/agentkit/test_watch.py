"""What a condition depends on: the endpoint that tells it, and what its tests make of readings."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agentkit.fakes import client_of, endpoints, yard_agent

from yamori.agentkit.task import Task
from yamori.agentkit.watch import LONGEST, MOST_TESTS, NotWatchable, Operator, Test, Watched
from yamori.domain.values import Value

BODY = {
    "key": "k",
    "request": "when the tap is open",
    "said": "water the roses when the tap is open",
    "person": "sora",
    "language": "en",
    "now": "2026-05-01T12:00:00+09:00",
}
TAP = Test(path="tap.main.valve.valve", operator="==", value="open")


class YardWatcher:
    """Knows the tap alone."""

    async def watch(self, task: Task) -> Watched | NotWatchable:
        if "tap" in task.request:
            return Watched(tests=(TAP,), shows="the tap is open")
        return NotWatchable(text="Which tap?", options=("the left tap", "the right tap"))


async def test_a_condition_is_answered_with_its_tests() -> None:
    async with endpoints(replace(yard_agent(), watcher=YardWatcher())) as app, client_of(app) as client:
        answer = (await client.post("/watch", json=BODY)).json()
        assert answer == {
            "tests": [{"path": "tap.main.valve.valve", "operator": "==", "value": "open", "margin": 0}],
            "combine": "all",
            "negated": False,
            "for_seconds": 0,
            "shows": "the tap is open",
            "room": None,
            "edge": False,
            "device": "",
        }


async def test_what_cannot_be_watched_is_answered_with_the_reason() -> None:
    async with endpoints(replace(yard_agent(), watcher=YardWatcher())) as app, client_of(app) as client:
        answer = (await client.post("/watch", json={**BODY, "request": "when it is open"})).json()
        assert answer == {"text": "Which tap?", "options": ["the left tap", "the right tap"], "readable": False}


async def test_an_agent_that_reads_nothing_watches_nothing() -> None:
    async with endpoints(yard_agent()) as app, client_of(app) as client:
        response = await client.post("/watch", json=BODY)
        assert response.status_code == 422 and "could be watched" in response.text


async def test_only_the_house_itself_may_ask() -> None:
    async with endpoints(replace(yard_agent(), watcher=YardWatcher())) as app, client_of(app, secret="") as outside:
        assert (await outside.post("/watch", json=BODY)).status_code == 403


@pytest.mark.parametrize(
    ("operator", "value", "reading", "holds"),
    [
        ("==", "open", "open", True),
        ("!=", "open", "closed", True),
        ("in", ["pushed", "held"], "held", True),
        ("in", ["pushed", "held"], "none", False),
        ("<", 5, 5, False),
        ("<=", 5, 5, True),
        (">", 5, 5.5, True),
        (">=", 5, 4, False),
        (">", 5, "warm", None),
        (">", 5, True, None),
        ("!=", "open", None, None),
        ("in", ["pushed"], None, None),
    ],
)
def test_a_test_holds_only_of_what_it_can_be_compared_with(operator: Operator, value: Value, reading: Value, holds: bool | None) -> None:
    assert Test(path="p", operator=operator, value=value).holds(reading) is holds


READINGS = st.lists(st.sampled_from(["open", "closed", None]), min_size=1, max_size=5)


@given(READINGS, st.booleans())
def test_all_of_several_is_not_any_of_them_failing(readings: list[str | None], negated: bool) -> None:
    paths = {f"d{n}": reading for n, reading in enumerate(readings)}
    every = Watched(tests=tuple(Test(path=p, operator="==", value="open") for p in paths), negated=negated, shows="x")
    some = Watched(tests=tuple(Test(path=p, operator="!=", value="open") for p in paths), combine="any", negated=not negated, shows="x")
    assert every.verdict(paths) is some.verdict(paths)


@given(READINGS)
def test_one_reading_decides_whatever_the_others_are_and_else_unknown_is_unknown(readings: list[str | None]) -> None:
    paths = {f"d{n}": reading for n, reading in enumerate(readings)}
    some = Watched(tests=tuple(Test(path=p, operator="==", value="open") for p in paths), combine="any", shows="x")
    assert some.verdict(paths) is (True if "open" in readings else None if None in readings else False)


def test_nobody_waits_for_nothing_or_for_ever() -> None:
    for tests, seconds in (((), 0), ((TAP,) * (MOST_TESTS + 1), 0), ((TAP,), LONGEST + 1), ((TAP,), -1)):
        with pytest.raises(ValueError, match="condition"):
            Watched(tests=tests, for_seconds=seconds, shows="x")
