"""Templates as Zigbee2MQTT, Z-Wave JS UI, ESPHome, Tasmota and OpenMQTTGateway publish them, and as nobody should."""

import contextlib
import json
import subprocess
import time
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.gateway.fakes import NOON
from tests.gateway.homeassistant.server import ENVIRONMENT

from yamori.domain.clock import SetClock
from yamori.domain.values import Value
from yamori.gateway.mqtt.sandbox import LONGEST
from yamori.gateway.mqtt.template import Silent, Templates, Unsupported, as_text

TEMPLATES = Templates(SetClock(NOON))
reader, writer = TEMPLATES.reader, TEMPLATES.writer
ACTIVITY = "{% set values = {None:None,'idle':'idle','heat':'heating','cool':'cooling'} %}{{ values[value_json.running_state] }}"
STAGES = "{{ {'off':0, 'low':1, 'medium':2, 'high':3}[value_json.mode] | default('None') }}"
EVENT = r"""{% set patterns = [
{"pattern": '^(?P<button>(?:button_)?[a-z0-9]+)_(?P<action>(?:press|hold)(?:_release)?)$', "groups": ["button", "action"]},
{"pattern": '^(?P<action>recall|scene)_(?P<scene>[0-2][0-9]{0,2})$', "groups": ["action", "scene"]}] %}
{% set said = value_json.action|default('') %}
{% set ns = namespace(r=[('action', said)]) %}
{% for p in patterns %}
{% set m = said|regex_findall(p.pattern) %}
{% if m[0] is undefined %}{% continue %}{% endif %}
{% for key, value in zip(p.groups, m[0]) %}
{% set ns.r = ns.r|rejectattr(0, 'eq', key)|list + [(key, value)] %}
{% endfor %}
{% endfor %}
{{ dict(ns.r)|to_json }}"""


READ: list[tuple[str | None, str, Value]] = [
    (None, "ON", "ON"),
    ("{{ value }}", "ON", "ON"),
    ("{{ value_json.a.b }}", '{"a": {"b": 2}}', 2),
    ("{{ value_json['a']['b c'] }}", '{"a": {"b c": true}}', True),
    ("{{value_json.list[1]}}", '{"list": [1, "x"]}', "x"),
    ("{{ value_json.items }}", '{"items": 4}', 4),
    ("{{ value | int }}", "21.7", 21),
    ("{{ value[2:4] | int(base=16) }}", "0x1f", 31),
    ("{{ value_json.t | float | round(1) }}", '{"t": "21.26"}', 21.3),
    ("{{ value | float | round(0, 'floor') }}", "21.9", 21),
    ("{{ value_json.gone | default('none') }}", "{}", "none"),
    ("{{ value_json.gone | default(0) | int }}", "{}", 0),
    ("{{ value_json['gone'] | default }}off", "{}", "off"),
    ("{{ value_json.a | upper }}", '{"a": "on"}', "ON"),
    ("{{ value_json.a }} of {{ value_json.b }}", '{"a": 1, "b": 2}', "1 of 2"),
    ("{{ value | float(0) }}", "cold", 0),
    ("{{ value | int(default=7) }}", "cold", 7),
    ("{% if value == 'a' %}ON{% elif value == 'b' %}HALF{% else %}OFF{% endif %}", "b", "HALF"),
    ("{%- if value_json.on -%} on {%- else -%} off {%- endif -%}", '{"on": false}', "off"),
    ("{{ 'ON' if value_json.x > 2 and not value_json.y else 'OFF' }}", '{"x": 3, "y": false}', "ON"),
    ("{{ value.split(',')[1] | int }}", "on,40,1-2-3", 40),
    ("{{ value_json.b | float | multiply(2.55) | round(0) }}", '{"b": 40}', 102),
    ("{{ value_json.a | default('none', true) }}", '{"a": ""}', "none"),
    ("{{ value_json.a if value_json.a is defined else -1 }}", "{}", -1),
    ("{{ value_json.a if value_json is defined else value }}", "on", "on"),
    (ACTIVITY, '{"running_state": "heat"}', "heating"),
    (ACTIVITY, '{"running_state": null}', None),
    (STAGES, '{"mode": "medium"}', 2),
    (STAGES, '{"mode": "smart"}', "None"),
    ("{{ value_json['update']['installed_version'] }}", '{"update": {"installed_version": 3}}', 3),
    ("{{ (value_json.volt * 1000) | int }}", '{"volt": 2.95}', 2950),
    ("{{ ((value | float - 32) * 5 / 9) | round(1) }}", "70", 21.1),
    ("{% if value_json.get('battok') -%} {{ value_json.battok }} {%- else -%} none {%- endif %}", '{"battok": true}', True),
    ("{{ value_json.rssi ~ ' dBm' }}", '{"rssi": -60}', "-60 dBm"),
    ("{{ value_json.v | bitwise_and(4) > 0 }}", '{"v": 6}', True),
    ("{{ value_json.c | to_json }}", '{"c": {"a": 1}}', '{"a":1}'),
    ("{{ (value_json.s | from_json).a }}", '{"s": "{\\"a\\": 5}"}', 5),
    ("{{ iif(value_json.a is number, 'n', 'x') }}", '{"a": 3}', "n"),
    ("{{ value_json.a | iif('yes', 'no') }}", '{"a": false}', "no"),
    ("{{ value | regex_replace('[^0-9.]', '') | float }}", "21.5 C", 21.5),
    ("{{ value | regex_findall_index('[0-9]+', 1) }}", "a1b22", "22"),
    ("{{ 'ON' if value is match('on.*') else 'OFF' }}", "online", "ON"),
    ("{{ value_json.ts | timestamp_custom('%H:%M') }}", '{"ts": 1700000000}', "07:13"),
    ("{{ value_json.ts | timestamp_utc }}", '{"ts": 1700000000}', "2023-11-14T22:13:20+00:00"),
    ("{{ (now() - as_datetime(value)).total_seconds() | int }}", (NOON - timedelta(minutes=1)).isoformat(), 60),
    ("{{ '%0.1f' | format(value | float) }} {{ '%.2f' % (value | float) }} {{ '{:.0f}'.format(value | float) }}", "1.26", "1.3 1.26 1"),
    ("{{ [value_json.a, value_json.b] | max }}", '{"a": 3, "b": 9}', 9),
    ("{% for k, v in value_json.items() %}{{ k }}{{ v }}{{ ';' if not loop.last }}{% endfor %}", '{"a": 3, "b": 4}', "a3;b4"),
    (EVENT, '{"action": "button_1_hold_release"}', '{"button":"button_1","action":"hold_release"}'),
]


@pytest.mark.parametrize(("template", "payload", "value"), READ)
def test_a_payload_is_read(template: str | None, payload: str, value: Value) -> None:
    found = reader(template)(payload)
    assert (found, type(found)) == (value, type(value))


_THEIRS = """
import json, sys
from zoneinfo import ZoneInfo
from homeassistant.helpers.template import TemplateEnvironment
from homeassistant.util import dt
dt.DEFAULT_TIME_ZONE = ZoneInfo("Asia/Tokyo")
environment = TemplateEnvironment(None)
for template, payload in json.load(sys.stdin):
    given = {"value": payload}
    try:
        given["value_json"] = json.loads(payload)
    except ValueError:
        pass
    print(json.dumps(environment.from_string(template.strip()).render(**given).strip()))
"""
_OURS_ALONE = ("now()", ".items }}", "dict(ns.r)", "bitwise", "break")
"""Where ours goes further, or the time is another one."""


def test_home_assistant_itself_reads_the_same() -> None:
    python = ENVIRONMENT / "bin" / "python"
    if not python.is_file():
        pytest.skip(f"there is no Home Assistant in {ENVIRONMENT}")
    asked = [(t, p, v) for t, p, v in READ if t is not None and not any(mark in t for mark in _OURS_ALONE)]
    given = json.dumps([(t, p) for t, p, _ in asked])
    done = subprocess.run([str(python), "-c", _THEIRS], input=given, capture_output=True, text=True, check=True, timeout=120)
    theirs = [json.loads(line) for line in done.stdout.splitlines()]
    assert [as_text(value).removesuffix(".0") for _, _, value in asked] == [text.removesuffix(".0") for text in theirs]


@pytest.mark.parametrize(
    ("template", "payload"),
    [
        ("{{ value.split(',')[3] }}", "on,1"),
        ("{{ value_json.a.split(',') }}", '{"a": 1}'),
        ("{{ value < 3 }}", "2"),
        ("{{ value_json.a }}", "{}"),
        ("{{ value_json.a }}", "no json"),
        ("{{ value_json.a | is_defined }}", "{}"),
        ("{{ value | int }}", "x"),
        ("{{ value_json.a.b }}", '{"a": 5}'),
        ("{{ value_json.a }} of {{ value_json.b }}", '{"a": 1}'),
        (ACTIVITY, '{"running_state": "dry"}'),
        ("{{ 1 / (value | int) }}", "0"),
    ],
)
def test_a_payload_that_does_not_say_is_silent(template: str, payload: str) -> None:
    with pytest.raises(Silent):
        reader(template)(payload)


def test_a_command_template_is_filled() -> None:
    assert writer('{"brightness": {{ value }}, "t": {{ transition | default(1) }}}')(51, {}) == '{"brightness": 51, "t": 1}'
    assert writer("{{ red }};{{ green }}")("", {"red": 1, "green": 2.0}) == "1;2"
    assert writer("{{ {0:'off', 1:'low', 2:'medium', 3:'high'}[value] | default('') }}")(3, {}) == "high"
    assert writer("{{ (value / 2.55) | round(0) }}")(255, {}) == "100"
    assert writer(None)(21.0, {}) == "21"


def test_a_command_template_says_only_what_is_given() -> None:
    write = writer("""
        {"state": "on"
        {%- if brightness is defined -%}
        , "brightness": {{ brightness }}
        {%- endif -%}
        {%- if red is defined and green is defined -%}
        , "color": [{{ red }}, {{ green }}]
        {%- endif -%}
        }
    """)
    assert writer('{"a": {"b": {{ value }}}}')(5, {}) == '{"a": {"b": 5}}'
    assert write(None, {"state": True}) == '{"state": "on"}'
    assert write(None, {"brightness": 12}) == '{"state": "on", "brightness": 12}'
    assert write(None, {"red": 1, "green": 2}) == '{"state": "on", "color": [1, 2]}'
    assert writer("on,{{ brightness | d }},{{ red | d }}-{{ green }}")(None, {"brightness": 9}) == "on,9,-"


@pytest.mark.parametrize(
    "template",
    [
        "{% if value %}ON",
        "ON{% endif %}",
        "{{ 'ON' if }}",
        "{{ value",
        "{{ " + "(" * 3000 + "value" + ")" * 3000 + " }}",
        "{{ " + "-" * 3000 + "1 }}",
        "{% if value %}" * 300 + "{% endif %}" * 300,
        "{{ states('light.x') }}",
        "{{ lipsum(n=100000) }}",
        "{{ value | attr('__class__') }}",
        "{{ value | center(1000000000) }}",
        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
        "{% for x in value recursive %}{{ loop(value) }}{% endfor %}",
        "{% include 'x' %}",
        "{% set x %}long{% endset %}",
        "{{ self }}",
        "{{ dict(**value_json) }}",
        "x" * (LONGEST + 1),
    ],
)
def test_a_template_that_is_not_let_through_is_refused(template: str) -> None:
    with pytest.raises(Unsupported):
        reader(template)


DOUBLED = 100
HOSTILE = [
    "{{ 10**10**10 }}",
    "{% set a = 2**60 %}" + "{% set a = a * a %}" * DOUBLED + "{{ a }}",
    "{{ 'x' * 1000000000 }}",
    "{{ value * 1000000000 }}",
    "{{ [value] * 1000000000 }}",
    "{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}x{% endfor %}{% endfor %}{% endfor %}",
    "{% for a in range(100000000) %}x{% endfor %}",
    "{% set x = value %}" + "{% set x = x ~ x %}" * DOUBLED + "{{ x }}",
    "{% set x = value %}" + "{% set x = x + x %}" * DOUBLED + "{{ x }}",
    "{% set x = [1, 1] %}" + "{% set x = [x, x] %}" * DOUBLED + "{{ x }}",
    "{% set x = [1, 1] %}" + "{% set x = (x, x) %}" * DOUBLED + "{{ x == x }}{{ x | string }}",
    "{% set x = {'a': 1} %}" + "{% set x = {'a': x, 'b': x} %}" * DOUBLED + "{{ x }}",
    "{% set n = namespace(a=1) %}" + "{% set n = namespace(a=n, b=n) %}" * DOUBLED + "{{ n }}",
    "{% set n = namespace(a=1) %}{% set n.a = n %}{{ n }}",
    "{% set s = namespace(x=[]) %}{% for i in range(1000) %}{% set s.x = s.x + [i] %}{% endfor %}{{ s.x }}",
    "{% for i in range(1000) %}{{ range(1000) | sort | unique | reverse | join }}{% endfor %}",
    "{% for i in range(1000) %}{{ value | regex_findall('a*a*a?a?a?x') }}{% endfor %}",
    "{{ value | regex_search('(a+)+$') }}",
    "{{ value | regex_search('(a|a)*b') }}",
    "{{ value | regex_search('(?:a?){50}b') }}",
    "{{ value | regex_search('(a+)(?#)+b') }}",
    "{{ value | regex_search('(?x)(a+) +b') }}",
    "{{ value | regex_search('a*a*a*a*a*b') }}",
    "{{ value | regex_search('" + "a?" * 40 + "a" * 40 + "') }}",
    "{{ '%999999999d' % 1 }}",
    "{{ '{:999999999}'.format(1) }}",
    "{{ '{:{w}}'.format(1, w=999999999) }}",
    "{{ now().strftime('%999999999Y') }}",
    "{{ 0 | timestamp_custom('%999999999Y') }}",
    "{{ value.replace('', value) | replace('', value) | replace('', value) }}",
    "{{ range(1000) | join(range(1000) | join('" + "x" * 3000 + "')) }}",
    "{{ ''.__class__.__mro__ }}",
    "{{ ''['__class__']['__mro__'] }}",
    "{{ namespace.__init__.__globals__ }}",
    "{{ '{0.__class__}'.format(value) }}",
    "{{ range.__self__ }}",
    "{{ now.__self__ }}",
    "{{ value.format.__globals__ }}",
    "{{ [].append(1) }}",
    "{{ namespace }}",
    "{{ loop }}",
]


@pytest.mark.parametrize("template", HOSTILE)
def test_a_hostile_template_says_nothing_and_ends_at_once(template: str) -> None:
    begun = time.thread_time()
    with pytest.raises(Silent):
        reader(template)("a" * 190)
    assert time.thread_time() - begun < 2.0


def test_a_template_that_keeps_wanting_too_much_is_not_run_any_more() -> None:
    read = reader("{% for i in range(1000) %}{{ range(1000) | sort | reverse | join }}{% endfor %}")
    for _ in range(30):
        with pytest.raises(Silent):
            read("x")
    begun = time.thread_time()
    for _ in range(1000):
        with pytest.raises(Silent, match="before"):
            read("x")
    assert time.thread_time() - begun < 2.0


PIECES = st.sampled_from(
    [
        *("{{", "}}", "{%", "%}", "{#", "-", " if ", " for ", " in ", " set ", "else", "elif", "endif", "endfor", "x", "=", "value"),
        *("value_json", ".a", "[0]", "[", "]", "(", ")", "|", "int", "'x'", "==", "~", "**", "*", "9999", "range", "namespace", "{", ":"),
        *(",", "join", "format", ".format", "loop", "regex_search", "'a+'", "map", "list", "now", "timestamp_custom", ".__class__"),
    ]
)
WRITTEN = st.text(max_size=40) | st.lists(PIECES, max_size=14).map("".join)


@settings(deadline=None)
@given(WRITTEN, st.text(max_size=40))
def test_nothing_but_these_errors_leaves(template: str, payload: str) -> None:
    for whole in (template, "{{" + template + "}}", "{% for x in " + template + " %}{{ x }}{% endfor %}"):
        with contextlib.suppress(Unsupported, Silent):
            as_text(reader(whole)(payload))
