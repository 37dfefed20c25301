"""Automations are told again as of now, and given another moment, word for word but for the moments."""

from datetime import UTC, datetime, timedelta
from datetime import date as Day
from datetime import time as Clock
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.automations.action import Action, Approval, Call, Notify
from yamori.automations.approving import unapproved
from yamori.automations.automation import Automation, Disabled
from yamori.automations.condition import Comparison
from yamori.automations.life import FOR_EVER, ONCE, Life
from yamori.automations.retelling import retimed, retold
from yamori.automations.trigger import At, Becomes, Recurring, Slot, Trigger
from yamori.automations.wording import Said, said_back
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language

NOW = datetime(2026, 3, 5, 18, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
DAILY = Recurring(slots=(Slot(rule="FREQ=DAILY", at=Clock(7)),), starts=Day(2026, 3, 5))
WET = Becomes(test=Comparison(path="sink.main.waterSensor.water", value="wet"))


def made(
    trigger: Trigger, language: Language = Language.ENGLISH, *, life: Life | None = None, says: str | None = None, **more: object
) -> Automation:
    life = life or (ONCE if isinstance(trigger, At) else FOR_EVER)
    does, state = ("雨戸を開ける", "窓が開いているとき") if language is Language.JAPANESE else ("open the shutters", "the window is open")
    back = said_back((trigger,), life, Said(when=(state,), does=(does,), tells=False), now=NOW, language=language)
    fields: dict[str, object] = {"actions": (Notify(person="alex", text="x"),), **more}
    return Automation(
        id="a1",
        owner="alex",
        triggers=(trigger,),
        life=life,
        origin="as it was said",
        says=back if says is None else says,
        language=language,
        created=NOW.astimezone(UTC),
        **fields,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.ENGLISH, "At 8:00, if the window is open, I will open the shutters."),
        (Language.JAPANESE, "8:00、窓が開いているとき、雨戸を開けます。"),
    ],
)
def test_a_moment_of_tomorrow_is_told_tomorrow_as_one_of_today(language: Language, text: str) -> None:
    automation = made(At(moment=NOW + timedelta(hours=14)), language)
    assert retold(automation, NOW) == automation.says
    assert retold(automation, NOW + timedelta(hours=8)) == text


def test_what_has_no_moment_or_no_words_is_told_as_it_stands() -> None:
    assert retold(made(WET), NOW + timedelta(days=3)) == made(WET).says
    assert retold(made(DAILY, says=""), NOW) == "as it was said"


def test_another_moment_keeps_the_condition_and_the_rest_of_the_words() -> None:
    later = Recurring(slots=(Slot(rule="FREQ=WEEKLY;BYDAY=SU", at=Clock(9, 30)),), starts=Day(2026, 3, 5))
    changed = retimed(made(DAILY), 0, later, NOW + timedelta(days=1))
    assert changed.says == "On Sundays at 9:30, if the window is open, I will open the shutters."
    assert (changed.triggers, changed.created, changed.origin) == ((later,), (NOW + timedelta(days=1)).astimezone(UTC), "as it was said")


def test_where_the_words_do_not_name_the_old_moment_the_new_one_stands_in_front() -> None:
    later = Recurring(slots=(Slot(rule="FREQ=DAILY", at=Clock(9)),), starts=Day(2026, 3, 5))
    changed = retimed(made(DAILY, says="Morning light"), 0, later, NOW)
    assert changed.says == "Every day at 9:00, otherwise as in “as it was said”."


def test_what_is_over_comes_again_at_its_new_moment_and_what_is_off_stays_off() -> None:
    later = At(moment=NOW + timedelta(hours=3))
    over = made(At(moment=NOW + timedelta(hours=1)), enabled=False, disabled_reason=Disabled.OVER)
    off = made(At(moment=NOW + timedelta(hours=1)), enabled=False, disabled_reason=Disabled.BY_PERSON)
    assert retimed(over, 0, later, NOW).enabled and not retimed(off, 0, later, NOW).enabled


def test_an_ok_to_a_risky_action_counts_for_the_moment_that_it_was_given_for() -> None:
    unlock = Call(agent="iot", tool="control", arguments={"device": "gate"}, text="unlock the gate", risky=True)
    actions: tuple[Action, ...] = (unlock,)
    bare = made(DAILY, actions=actions)
    assert unapproved(bare) == ("unlock the gate",)
    agreed = made(DAILY, actions=(Call(**{**vars(unlock), "approval": Approval(by="alex", at=NOW, digest=unlock.digest)}),))
    assert unapproved(agreed) == ()
    changed = retimed(agreed, 0, Recurring(slots=(Slot(rule="FREQ=DAILY", at=Clock(3)),), starts=Day(2026, 3, 5)), NOW)
    assert unapproved(changed) == ("unlock the gate",) and not changed.enabled


def test_a_state_is_no_moment_and_takes_none() -> None:
    for automation, number, trigger in ((made(WET), 0, DAILY), (made(DAILY), 0, WET), (made(DAILY), 1, DAILY), (made(DAILY), -1, DAILY)):
        with pytest.raises(InvalidRequest):
            retimed(automation, number, trigger, NOW)


@given(
    minutes=st.integers(min_value=1, max_value=60 * 24 * 400),
    later=st.integers(min_value=0, max_value=60 * 24 * 400),
    japanese=st.booleans(),
)
def test_whatever_the_moment_it_is_told_as_if_it_were_said_now(minutes: int, later: int, japanese: bool) -> None:
    language = Language.JAPANESE if japanese else Language.ENGLISH
    automation = made(At(moment=NOW + timedelta(minutes=minutes)), language)
    now = NOW + timedelta(minutes=later)
    does = "雨戸を開ける" if japanese else "open the shutters"
    state = "窓が開いているとき" if japanese else "the window is open"
    said = Said(when=(state,), does=(does,), tells=False)
    assert retold(automation, now) == said_back(automation.triggers, ONCE, said, now=now, language=language)
