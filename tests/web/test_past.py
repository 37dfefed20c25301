"""The charts of a device's past: what is drawn, in which words, and what is said where there is none."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.web.past import WIDTH, is_shown, past_chart
from yamori.web.past_port import PastLine
from yamori.web.words import all_words

from .household import NOW, FakeHousehold
from .visitor import visit


def line(*points: tuple[float, Value], attribute: str = "contact", unit: str | None = None, hours: int = 24) -> PastLine:
    start = NOW - timedelta(hours=hours)
    said = [(start + timedelta(hours=at), value) for at, value in points]
    return PastLine(
        component="main",
        capability="x",
        attribute=attribute,
        unit=unit,
        points=said,
        start=start,
        end=NOW,
        since=start + timedelta(hours=1),
    )


def held(*lines: PastLine) -> FakeHousehold:
    household = FakeHousehold()
    household.past.kept = {"fridge": list(lines)}
    return household


async def test_numbers_are_a_line_and_states_a_band_with_their_words() -> None:
    household = held(
        line((0, 4.0), (6, 5.5), (12, 3.5), attribute="temperature", unit="°C"), line((0, "closed"), (6, "open"), (7, "closed"))
    )
    async with visit(household) as browser:
        drawn = (await browser.get("/ui/devices/past/24/fridge")).text
        japanese = (await browser.get("/ui/devices/past/168/fridge?lang=ja")).text
    assert 'aria-label="temperature: between 3.5 °C and 5.5 °C"' in drawn and "<path" in drawn
    assert drawn.count("<rect x=") == 3 and "style=" not in drawn, "the page's policy lets no style in"
    assert "Readings are kept since 20 Nov 2026, 10:00." in drawn
    assert "記録は2026年11月20日 10:00からあります。" in japanese and household.past.hours == [24, 168]


async def test_no_history_and_nothing_kept_are_said_and_a_wrong_span_is_refused() -> None:
    household = held()
    async with visit(household) as browser:
        assert "Nothing of this device is kept yet." in (await browser.get("/ui/devices/past/24/fridge")).text
        assert "24 or 168 hours" in (await browser.get("/ui/devices/past/5/fridge")).text
        household.past.kept = None
        assert "This house keeps no history" in (await browser.get("/ui/devices/past/24/fridge")).text


def test_titles_pictures_and_lists_are_not_drawn() -> None:
    assert not is_shown(line(*((hour, f"song {hour}") for hour in range(20))))
    assert not is_shown(line((0, {"a": 1})))
    assert not is_shown(line((0, None)))
    assert is_shown(line((0, True), (1, False)))


@given(st.lists(st.tuples(st.integers(0, 23), st.none() | st.integers(-5, 5)), max_size=20))
def test_whatever_is_kept_is_drawn_inside_its_frame(points: list[tuple[int, Value]]) -> None:
    drawn = past_chart(line(*sorted(points, key=lambda p: p[0])), all_words()[Language.ENGLISH], component="")
    numbers = [float(part) for part in drawn.path.replace("M", " ").replace("H", " ").replace("V", " ").split()]
    assert all(0 <= number <= WIDTH for number in numbers)
    assert all(bar.x + bar.width <= WIDTH + 1 for bar in drawn.bars)
