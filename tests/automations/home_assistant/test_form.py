"""An automation as Home Assistant has it, or the reason why it has no such form."""

from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any

import pytest
import yaml
from tests.automations.fakes import MovingClock, automation, call, notify
from tests.automations.home_assistant.homes import AWAY, DOOR, WARM, FakeHomeAssistant

from yamori.automations.action import Ask
from yamori.automations.condition import Comparison, GeneratedIs, Not, Operator, SunIs, WeatherIs
from yamori.automations.home_assistant.form import HomeAssistantForm, home_assistant_form
from yamori.automations.life import ONCE, Life
from yamori.automations.trigger import At, Becomes, Ends, Every, Generated, Recurring, Slot, Source, Sun, SunEvent
from yamori.domain.language import Language

HOME = FakeHomeAssistant()
OLD = replace(HOME, version="2024.3.3")
OPEN = Becomes(test=Comparison(path=DOOR, value="open"), for_seconds=120)
WEEK = Recurring(slots=(Slot(rule="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", at=time(7)),), starts=date(2026, 11, 1))


def formed(clock: MovingClock, *triggers: object, home: FakeHomeAssistant = HOME, **more: object) -> HomeAssistantForm:
    made = automation(clock, *triggers, **more)
    return home_assistant_form(made, home, zone="Europe/Berlin", language=made.language)


def read(form: HomeAssistantForm) -> Any:
    assert form.yaml is not None, form.why
    (found,) = yaml.safe_load(form.yaml)["automation"]
    return found


def test_it_is_written_in_the_words_of_the_version_that_is_there(clock: MovingClock) -> None:
    new, old = read(formed(clock, WEEK)), read(formed(clock, WEEK, home=OLD))
    assert new["triggers"] == [{"trigger": "time", "at": "07:00:00"}]
    assert old["trigger"] == [{"platform": "time", "at": "07:00:00"}]
    assert new["conditions"] == old["condition"] == [{"condition": "time", "weekday": ["mon", "tue", "wed", "thu", "fri"]}]
    assert new["actions"] == [{"action": "fan.turn_off", "target": {"entity_id": "fan.attic"}}]
    assert old["action"] == [{"service": "fan.turn_off", "target": {"entity_id": "fan.attic"}}]
    assert (new["id"], new["alias"], new["mode"]) == ("yamori_a1", "what was said", "queued")


def test_a_state_that_is_held_and_a_limit_are_home_assistants_own_triggers(clock: MovingClock) -> None:
    warm = Becomes(test=Comparison(path=WARM, operator=Operator.ABOVE, value=28.5))
    (state,) = read(formed(clock, OPEN))["triggers"]
    assert state == {
        "trigger": "state",
        "entity_id": "binary_sensor.door",
        "not_from": ["unavailable", "unknown"],
        "to": "on",
        "for": {"minutes": 2},
    }
    (limit,) = read(formed(clock, warm))["triggers"]
    assert limit == {"trigger": "numeric_state", "entity_id": "sensor.warm", "above": 28.5}


def test_the_sun_comes_with_its_offset_and_what_happens_once_ends_itself_before_it_begins(clock: MovingClock) -> None:
    found = read(formed(clock, Sun(event=SunEvent.SUNSET, offset_seconds=-5400), life=ONCE, conditions=(SunIs(up=True),)))
    assert found["triggers"] == [{"trigger": "sun", "event": "sunset", "offset": "-01:30:00"}]
    assert found["conditions"] == [{"condition": "state", "entity_id": "sun.sun", "state": "above_horizon"}]
    assert [action["action"] for action in found["actions"]] == ["automation.turn_off", "fan.turn_off"]


def test_one_that_is_off_is_off_there_and_what_is_otherwise_there_stands_above_it(clock: MovingClock) -> None:
    from yamori.automations.automation import Disabled

    off = formed(clock, WEEK, enabled=False, disabled_reason=Disabled.BY_PERSON, actions=[notify()], language=Language.JAPANESE)
    assert read(off)["initial_state"] is False
    assert off.yaml is not None and [line for line in off.yaml.splitlines() if line.startswith("#")] == [
        "# Yamoriでもこの自動化が有効な間は二重に動くため、どちらかをオフにしてください。",
        "# メッセージはHome Assistantを開いた人全員に表示されます。",
    ]


@pytest.mark.parametrize("text", ["{{ 1 + 1 }}", "a {% raw %} b", "{# gone #}", '"}}{{"', "half {{"])
def test_what_a_person_wrote_is_never_a_template_there(clock: MovingClock, text: str) -> None:
    from jinja2.sandbox import SandboxedEnvironment

    message = read(formed(clock, WEEK, actions=[notify(text)]))["actions"][0]["data"]["message"]
    assert SandboxedEnvironment().from_string(message).render() == text


def test_a_name_of_many_lines_stays_one_line_and_cannot_become_yaml(clock: MovingClock) -> None:
    found = read(formed(clock, WEEK, origin="first\n  - id: evil\ntrigger: x # no"))
    assert found["alias"] == "first   - id: evil trigger: x # no"
    assert set(found) == {
        "id", "alias", "description", "mode", "triggers", "conditions", "actions",
    }  # fmt: skip


GONE = Becomes(test=Comparison(path="lamp.main.switch.switch", value="on"))


@pytest.mark.parametrize(
    ("trigger", "more", "english", "japanese"),
    [
        (GONE, {}, "“lamp” is not a device of Home Assistant.", "「lamp」はHome Assistantの機器ではありません。"),
        (Ends(source=Source.TIMER, id="eggs"), {}, "It waits for a timer", "この家のタイマー"),
        (Generated(id="g", paths=(DOOR,)), {}, "Its condition is a piece of code", "条件が専用のプログラム"),
        (WEEK, {"conditions": (GeneratedIs(id="g", paths=(DOOR,)),)}, "Its condition is a piece of code", "条件が専用のプログラム"),
        (WEEK, {"conditions": (Not(test=WeatherIs(asks={}, text="rain")),)}, "The forecast", "使っている天気予報"),
        (WEEK, {"actions": [Ask(agent="papers", request="what is for dinner?", person="may")]}, "It asks one", "この家のアシスタント"),
        (WEEK, {"life": Life(times=3)}, "Home Assistant does not count how often an automation", "Home Assistantは実行回数"),
        (Every(seconds=90, start=datetime(2026, 11, 1, tzinfo=UTC)), {}, "Home Assistant repeats only by whole minutes.", "分単位だけ"),
        (Sun(event=SunEvent.DAWN, offset_seconds=60), {}, "Home Assistant knows an offset only", "前後の時間"),
        (Sun(event=SunEvent.DUSK), {}, "This Home Assistant does not have its sun", "太陽の統合"),
        (WEEK, {"actions": [call("unlock the door", risky=True)]}, "It waits for your OK first.", "まだ承認されていません。"),
        (
            Becomes(test=Comparison(path=DOOR, value="ajar")),
            {},
            "In Home Assistant “binary_sensor.door” never",
            "その値になることはありません",
        ),
    ],
)
def test_what_cannot_be_said_there_has_a_reason(
    clock: MovingClock, trigger: object, more: dict[str, object], english: str, japanese: str
) -> None:
    for language, words in ((Language.ENGLISH, english), (Language.JAPANESE, japanese)):
        form = formed(clock, trigger, language=language, **more)
        assert form.yaml is None and words in form.why


def test_a_clock_in_another_zone_cannot_be_told_a_time_of_day_but_a_moment(clock: MovingClock) -> None:
    tokyo = replace(HOME, timezone="Asia/Tokyo")
    assert "another time zone (Asia/Tokyo)" in formed(clock, WEEK, home=tokyo).why
    found = read(formed(clock, At(moment=datetime(2026, 12, 1, 20, 30, tzinfo=UTC)), home=tokyo))
    assert found["triggers"] == [{"trigger": "time", "at": "05:30:00"}]
    assert "'2026-12-02'" in found["conditions"][0]["value_template"]


def test_somebody_who_goes_is_whoever_is_anywhere_but_at_home(clock: MovingClock) -> None:
    (gone,) = read(formed(clock, Becomes(test=Comparison(path=AWAY, value="not present"))))["triggers"]
    assert gone["value_template"] == "{{ has_value('person.may') and states('person.may') != 'home' }}"
    (comes,) = read(formed(clock, Becomes(test=Comparison(path=AWAY, value="present"))))["triggers"]
    assert (comes["trigger"], comes["to"]) == ("state", "home")
