"""○, △ or × by what the robots did: right, in the wrong order, too short, one of them missing, nothing."""

import pytest
from tests.evaluation.robots.traced import JETSON, PI4, PICO, POLICE, TASKS, did, drove, flashed, lcd, lit, showed, task

from yamori.evaluation.robots.traces import TraceLine
from yamori.evaluation.robots.verdict import Judged, Mark, judge

SUCCESS_PI4 = [did(1.0 + n / 10, PI4, "buzzer", "tone", note=note, seconds=0.1) for n, note in enumerate(("G5", "C6", "E6"))]
SUCCESS_PICO = [did(1.0 + n / 10, PICO, "buzzer", "pwm", hertz=hertz, duty=0.5) for n, hertz in enumerate((784, 1047, 1319))]
PHOTO = did(0.5, PI4, "camera", "photo", bytes=1000)
ALL_LEDS = lit(0.0, PI4, "redLed", "yellowLed", "greenLed") + lit(0.3, PICO, "redLed", "yellowLed", "greenLed")


def judged(number: int, *lines: TraceLine) -> Judged:
    return judge(task(number), sorted(lines, key=lambda line: line.at))


@pytest.mark.parametrize("number", sorted(TASKS))
def test_nothing_done_is_a_cross_for_every_task(number: int) -> None:
    found = judged(number)
    assert found.mark is Mark.NONE and len(found.why) == len(task(number).operations)


@pytest.mark.parametrize(("end", "mark"), [(3.4, Mark.ALL), (2.4, Mark.NONE), (3.6, Mark.NONE)])
def test_watching_counts_when_it_lasts_three_seconds(end: float, mark: Mark) -> None:
    assert judged(1, did(0.0, JETSON, "motion", "watch", seconds=3), did(end, JETSON, "motion", "watched", detected=False)).mark is mark


def test_a_watch_that_was_cut_off_is_none() -> None:
    found = judged(1, did(0.0, JETSON, "motion", "watch", seconds=3))
    assert (found.mark, found.why) == (Mark.NONE, ("watch for movement: was done without end, not for 3 s",))


@pytest.mark.parametrize("tones", [SUCCESS_PI4, SUCCESS_PICO])
def test_the_success_sound_of_any_buzzer_counts_once_the_photo_is_taken(tones: list[TraceLine]) -> None:
    assert judged(2, PHOTO, *tones).mark is Mark.ALL


def test_a_sound_before_the_photo_and_another_melody_are_not_what_was_asked() -> None:
    early = judged(2, *SUCCESS_PI4, did(2.0, PI4, "camera", "photo", bytes=1000))
    assert (early.mark, early.why) == (Mark.SOME, ("success sound did not begin after photo",))
    assert judged(2, PHOTO, *reversed(SUCCESS_PI4[1:])).why == ("success sound: was not done",)


def test_the_text_counts_after_the_wheels_have_stopped() -> None:
    assert judged(3, *drove(0, 3.01), showed(3.02, JETSON, "Arrived")).mark is Mark.ALL


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([*drove(0, 3), showed(0.1, JETSON, "Arrived")], "Arrived did not begin after forward"),
        ([*drove(0, 5), showed(5.1, JETSON, "Arrived")], "forward: was done for 5.0 s, not for 3 s"),
        ([*drove(0, 3, direction="backward"), showed(3.1, JETSON, "Arrived")], "forward: was not done"),
        ([*drove(0, 3), showed(3.1, PI4, "Arrived")], "Arrived: was not done"),
        ([*drove(0, 3)[:1], showed(3.1, JETSON, "Arrived")], "forward: was done without end, not for 3 s"),
    ],
)
def test_the_wrong_order_time_direction_or_robot_is_a_triangle(lines: list[TraceLine], why: str) -> None:
    found = judged(3, *lines)
    assert (found.mark, found.why) == (Mark.SOME, (why,))


@pytest.mark.parametrize(("angles", "mark"), [((150, 20, 150, 20), Mark.ALL), ((120, 60, 120, 60), Mark.SOME), ((90,), Mark.SOME)])
def test_a_hand_that_goes_up_and_down_is_no_hand_that_goes_from_side_to_side(angles: tuple[int, ...], mark: Mark) -> None:
    wave = [did(1 + n / 3, PI4, "rightHand", "servo", angle=angle) for n, angle in enumerate(angles)]
    assert judged(4, showed(0.5, PI4, "funny"), *wave).mark is mark


@pytest.mark.parametrize(("measured", "mark"), [(0.5, Mark.ALL), (4.0, Mark.ALL), (-0.8, Mark.ALL), (-2.0, Mark.SOME), (7.0, Mark.SOME)])
def test_the_temperature_counts_while_the_propeller_turns(measured: float, mark: Mark) -> None:
    fan = [did(0.0, PICO, "fan", "pwm", hertz=1000, duty=1.0), did(5.0, PICO, "fan", "pwm", hertz=0, duty=0.0)]
    assert judged(5, *fan, did(measured, PICO, "thermometer", "temperature", celsius=24.5)).mark is mark


def test_the_smile_is_seen_on_the_display_and_the_melody_heard_on_the_pin() -> None:
    startup = [did(n / 10, PI4, "buzzer", "tone", note=note, seconds=0.1) for n, note in enumerate(("C5", "E5", "G5", "C6"))]
    said = did(0.0, PI4, "buzzer", "sound", playing="startup")
    assert judged(6, lcd(0.2, face="happy"), said, *startup).mark is Mark.ALL
    assert judged(6, lcd(0.2, face="happy"), said).why == ("startup melody: was not done",)
    assert judged(6, lcd(0.2, face="sad"), said, *startup).why == ("smile: was not done",)


def test_yellow_alone_is_yellow_and_one_missing_robot_makes_a_triangle() -> None:
    texts = [showed(0.0, JETSON, "Ready"), showed(0.1, PI4, "I\u2019m here")]
    assert judged(7, *texts, *lit(0.2, PICO, "yellowLed")).mark is Mark.ALL
    assert judged(7, *texts, *lit(0.2, PICO, "redLed", "yellowLed")).why == ("yellow: was not done alone",)
    assert judged(7, texts[0], *lit(0.2, PICO, "yellowLed")).mark is Mark.SOME


def test_all_leds_and_the_distance_count_within_one_second() -> None:
    near, late = (did(at, JETSON, "distance", "distance", cm=83.0) for at in (0.9, 2.5))
    assert judged(8, *ALL_LEDS, near).mark is Mark.ALL
    assert judged(8, *ALL_LEDS[:-1], near).why == ("Pico's green LED: was not done",)
    found = judged(8, *ALL_LEDS, late)
    assert found.mark is Mark.SOME and "Pi 4's red LED did not begin within a second of distance" in found.why


def test_only_the_police_pattern_is_the_police_pattern() -> None:
    others = [showed(0.0, JETSON, "alert"), did(0.0, PICO, "buzzer", "pwm", hertz=880, duty=0.5)]
    wave = [((led,), 0.2) for led in ("redLed", "yellowLed", "greenLed", "yellowLed")]
    assert judged(9, *others, *flashed([*POLICE, *POLICE])).mark is Mark.ALL
    assert judged(9, *others, *flashed(POLICE)).why == ("police lights: was not done",)
    assert judged(9, *others, *flashed(wave * 4)).why == ("police lights: was not done",)


def test_a_child_notices_a_dance_a_sound_and_a_face_but_no_photo_and_no_cleared_screen() -> None:
    dance, sound, face = drove(0, 2), did(0.0, PI4, "buzzer", "tone", note="C5", seconds=0.2), lcd(0.1, face="happy")
    assert judged(10, *dance, sound, face).mark is Mark.ALL
    assert judged(10, *dance, PHOTO, lcd(0.1), lcd(0.2, face="neutral")).why == (
        "something on Pi 4: was not done",
        "something on Pico: was not done",
    )
