from datetime import UTC, datetime

from yamori.apps.homes import named_home
from yamori.domain.language import Language
from yamori.domain.receipt import Reading
from yamori.scenes.standing import SHOWN, standing, standing_document, standing_text

HOME = named_home("demo").home


def reading(device: str, path: str, value: object) -> Reading:
    capability, attribute = path.split(".")
    at = datetime(2026, 3, 5, tzinfo=UTC)
    return Reading(device=device, component="main", capability=capability, attribute=attribute, value=value, at=at)  # type: ignore[arg-type]


def told(language: Language, *readings: Reading) -> str:
    return standing_text(standing_document(standing(HOME, readings)), HOME, language)  # type: ignore[arg-type]


def test_what_is_open_unlocked_on_and_running_is_told_by_name() -> None:
    readings = (
        reading("front-door-sensor", "contactSensor.contact", "open"),
        reading("front-door-lock", "lock.lock", "unlocked"),
        reading("desk-lamp", "switch.switch", "on"),
        reading("washing-machine", "washerOperatingState.machineState", "run"),
    )
    assert told(Language.ENGLISH, *readings) == (
        "The front door sensor is open. The front door lock is unlocked. The desk lamp is on. The washing machine is running."
    )
    assert told(Language.JAPANESE, *readings) == (
        "玄関ドアのセンサーが開いています。玄関の鍵がかかっていません。デスクランプがついたままです。洗濯機が動いています。"
    )


def test_what_is_not_known_is_never_said_to_be_closed() -> None:
    lock = reading("front-door-lock", "lock.lock", None)
    assert told(Language.ENGLISH, lock) == "I don't know whether the front door lock is locked."
    assert told(Language.JAPANESE, lock) == "玄関の鍵は、鍵がかかっているか分かりません。"


def test_nothing_is_claimed_of_a_home_that_can_tell_nothing() -> None:
    assert told(Language.ENGLISH) == ""
    assert told(Language.ENGLISH, reading("front-door-lock", "lock.lock", "locked")).startswith("Nothing that I can see")


def test_of_many_the_number_is_told() -> None:
    lights = [d.id for d in HOME.devices if "switchLevel" in d.components["main"]]
    text = told(Language.ENGLISH, *(reading(id, "switch.switch", "on") for id in lights))
    assert f"and {len(lights) - SHOWN} more are on." in text
