"""The past of a device as small charts: a line for numbers, a band for states. SVG that the server draws, so that it needs no script; its
colours are the page's own. Plain functions of what `past_port` gives."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from yamori.domain.values import Value
from yamori.web.past_port import PastLine
from yamori.web.words import Words

WIDTH, HEIGHT = 320, 72
"""Of the drawing, in its own units; it is as wide as there is room."""
BAND = 22
_EDGE = 4
_TICKS = 4
_TONES = 5
"""Colours of states; more of them than that share."""
_RESTING = frozenset(("off", "closed", "inactive", "locked", "clear", "dry", "idle", "stopped", "stop", "not present", "false"))


@dataclass(frozen=True, kw_only=True)
class Tick:
    x: float
    label: str


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A stay in a state."""

    x: float
    width: float
    tone: int
    """0 is at rest, the others are told apart by it."""
    says: str


@dataclass(frozen=True, kw_only=True)
class PastChart:
    """One attribute, ready to be drawn."""

    name: str
    now: str
    """The last value, in words."""
    lowest: str
    highest: str
    """Empty for states."""
    path: str
    """The line in SVG's own language; empty for states."""
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    legend: tuple[tuple[int, str], ...]
    """The states with their tones."""
    says: str
    """The whole in a sentence, for who cannot see it."""


def past_chart(line: PastLine, words: Words, *, component: str) -> PastChart:
    """`component`: how it is called where a device has several; empty for none."""
    name = words.attribute(line.attribute)
    named = f"{component} · {name}" if component else name
    ticks, last = _ticks(line), line.points[-1][1] if line.points else None
    numbers = [value for _, value in line.points if isinstance(value, int | float) and _is_number(value)]
    if numbers:
        low, high = min(numbers), max(numbers)
        lowest, highest = words.value(low, line.unit), words.value(high, line.unit)
        says = words("past.says_numbers", name=named, low=lowest, high=highest)
        path = _path(line, low, high)
        now = words.value(last, line.unit)
        return PastChart(name=named, now=now, lowest=lowest, highest=highest, path=path, bars=(), ticks=ticks, legend=(), says=says)
    tones = _tones(line)
    bars = tuple(_bars(line, tones, words))
    legend = tuple((tone, _state(value, words)) for value, tone in tones.items())
    says = words("past.says_states", name=named, states=", ".join(text for _, text in legend))
    now = _state(last, words)
    return PastChart(name=named, now=now, lowest="", highest="", path="", bars=bars, ticks=ticks, legend=legend, says=says)


def is_shown(line: PastLine) -> bool:
    """Something to be drawn: numbers, or states that are few; not titles, pictures and lists."""
    values = [value for _, value in line.points if value is not None]
    if not values or any(isinstance(value, list | dict) for value in values):
        return False
    return all(map(_is_number, values)) or len({str(value) for value in values}) <= 2 * _TONES


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _x(at: datetime, line: PastLine) -> float:
    whole = (line.end - line.start).total_seconds() or 1.0
    return round(WIDTH * max(0.0, min(1.0, (at - line.start).total_seconds() / whole)), 1)


def _path(line: PastLine, low: float, high: float) -> str:
    """Steps; a gap where nothing was known. A number that never changes lies in the middle."""
    span = high - low
    pieces: list[str] = []
    pen = False
    for at, value in line.points:
        x = _x(at, line)
        if not (isinstance(value, int | float) and _is_number(value)):
            if pen:
                pieces.append(f"H{x:g}")
            pen = False
            continue
        share = (value - low) / span if span else 0.5
        y = round(HEIGHT - _EDGE - share * (HEIGHT - 2 * _EDGE), 1)
        pieces.append(f"H{x:g}V{y:g}" if pen else f"M{x:g} {y:g}")
        pen = True
    if pen:
        pieces.append(f"H{WIDTH}")
    return "".join(pieces)


def _tones(line: PastLine) -> dict[str, int]:
    """States to tones, in the order in which they came; what is at rest has none of the colours."""
    tones: dict[str, int] = {}
    for _, value in line.points:
        if value is None:
            continue
        state = _key(value)
        if state not in tones:
            tones[state] = 0 if state in _RESTING else 1 + sum(1 for tone in tones.values() if tone) % (_TONES - 1)
    return tones


def _key(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _state(value: Value, words: Words) -> str:
    if value in ("true", "false"):
        value = value == "true"
    return words.value(value)


def _bars(line: PastLine, tones: dict[str, int], words: Words) -> Sequence[Bar]:
    bars: list[Bar] = []
    for number, (at, value) in enumerate(line.points):
        until = line.points[number + 1][0] if number + 1 < len(line.points) else line.end
        if value is not None and until > at:
            x = _x(at, line)
            width = max(round(_x(until, line) - x, 1), 1.0)
            says = f"{_state(value, words)} {at:%m-%d %H:%M}–{until:%H:%M}"
            bars.append(Bar(x=x, width=width, tone=tones[_key(value)], says=says))
    return bars


def _ticks(line: PastLine) -> tuple[Tick, ...]:
    """Whole hours, or midnights where it is about days."""
    length = line.end - line.start
    step = timedelta(hours=6) if length <= timedelta(days=1) else timedelta(days=1)
    at = line.start.replace(hour=0, minute=0, second=0, microsecond=0)
    form = "%H:%M" if step < timedelta(days=1) else "%d"
    found = []
    while at <= line.end:
        if at > line.start + length / 20 and at < line.end - length / 20:
            found.append(Tick(x=_x(at, line), label=format(at, form)))
        at += step
    return tuple(found[:: max(len(found) // (2 * _TICKS), 1)])
