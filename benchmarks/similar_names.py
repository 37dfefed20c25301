"""How long the IoT agent reads a sentence in a home of a thousand lamps whose names differ by a number, without a model.

    python benchmarks/similar_names.py [devices]

Prints seconds of processor for each sentence: understood, and with what a model would be shown.
"""

import sys
import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

import yaml

from yamori.agents.iot.rules.candidates import candidates
from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.retrieval import likelihood
from yamori.agents.iot.rules.words import lexicon
from yamori.gateway.homefile import load_home

SENTENCES = (
    "turn on the ceiling lamp",
    "turn on cieling lmap 77",
    "which lamps are on?",
    "天井のランプを赤くして",
    "turn on ceiling lamps 3 and 4",
)
LAMP = {
    "switch": {"switch": "off"},
    "switchLevel": {"level": 10},
    "audioVolume": {"volume": 10},
    "colorTemperature": {"colorTemperature": 3000},
    "mediaPlayback": {"playbackStatus": "stopped"},
}


def home_of(devices: int) -> Context:
    rooms = [{"id": f"r{n}", "name": f"Room {n}", "aliases": [f"部屋{n}"]} for n in range(50)]
    lamps = [
        {"id": f"d{n}", "name": f"Ceiling lamp {n}", "aliases": [f"天井ランプ{n}"], "room": f"r{n % 50}", "components": {"main": LAMP}}
        for n in range(devices)
    ]
    data = {"home": "Alike", "place": {"name": "Bath", "country": "GB", "latitude": 51.4, "longitude": -2.4, "timezone": "Europe/London"}}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "alike.home.yaml"
        people = [{"id": "ida", "name": "Ida", "role": "adult"}]
        file.write_text(yaml.safe_dump({**data, "people": people, "rooms": rooms, "devices": lamps}, allow_unicode=True), encoding="utf-8")
        loaded = load_home(file)
    index = HomeIndex(loaded.home, loaded.capabilities, lexicon())
    return Context(index, lexicon(), {}, None, now=datetime(2026, 11, 21, 9, tzinfo=UTC))


def main() -> None:
    begun = process_time()
    home = home_of(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    understand("turn on ceiling lamp 1", replace(home))
    print(f"opened in {process_time() - begun:.2f} s")
    for sentence in SENTENCES:
        context = replace(home)
        begun = process_time()
        meaning = understand(sentence, context)
        read = process_time() - begun
        candidates(sentence, meaning, context, likelihood(sentence, {}, context))
        print(f"{read:.2f} s {process_time() - begun:.2f} s  {sentence}")


if __name__ == "__main__":
    main()
