"""A home with devices that can tell people something, by capabilities of their own."""

from pathlib import Path

from yamori.gateway.homefile import LoadedHome, load_home

HOME = """\
home: told
place: {name: Nara, country: JP, latitude: 34.68, longitude: 135.8, timezone: Asia/Tokyo}
rooms: [{id: hall, name: Hall}]
people: [{id: sora, name: Sora, role: adult}]
devices:
  - {id: wall, name: Wall panel, aliases: [壁], room: hall, components: {screen: {noteBoard: {note: ""}}, horn: {gong: {sounding: "no"}}}}
  - {id: lamp, name: Lamp, room: hall, components: {main: {switch: {switch: "off"}}}}
  - {id: siren, name: Siren, room: hall, components: {main: {siren: {siren: "off"}}}}
  - {id: voice, name: Voice, room: hall, components: {main: {speech: {said: ""}}}}
"""
CAPABILITIES = {
    "noteBoard": """\
capability: noteBoard
says: A board for short notes.
attributes: {note: {type: string}}
commands:
  pin:
    says: Show a note.
    arguments: {type: object, properties: {words: {type: string, maxLength: 20}, size: {type: integer}}, required: [words, size]}
    defaults: {size: 2}
    effects: {note: {argument: words}}
  wipe: {says: Clear the board., effects: {note: ""}}
""",
    "gong": """\
capability: gong
says: A bell.
attributes: {sounding: {type: string, values: ["no", bell, tune]}}
commands:
  tune: {says: Play a tune., effects: {sounding: tune}}
  once: {says: Beep once., effects: {sounding: bell}}
""",
    "speech": """\
capability: speech
says: A voice.
attributes: {said: {type: string}}
commands:
  utter: {says: Say a sentence aloud., arguments: {type: object, properties: {phrase: {type: string}}, required: [phrase]},
    effects: {said: {argument: phrase}}}
""",
}


def told_home(folder: Path) -> LoadedHome:
    """Written into the folder, and read."""
    (folder / "capabilities").mkdir()
    for name, text in CAPABILITIES.items():
        (folder / "capabilities" / f"{name}.capability.yaml").write_text(text, encoding="utf-8")
    (folder / "told.home.yaml").write_text(HOME, encoding="utf-8")
    return load_home(str(folder / "told.home.yaml"))
