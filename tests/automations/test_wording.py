"""Automations are said back in full, as people would say it."""

from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

import pytest

from yamori.automations.condition import Comparison, Operator
from yamori.automations.grammar import polite
from yamori.automations.life import FOR_EVER, ONCE, Life
from yamori.automations.trigger import At, Becomes, Every, Recurring, Slot, Sun, SunEvent, Trigger
from yamori.automations.wording import Said, said_back
from yamori.domain.language import Language

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")
WARM = Becomes(test=Comparison(path="cellar.main.temperature.value", operator=Operator.ABOVE, value=20))


def back(trigger: Trigger, life: Life, language: Language, *, does: str = "", when: tuple[str, ...] = (), tells: bool = False) -> str:
    return said_back((trigger,), life, Said(when=when, does=(does,) if does else (), tells=tells), now=NOW, language=language)


SLOTS = (Slot(rule="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", at=Clock(7)), Slot(rule="FREQ=WEEKLY;BYDAY=SU", at=Clock(9, 30)))
SLOTS_TEXT = "Every weekday at 7:00 and on Sundays at 9:30"


@pytest.mark.parametrize(
    ("trigger", "life", "text"),
    [
        (At(moment=NOW + timedelta(minutes=25)), ONCE, "At 18:25 I will open the shutters."),
        (At(moment=NOW + timedelta(hours=14)), ONCE, "Tomorrow at 8:00 I will open the shutters."),
        (At(moment=NOW + timedelta(days=3)), ONCE, "On Sun 8 Mar at 18:00 I will open the shutters."),
        (
            Recurring(slots=SLOTS, starts=Day(2026, 3, 6)),
            FOR_EVER,
            f"{SLOTS_TEXT} I will open the shutters.",
        ),
        (Every(seconds=7200, start=NOW), FOR_EVER, "Every 2 hours I will open the shutters."),
        (Sun(event=SunEvent.SUNSET, offset_seconds=-1800), FOR_EVER, "Every day 30 minutes before sunset I will open the shutters."),
        (Sun(event=SunEvent.SUNRISE), ONCE, "At sunrise I will open the shutters."),
    ],
)
def test_an_action_at_a_time_in_english(trigger: Trigger, life: Life, text: str) -> None:
    assert back(trigger, life, Language.ENGLISH, does="open the shutters") == text


@pytest.mark.parametrize(
    ("trigger", "life", "text"),
    [
        (At(moment=NOW + timedelta(minutes=25)), ONCE, "18:25に、雨戸を開けます。"),
        (At(moment=NOW + timedelta(hours=14)), ONCE, "明日8:00に、雨戸を開けます。"),
        (Recurring(slots=SLOTS, starts=Day(2026, 3, 6)), FOR_EVER, "平日の7:00、毎週日曜の9:30に、雨戸を開けます。"),
        (Sun(event=SunEvent.SUNSET), FOR_EVER, "毎日日の入りに、雨戸を開けます。"),
    ],
)
def test_an_action_at_a_time_in_japanese(trigger: Trigger, life: Life, text: str) -> None:
    assert back(trigger, life, Language.JAPANESE, does="雨戸を開ける") == text


def test_a_condition_is_said_with_how_long_it_is_watched() -> None:
    said = ("the cellar is above 20 °C",)
    assert back(WARM, ONCE, Language.ENGLISH, when=said, tells=True) == "When the cellar is above 20 °C, I will tell you, once."
    assert back(WARM, FOR_EVER, Language.ENGLISH, when=said, does="start the fan").endswith(
        "I will start the fan. I will go on with that until you tell me to stop."
    )
    assert back(WARM, ONCE, Language.JAPANESE, when=("地下室が20度を超えたとき",), tells=True) == (
        "地下室が20度を超えたとき、お知らせします(一度だけ)。"
    )


def test_a_time_with_a_condition_says_both() -> None:
    at = At(moment=NOW + timedelta(hours=3))
    text = back(at, ONCE, Language.ENGLISH, when=("the shed is open",), tells=True)
    assert text == "At 21:00, if the shed is open, I will tell you."


@pytest.mark.parametrize(("plain", "form"), [("オフにする", "オフにします"), ("閉める", "閉めます"), ("充電台に戻す", "充電台に戻します")])
def test_actions_are_polite_in_japanese(plain: str, form: str) -> None:
    assert polite(plain) == form
