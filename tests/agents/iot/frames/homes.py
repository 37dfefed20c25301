"""Frames resolved in homes as their files describe them, for the tests beside this file."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from yamori.agents.iot.frames.resolver import resolve
from yamori.agents.iot.rules.meaning import Context, Focus
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.words import lexicon, lexicon_language
from yamori.domain.agenda import without_agendas
from yamori.domain.values import Value
from yamori.gateway.homefile import load_home
from yamori.understanding.marked import marked
from yamori.understanding.resolution import Resolution
from yamori.understanding.utterance import utterance_of

NOW = datetime(2026, 11, 25, 19, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
ROOT = Path(__file__).parents[4]
HOMES: Mapping[str, Path] = {
    "demo": ROOT / "src/yamori/gateway/homes/demo.home.yaml",
    "altbau": ROOT / "tests/agents/iot/houses/altbau.home.yaml",
}


@cache
def context_of(home: str, language: str = "") -> Context:
    """A home as its file begins; nobody is in any room."""
    loaded = load_home(HOMES.get(home) or ROOT / f"cases/homes/{home}/{home}.home.yaml")
    state: dict[str, Value] = {}
    for device in loaded.home.devices:
        for component, name in device.capabilities():
            own = device.components[component][name]
            state |= {f"{device.id}.{component}.{name}.{attribute}": value for attribute, value in own.items()}
    index = HomeIndex(without_agendas(loaded.home), loaded.capabilities, lexicon(language))
    return Context(index, lexicon(language), state, None, Focus(), now=NOW)


def resolved(line: str, home: str = "demo", *, room: str | None = None, focus: Focus | None = None) -> Resolution:
    """What a marked line becomes."""
    sentence = marked(line)
    context = replace(context_of(home, lexicon_language(sentence.text)), room=room, focus=focus or Focus())
    return resolve(sentence.frames, utterance_of(sentence.text, NOW), context)


def calls_of(resolution: Resolution) -> list[str]:
    """Calls in short: `setLevel(level=30) floor-lamp`, `read fridge temperatureMeasurement.temperature`."""
    lines: list[str] = []
    for call in resolution.calls:
        arguments = call.arguments
        devices = " ".join(map(str, arguments.get("devices", ())))  # type: ignore[arg-type]
        if call.tool == "control_devices":
            given = ", ".join(f"{k}={v}" for k, v in dict(arguments["arguments"]).items())  # type: ignore[arg-type, call-overload]
            lines.append(f"{arguments['command']}({given}) {devices}")
        elif call.tool == "read_devices":
            attributes = " ".join(map(str, arguments.get("attributes", ())))  # type: ignore[arg-type]
            equals = f" = {arguments['equals']}" if "equals" in arguments else ""
            lines.append(f"read {devices}: {attributes}{equals}")
        else:
            lines.append(f"{call.tool} {devices}".strip())
    return lines
