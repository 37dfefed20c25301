"""The simple forms of templates, and an honest no to all others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.values import Value
from yamori.gateway.mqtt.template import Silent, Unsupported, as_text, reader, writer


@pytest.mark.parametrize(
    ("template", "payload", "value"),
    [
        (None, "ON", "ON"),
        ("{{ value }}", "ON", "ON"),
        ("{{ value_json.a.b }}", '{"a": {"b": 2}}', 2),
        ("{{ value_json['a']['b c'] }}", '{"a": {"b c": true}}', True),
        ("{{value_json.list[1]}}", '{"list": [1, "x"]}', "x"),
        ("{{ value | int }}", "21.7", 21),
        ("{{ value_json.t | float | round(1) }}", '{"t": "21.26"}', 21.3),
        ("{{ value_json.gone | default('none') }}", "{}", "none"),
        ("{{ value_json.gone | default(0) | int }}", "{}", 0),
        ("{{ value_json.a | upper }}", '{"a": "on"}', "ON"),
        ("{{ value_json.a }} of {{ value_json.b }}", '{"a": 1, "b": 2}', "1 of 2"),
        ("{{ value | float(0) }}", "cold", 0.0),
        ("{% if value == 'a' %}ON{% elif value == 'b' %}HALF{% else %}OFF{% endif %}", "a", "ON"),
        ("{% if value == 'a' %}ON{% elif value == 'b' %}HALF{% else %}OFF{% endif %}", "b", "HALF"),
        ("{%- if value_json.on -%} on {%- else -%} off {%- endif -%}", '{"on": false}', "off"),
        ("{{ 'ON' if value_json.x > 2 and not value_json.y else 'OFF' }}", '{"x": 3, "y": false}', "ON"),
        ("{{ value.split(',')[1] | int }}", "on,40,1-2-3", 40),
        ("{{ value.split(',')[2].split('-')[0] }}", "on,40,1-2-3", "1"),
        ("{{ value_json.b | float | multiply(2.55) | round(0) }}", '{"b": 40}', 102),
        ("{{ value_json.a | default('none', true) }}", '{"a": ""}', "none"),
        ("{# a remark #}{{ value }}", "ON", "ON"),
        ("{{ value_json.a if value_json.a is defined else -1 }}", "{}", -1),
    ],
)
def test_a_simple_template_is_read(template: str | None, payload: str, value: Value) -> None:
    assert reader(template)(payload) == value


@pytest.mark.parametrize(
    "template",
    [
        "{% for x in value %}ON{% endfor %}",
        "{% set x = 1 %}{{ x }}",
        "{% if value %}ON",
        "ON{% endif %}",
        "{{ 'ON' if }}",
        "{{ value.format(1) }}",
        "{{ " + "(" * 50 + "value" + ")" * 50 + " }}",
        "{% if value %}" * 50 + "{% endif %}" * 50,
        "{{ states('light.x') }}",
        "{{ value_json.__class__ | attr('x') }}",
        "{{ value * 2 }}",
        "{{ value",
        "{{ ().__class__ }}",
        "{{ value }}" * 1000,
    ],
)
def test_whatever_is_not_simple_is_refused(template: str) -> None:
    with pytest.raises(Unsupported):
        reader(template)


@pytest.mark.parametrize(
    ("template", "payload"),
    [
        ("{{ value.split(',')[3] }}", "on,1"),
        ("{{ value_json.a.split(',') }}", '{"a": 1}'),
        ("{{ value < 3 }}", "2"),
        ("{{ value_json.a }}", "{}"),
        ("{{ value_json.a }}", "no json"),
        ("{{ value | int }}", "x"),
        ("{{ value_json.a.b }}", '{"a": 5}'),
    ],
)
def test_a_payload_that_does_not_say_is_silent(template: str, payload: str) -> None:
    with pytest.raises(Silent):
        reader(template)(payload)


def test_a_command_template_is_filled() -> None:
    assert writer('{"brightness": {{ value }}, "t": {{ transition | default(1) }}}')(51, {}) == '{"brightness": 51, "t": 1}'
    assert writer("{{ red }};{{ green }}")("", {"red": 1, "green": 2.0}) == "1;2"
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


PIECES = st.sampled_from(
    [
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "-",
        " if ",
        "else",
        "elif",
        "endif",
        "value",
        "value_json",
        ".a",
        "[0]",
        "(",
        ")",
        "|",
        "int",
        "'x'",
        "==",
    ]
)
WRITTEN = st.text(max_size=40) | st.lists(PIECES, max_size=14).map("".join)


@given(WRITTEN, st.text(max_size=40))
def test_nothing_but_these_errors_leaves(template: str, payload: str) -> None:
    try:
        as_text(reader(template)(payload))
        as_text(reader("{{" + template + "}}")(payload))
    except (Unsupported, Silent):
        pass
