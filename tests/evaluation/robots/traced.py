"""Hand-written traces, as the robots write them."""

import json
from collections.abc import Iterable
from typing import Any

from yamori.evaluation.robots.tasks import RobotTask, read_tasks
from yamori.evaluation.robots.traces import TraceLine, read_line

JETSON, PI4, PICO = "jetson-robot", "pi4-robot", "pico"
TASKS = {task.task: task for task in read_tasks().tasks}
POLICE = (
    (("redLed",), 0.15),
    ((), 0.15),
    (("redLed",), 0.15),
    (("yellowLed", "greenLed"), 0.15),
    ((), 0.15),
    (("yellowLed", "greenLed"), 0.15),
)


def task(number: int) -> RobotTask:
    return TASKS[number]


def did(at: float, device: str, component: str, event: str, **values: Any) -> TraceLine:
    return read_line(json.dumps({"at": at, "device": device, "component": component, "event": event, **values}))


def drove(begin: float, end: float, *, direction: str = "forward") -> list[TraceLine]:
    return [did(begin, JETSON, "wheels", "motors", movement=direction), did(end, JETSON, "wheels", "motors", movement="still")]


def showed(at: float, device: str, text: str) -> TraceLine:
    return did(at, device, "display", "text", text=text)


def lcd(at: float, *lines: str, face: str | None = None) -> TraceLine:
    return did(at, PICO, "display", "text", lines=[*lines, "", ""][:2], face=face)


def lit(at: float, device: str, *leds: str) -> list[TraceLine]:
    return [did(at + n * 0.001, device, led, "led", lit=True) for n, led in enumerate(leds)]


def flashed(pictures: Iterable[tuple[tuple[str, ...], float]], *, at: float = 0.0, device: str = PI4) -> list[TraceLine]:
    """LED by LED, as the driver changes them."""
    lines: list[TraceLine] = []
    before: set[str] = set()
    for picture, seconds in pictures:
        for n, led in enumerate(("redLed", "yellowLed", "greenLed")):
            if (led in picture) != (led in before):
                lines.append(did(at + n * 0.002, device, led, "led", lit=led in picture))
        before, at = set(picture), at + seconds
    return lines
