"""What the pretended pins, wires and screen did, one line of JSON each. Written by `machine.py`, which knows pin numbers only;
`start` tells which component hangs on which pin. Runs under MicroPython too."""

import json

_names = {}
_write = [print]


def start(config, write):
    """`write` takes one line; `config` is config.json."""
    _write[0] = write
    _names.clear()
    for name, pin in config["pins"].items():
        if pin is not None and name != "displayAddress":
            _names[pin] = "display" if name.startswith("display") else name


def note(pin, event, **details):
    line = {"component": _names.get(pin, "thermometer" if pin is None else "pin %d" % pin), "event": event, "pin": pin}
    line.update(details)
    _write[0](json.dumps(line))
