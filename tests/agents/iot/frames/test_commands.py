"""A frame that names a device and what is to be done becomes its commands, from the capability files alone."""

import pytest
from tests.agents.iot.frames.homes import calls_of, resolved

DONE = [
    ("demo", "turn_off: switch [device|the floor lamp] off", ["off() floor-lamp"]),
    ("demo", "turn_on: pop [device|the lamp] on [room|in the study]", ["on() desk-lamp"]),
    ("demo", "turn_on: [feature|rapid cooling] on [device|the fridge]", ["setRapidCooling(rapidCooling=on) fridge"]),
    ("demo", "set: make [device|the floor lamp] [value|red]", ["setColor(color=red) floor-lamp"]),
    ("demo", "set: [device|floor lamp] to [value|30 %]", ["setLevel(level=30) floor-lamp"]),
    ("demo", "set: [device|floor lamp], [feature|brightness] [value|half]", ["setLevel(level=50) floor-lamp"]),
    ("demo", "turn_on: put [device|the floor lamp] on [person|for grandma]", ["on() floor-lamp"]),
    ("demo", "turn_on: [person|おばあちゃん]のために[device|フロアランプ]つけて", ["on() floor-lamp"]),
    (
        "demo",
        "set: put [device|the AC] on [value|cool mode] at [value|22 degrees]",
        ["setAirConditionerMode(mode=cool) air-conditioner", "setTemperatureSetpoint(setpoint=22.0) air-conditioner"],
    ),
    ("demo", "set: put [device|the living room TV] on [value|channel 4]", ["setTvChannel(tvChannel=4) living-room-tv"]),
    ("demo", "set: [device|the living room TV] [feature|volume] [value|15]", ["setVolume(volume=15) living-room-tv"]),
    ("demo", "increase: [device|the living room TV] [delta|a bit] louder", ["volumeUp() living-room-tv"]),
    ("demo", "decrease: turn [device|the AC] down [delta|by two degrees]", ["cooler(by=-2) air-conditioner"]),
    ("demo", "open: [device|the bedroom blinds] [value|halfway]", ["setShadeLevel(shadeLevel=50) bedroom-blinds"]),
    ("demo", "close: [device|living room blinds] [delta|a bit]", ["lower() living-room-blinds"]),
    ("demo", "turn_on: get [device|the heating] going", ["setAirConditionerMode(mode=heat) air-conditioner"]),
    (
        "demo",
        "turn_on: [device|暖房][value|21度]で入れて",
        ["setAirConditionerMode(mode=heat) air-conditioner", "setTemperatureSetpoint(setpoint=21.0) air-conditioner"],
    ),
    ("demo", "lock: [device|the front door]", ["lock() front-door-lock"]),
    ("demo", "turn_off: [device|the floor lamp] off [when|right now]", ["off() floor-lamp"]),
    ("demo", "turn_on: [when|今すぐ][device|フロアランプ]つけて", ["on() floor-lamp"]),
    ("demo", "open: [device|玄関の鍵]開けて", ["unlock() front-door-lock"]),
    ("demo", "close: [device|玄関の鍵]閉めて", ["lock() front-door-lock"]),
    ("demo", "operate: send [device|the vacuum] home", ["returnHome() robot-vacuum"]),
    ("demo", "operate: mute [device|the living room TV]", ["mute() living-room-tv"]),
    ("demo", "play: [content|some music] [device|on the speaker]", ["play() living-room-speaker"]),
    ("demo", "set: [device|フロアランプ]を[value|赤]に", ["setColor(color=red) floor-lamp"]),
    ("demo", "increase: [room|リビング]の[device|エアコン]、[delta|もうちょっと]上げて", ["warmer() air-conditioner"]),
    ("demo", "decrease: [device|リビングのテレビ]の[feature|音量]、[delta|ちょっと]下げて", ["volumeDown() living-room-tv"]),
    ("demo", "open: [device|寝室のブラインド][value|半分]開けて", ["setShadeLevel(shadeLevel=50) bedroom-blinds"]),
    (
        "demo",
        "start: [device|洗濯機]を[value|デリケート]で",
        ["setWasherMode(mode=delicate) washing-machine", "start() washing-machine"],
    ),
    (
        "demo",
        "start: get [device|the washer] going on [value|quick wash]",
        ["setWasherMode(mode=quick) washing-machine", "start() washing-machine"],
    ),
    ("demo", "operate: [device|掃除機]充電台に戻して", ["returnHome() robot-vacuum"]),
    ("orchard", "set: [device|the oven] to [value|200 degrees]", ["heat(temperature=200) oven"]),
    ("orchard", "operate: bake [value|wholewheat] in [device|the bread maker]", ["bake(program=wholewheat) bread-maker"]),
    ("orchard", "operate: feed [device|the goldfish] [value|two portions]", ["feed(portions=2) aquarium/feeder"]),
    ("orchard", "set: [device|the desk lamp] to [value|4000 K]", ["setColorTemperature(temperature=4000) desk-lamp"]),
    ("orchard", "set: [device|the desk lamp] to [value|warm white]", ["setColorTemperature(temperature=2700) desk-lamp"]),
    ("orchard", "turn_off: [device|Mia's lamp]", ["off() star-lamp"]),
    ("orchard", "set: [device|星のランプ]を[value|ピンク]にして", ["setColor(color=pink) star-lamp"]),
    ("juniper", "set: [device|the massage chair]'s [feature|intensity] to [value|3]", ["setIntensity(intensity=3) jn-05-massage"]),
    ("juniper", "set: [device|マッサージチェア]の[feature|強さ]を[value|3]に", ["setIntensity(intensity=3) jn-05-massage"]),
    ("juniper", "start: [device|the sauna] [duration|for 30 minutes]", ["startSession(minutes=30) jn-04-sauna"]),
    ("harbour", "set: put [device|the TV] on [value|channel 7]", ["setTvChannel(tvChannel=7) living-tv"]),
    ("harbour", "set: [device|the freezer] to [value|minus 20]", ["setCoolingSetpoint(setpoint=-20.0) fridge/freezer"]),
    ("harbour", "operate: [device|the tank] [value|calm] please", ["setWave(wave=calm) tide-tank"]),
    ("altbau", "turn_off: [device|das Küchenlicht] aus", ["off() kuechenlicht"]),
    ("altbau", "set: [device|die Stehlampe] auf [value|30 Prozent]", ["setLevel(level=30) stehlampe"]),
    ("altbau", "decrease: [device|die Stehlampe] [delta|etwas] dunkler", ["dimmer() stehlampe"]),
]


@pytest.mark.parametrize(("home", "line", "calls"), DONE)
def test_a_named_device_is_commanded(home: str, line: str, calls: list[str]) -> None:
    found = resolved(line, home)
    assert calls_of(found) == calls
    assert not found.unresolved and len(found.explained) == line.count("[")


@pytest.mark.parametrize(
    ("home", "line", "slot"),
    [
        ("demo", "set: [device|the AC] to [value|99 degrees]", "99 degrees"),
        ("demo", "set: [device|the AC] to [value|40 %]", "40 %"),
        ("demo", "set: [device|the floor lamp] to [value|mauvish tartan]", "mauvish tartan"),
        ("demo", "set: [device|the kitchen light]'s [feature|colour] to [value|blue]", "the colour"),
        ("demo", "play: [content|some jazz] on [device|the speaker]", "some jazz"),
        ("demo", "turn_on: [device|the floor lamp] [duration|for an hour]", "for an hour"),
        ("demo", "turn_on: [condition|if it rains] turn on [device|the floor lamp]", "if it rains"),
        ("demo", "turn_off: [device|the floor lamp] [when|at ten]", "at ten"),
        ("demo", "turn_on: [device|the floor lamp] on [repeat|every evening]", "every evening"),
        ("demo", "turn_on: [when|10時]に[device|フロアランプ]をつけて", "10時"),
        ("juniper", "set: [device|the massage chair]'s [feature|intensity] to [value|300]", "300"),
    ],
)
def test_what_cannot_be_honoured_leaves_the_whole_frame(home: str, line: str, slot: str) -> None:
    found = resolved(line.replace("[feature|colour]", "[feature|the colour]"), home)
    assert not found.calls and not found.explained
    assert [u.slot.text if u.slot else None for u in found.unresolved] == [slot]


def test_what_one_frame_names_the_next_may_call_it() -> None:
    found = resolved("set: [device|the floor lamp] to [value|20 %] || set: and make [device|it] [value|red]")
    assert calls_of(found) == ["setLevel(level=20) floor-lamp", "setColor(color=red) floor-lamp"]


def test_frames_of_others_are_left_without_a_slot() -> None:
    found = resolved("turn_off: [device|the floor lamp] off || add_item: and put [title|eggs] on the list")
    assert calls_of(found) == ["off() floor-lamp"]
    assert [(u.frame.intent.value, u.slot) for u in found.unresolved] == [("add_item", None)]
