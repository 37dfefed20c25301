"""Opens the pins that a profile's numbers mean: a Raspberry Pi's own, a board's named lines, or mock pins on a laptop.

A Jetson's lines are found by name through lgpio, because their numbers change with the kernel.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from yamori.domain.errors import Misconfigured

Pins = Callable[[], Any]
"""Gives the gpiozero pin factory, opened when first asked for: a profile without pins needs no gpiozero."""


class HousePins:
    """Fulfils `Pins`, and closes what it opened."""

    def __init__(self, settings: Mapping[str, Any], *, simulated: bool) -> None:
        self._settings = settings
        self._simulated = simulated
        self._factory: Any = None

    def __call__(self) -> Any:
        if self._factory is None:
            self._factory = _mock() if self._simulated else _real(self._settings)
        return self._factory

    def close(self) -> None:
        if self._factory is not None:
            self._factory.close()


def _mock() -> Any:
    from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]

    return MockFactory(pin_class=MockPWMPin)


def _real(settings: Mapping[str, Any]) -> Any:
    try:
        if settings.get("board") == "lines":
            return _lines(int(settings.get("chip", 0)), settings["lines"])
        from gpiozero import Device  # type: ignore[import-untyped]

        Device.ensure_pin_factory()
        return Device.pin_factory
    except Exception as error:  # gpiozero and lgpio raise a dozen kinds, and only the operator can act on any of them
        raise Misconfigured(
            f"the pins cannot be opened: {error}",
            where="gpio",
            mend="On a Raspberry Pi install python3-lgpio; elsewhere start with --simulated. The head of the profile says more.",
        ) from error


def _lines(chip: int, names: Mapping[int, str]) -> Any:
    """A gpiozero factory over a gpiochip whose lines are known by name."""
    lgpio = import_module("lgpio")
    from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin  # type: ignore[import-untyped]

    class NamedLines(LGPIOFactory):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(chip=chip)
            _, count, *_ = lgpio.gpio_get_chip_info(self._handle)
            offsets = {lgpio.gpio_get_line_info(self._handle, line)[3]: line for line in range(count)}
            self.offsets = {number: offsets.get(name) for number, name in names.items()}
            self.pin_class = NamedLine

        def _get_revision(self) -> int:
            return 0xA02082  # any 40-pin header: gpiozero asks for it to know which numbers exist

    class NamedLine(LGPIOPin):  # type: ignore[misc]
        def __init__(self, factory: Any, info: Any) -> None:
            number = int(info.name[4:])
            if factory.offsets.get(number) is None:
                raise Misconfigured(
                    f"GPIO{number} has no line {names.get(number)!r} on gpiochip{chip}", where="pins.lines", mend="See `gpioinfo`."
                )
            self._line = factory.offsets[number]
            super().__init__(factory, info)

        @property
        def _number(self) -> int:
            return int(self._line)

        @_number.setter
        def _number(self, value: int) -> None:
            pass  # gpiozero would put the header's number here

    return NamedLines()
