"""The capability documents that the board carries: one JSON file made of the YAML files.

`python -m yamori.edge.micropython.documents` writes it anew.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

_HERE = Path(__file__).parent
BOARD_FILE = _HERE / "board" / "capabilities.json"
_NAMES = ("switch", "ledPattern", "melodyPlayer", "fanMotor", "textDisplay", "faceDisplay", "thermometer")


def documents() -> Mapping[str, Any]:  # Any: YAML
    """What a Pico can do at the most, by the name of the capability."""
    found = {}
    for name in _NAMES:
        file = next(
            file
            for folder in (_HERE / "capabilities", _HERE.parent / "capabilities")
            if (file := folder / f"{name}.capability.yaml").exists()
        )
        found[name] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found


def written() -> str:
    lines = [f"{json.dumps(name)}: {json.dumps(document, ensure_ascii=False)}" for name, document in documents().items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    BOARD_FILE.write_text(written(), encoding="utf-8")
