"""What a home file or a capability file may hold, and how its mistakes are told."""

from pathlib import Path

import pytest
from tests.gateway.fakes import CAPABILITIES, HOME, write_home

from yamori.domain.errors import Misconfigured
from yamori.gateway.homefile import load_home


def mistake(folder: Path, home: str = HOME, **capabilities: str) -> str:
    with pytest.raises(Misconfigured) as raised:
        load_home(write_home(folder, home, **capabilities))
    return str(raised.value).replace(f"{folder}/", "")


def test_a_home_file_becomes_a_home_with_the_capabilities_of_its_devices(tmp_path: Path) -> None:
    loaded = load_home(write_home(tmp_path))
    heater = loaded.home.device("heater")
    assert heater is not None and heater.aliases == ("暖房機",)
    assert heater.capabilities() == (("main", "power"), ("main", "warmth"), ("lid", "hatch"))
    assert set(loaded.capabilities) == set(CAPABILITIES)
    assert loaded.capabilities["warmth"].commands["more"].defaults == {"by": 3}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("home: cabin\n", "", "cabin.home.yaml:1: the key `home` is missing"),
        ("place: {name: Nara, ", "place: {nam: Nara, ", "cabin.home.yaml:2: place.nam: unknown key `nam`; did you mean name?"),
        ("devices:", "device:", "cabin.home.yaml:9: device: unknown key `device`; did you mean devices?"),
        ("country: JP", "country: NO", 'place.country: expected a string, but `NO` without quotes is YAML\'s boolean false; write "NO"'),
        ("country: JP", "country: Japan", "place.country: `Japan` is no country code; expected two capital letters, such as JP"),
        ("latitude: 34.68", "latitude: 134.68", "cabin.home.yaml:2: place.latitude: 134.68 is too large; expected at most 90.0"),
        ("latitude: 34.68", "latitude: north", 'place.latitude: expected a number, got the string "north"'),
        ("Asia/Tokyo", "Asia/Tokio", "unknown time zone `Asia/Tokio`; did you mean Asia/Tokyo"),
        ("floor: ground", "floor: grond", "cabin.home.yaml:6: rooms[0].floor: unknown floor `grond`; did you mean ground?"),
        ("room: den", "room: dem", "cabin.home.yaml:13: devices[0].room: unknown room `dem`; did you mean den?"),
        ("role: adult", "role: adulte", "people[0].role: `adulte` is not allowed; expected adult, child or guest"),
        ("id: gate", "id: heater", "cabin.home.yaml:20: devices[1].id: the id `heater` is used twice; the first is in line 10"),
        ("id: gate", "id: 12", 'devices[1].id: expected a string, but `12` without quotes is a number; write "12"'),
        ("id: gate", "id: the gate", "devices[1].id: `the gate` is no id"),
        ("        bell: {}", "        bel: {}", "unknown capability `bel`; did you mean bell"),
        ("{hatch: closed}\n        vault", "{hach: closed}\n        vault", "`hatch` has no attribute `hach`; did you mean hatch?"),
        (
            '{power: "off"}',
            "{power: off}",
            "cabin.home.yaml:16: devices[0].components.main.power.power: expected a string, but `off` without quotes",
        ),
        ('{power: "off"}', '{power: "of"}', '"of" is not allowed; expected on or off'),
        ('{power: "off"}', "off", "devices[0].components.main.power: expected a mapping of keys to values"),
        (
            "{warmth: 20,",
            "{warmth: 31,",
            "cabin.home.yaml:17: devices[0].components.main.warmth.warmth: 31 is out of range; expected 5 to 30 °C",
        ),
        ("{warmth: 20,", "{warmth: 20.5,", "expected a whole number, 5 to 30 °C"),
        ("{warmth: 20,", "{warmth: .nan,", "expected a whole number, 5 to 30 °C"),
        ("aliases: [暖房機]", "aliases: 暖房機", "devices[0].aliases: expected a list"),
        ("    room: den", "    room: den\n    photo: /etc/passwd", "devices[0].photo: a photo lies beside the home file"),
        ("home: cabin", "home: cabin\nhome: hut", "cabin.home.yaml:2: the key `home` stands here and in line 1"),
        ("home: cabin", "home: [cabin", "is no valid YAML"),
        ("home: cabin", "home: !!python/object:os.system x", "cabin.home.yaml:1: the tag"),
        ("        bell: {}", "        bell: &b {again: *b}", "an alias refers to what it stands in"),
    ],
)
def test_a_mistake_in_a_home_file_names_its_line_its_key_and_what_is_expected(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in HOME
    assert said in mistake(tmp_path, HOME.replace(old, new, 1))


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("power", '"on": {', "on: {", 'power.capability.yaml:6: the key `on` without quotes is YAML\'s boolean true; write "on"'),
        (
            "power",
            '["on", "off"]',
            "[on, off]",
            "attributes.power.values[0]: expected a string, but `on` without quotes is YAML's boolean true",
        ),
        (
            "power",
            '{power: "on"}',
            "{power: on}",
            "commands.on.effects.power: expected a string, but `on` without quotes is YAML's boolean true",
        ),
        ("power", '{power: "on"}', "{power: bright}", 'commands.on.effects.power: "bright" is not allowed; expected on or off'),
        ("power", '{power: "on"}', "{powr: x}", "`power` has no attribute `powr`; did you mean power?"),
        ("power", '{power: "on"}', "{power: {plus: 1}}", "commands.on.effects.power: is no effect"),
        ("power", '{power: "on"}', "{power: {add: 1}}", "nothing can be added to `power`, a string"),
        ("power", "says: On or off.\n", "", "the key `says` is missing"),
        ("power", "capability: power", "capability: might", "capability: says `might`, but the file is named power.capability.yaml"),
        (
            "power",
            "type: string",
            "type: text",
            "attributes.power.type: `text` is not allowed; expected integer, number, string, boolean or object",
        ),
        ("warmth", "minimum: 5, maximum: 30", "minimum: 30, maximum: 5", "the minimum 30 is above the maximum 5"),
        ("warmth", "minimum: 5", "minimum: low", "attributes.warmth.minimum: expected a number"),
        ("warmth", "minimum: 5", "min: 5", "attributes.warmth.min: unknown key `min`; did you mean minimum"),
        (
            "warmth",
            "{type: integer}, glow",
            "{type: whole}, glow",
            "commands.setWarmth.arguments.properties.warmth.type: is no JSON schema",
        ),
        (
            "warmth",
            "{type: object, properties: {by",
            "{type: array, properties: {by",
            "commands.more.arguments.type: the arguments must be",
        ),
        ("warmth", "by: {type: integer}", 'by: {"$ref": "https://example.org/x"}', "a schema may only refer to itself"),
        ("warmth", "required: [warmth]", "required: [warm]", "there is no argument `warm`"),
        ("warmth", "defaults: {by: 3}", "defaults: {by: much}", "commands.more.defaults.by: does not fit the argument"),
        ("warmth", "defaults: {by: 3}", "defaults: {of: 3}", "there is no argument `of`; the arguments are by"),
        ("warmth", "{add: {argument: by}}", "{add: {argument: of}}", "there is no argument `of`; the arguments are by"),
        ("warmth", 'power.power: "on"', 'power.pow: "on"', "`power` has no attribute `pow`; it has power"),
        ("warmth", 'power.power: "on"', 'pwer.power: "on"', "unknown capability `pwer`; did you mean power"),
        ("warmth", 'power.power: "on"', "power.power: on", "effects.power.power: expected a string, but `on` without quotes"),
        ("hatch", "risk: confirm", "risk: high", "commands.open.risk: `high` is not allowed; expected safe, confirm or pin"),
    ],
)
def test_a_mistake_in_a_capability_file_names_its_line_its_key_and_what_is_expected(
    name: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    assert old in CAPABILITIES[name]
    assert said in mistake(tmp_path, **{name: CAPABILITIES[name].replace(old, new, 1)})


def test_several_mistakes_are_told_together_in_the_order_of_their_lines(tmp_path: Path) -> None:
    said = mistake(tmp_path, HOME.replace("floor: ground}", "floor: x}").replace("room: den", "room: y"))
    first, second = said.splitlines()
    assert first.startswith("cabin.home.yaml:6: rooms[0].floor")
    assert second.startswith("cabin.home.yaml:13: devices[0].room")


@pytest.mark.parametrize(
    ("bytes_", "said"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe\x00", "is not UTF-8"),
        (b"home: a\x00b", "is no valid YAML"),
        (b"[" * 100_000, "nested more than 50 deep"),
        (b"- a", "mapping"),
    ],
)
def test_a_file_that_is_no_home_at_all_is_told_so(bytes_: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "x.home.yaml"
    file.write_bytes(bytes_)
    with pytest.raises(Misconfigured, match=said):
        load_home(file)


def test_aliases_that_multiply_without_end_are_stopped(tmp_path: Path) -> None:
    levels = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10) if n else 'x'}]" for n in range(9))
    file = tmp_path / "x.home.yaml"
    file.write_text(levels)
    with pytest.raises(Misconfigured, match="aliases"):
        load_home(file)


def test_a_capability_beside_the_home_wins_over_the_products(tmp_path: Path) -> None:
    home = HOME.replace('power: {power: "off"}', "switch: {mood: calm}")
    own = "capability: switch\nsays: Ours.\nattributes: {mood: {type: string}}\n"
    loaded = load_home(write_home(tmp_path, home, switch=own))
    assert loaded.capabilities["switch"].says == "Ours."


def test_a_products_effect_upon_a_capability_that_a_home_replaced_is_no_mistake(tmp_path: Path) -> None:
    home = HOME.replace('power: {power: "off"}', "switch: {}\n        switchLevel: {level: 5}")
    own = "capability: switch\nsays: Ours.\nattributes: {mood: {type: string}}\n"
    assert "switchLevel" in load_home(write_home(tmp_path, home, switch=own)).capabilities


def test_times_and_dates_without_quotes_are_the_strings_that_stand_there(tmp_path: Path) -> None:
    home = HOME.replace("name: Garden gate", "name: 07:30").replace("name: Den", "name: 2026-05-01")
    loaded = load_home(write_home(tmp_path, home)).home
    assert (loaded.devices[1].name, loaded.rooms[0].name) == ("07:30", "2026-05-01")


def test_a_home_is_found_by_its_name_and_an_unknown_name_gets_the_names_that_exist() -> None:
    assert load_home("demo").home.name == "demo"
    with pytest.raises(Misconfigured, match="there is no home named demmo; the homes are demo"):
        load_home("demmo")
    with pytest.raises(Misconfigured, match="there is no file"):
        load_home(Path("nowhere/my.home.yaml"))


def test_a_home_given_as_a_value_is_checked_as_a_file_is(tmp_path: Path) -> None:
    home = load_home(write_home(tmp_path)).home
    assert load_home(home, capabilities=tmp_path / "capabilities").home is home
    with pytest.raises(Misconfigured, match=r"home cabin: devices\[0\].components.main.power: unknown capability `power`"):
        load_home(home)
