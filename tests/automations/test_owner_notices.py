"""What owners are told, natively worded in both languages, without internals."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.automations.fakes import MovingClock, automation, call, notify

from yamori.automations.action import Action, ActionResult, ActionStatus, Ask
from yamori.automations.automation import Automation, Disabled
from yamori.automations.owner_notices import cut_off_text, held_text, missed_text, switched_off_text, trouble_text
from yamori.automations.trigger import At
from yamori.domain.language import Language

NOW = datetime(2026, 11, 23, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
SEVEN = datetime(2026, 11, 22, 22, 0, tzinfo=UTC)
"""07:00 in Tokyo."""


def made(*actions: Action, language: Language = Language.ENGLISH) -> Automation:
    return automation(MovingClock(NOW), At(moment=NOW + timedelta(hours=1)), actions=actions, language=language)


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        ([call("open the blinds")], "I was not running at 07:00, so I did not open the blinds."),
        ([call("Open the blinds.")], "I was not running at 07:00, so I did not open the blinds."),
        ([call("Hall light: turn off")], "I was not running at 07:00, so this was not done: Hall light: turn off."),
        ([notify("take the pills")], "I was not running at 07:00, so I did not tell you: “take the pills”."),
        (
            [call("open the blinds"), Ask(agent="lifestyle", request="what is for dinner?", person="alex")],
            "I was not running at 07:00, so I did not open the blinds and I did not look into this: “what is for dinner?”.",
        ),
    ],
)
def test_what_was_missed_in_english(actions: list[Action], text: str) -> None:
    assert missed_text(made(*actions), [SEVEN], NOW) == text


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        ([call("ブラインドを開ける")], "7:00は停止していたため、ブラインドを開けられませんでした。"),
        ([call("エアコンをオフにする")], "7:00は停止していたため、エアコンをオフにできませんでした。"),
        ([call("洗濯をする")], "7:00は停止していたため、洗濯ができませんでした。"),
        ([call("電気を消して")], "7:00は停止していたため、「電気を消して」を行えませんでした。"),
        ([call("電源を切る")], "7:00は停止していたため、「電源を切る」を行えませんでした。"),
        ([notify("薬の時間です")], "7:00は停止していたため、お知らせできませんでした：「薬の時間です」。"),
        ([call("電気を消して"), notify("薬の時間です")], "7:00は停止していたため、「電気を消して」、「薬の時間です」を行えませんでした。"),
    ],
)
def test_what_was_missed_in_japanese(actions: list[Action], text: str) -> None:
    assert missed_text(made(*actions, language=Language.JAPANESE), [SEVEN], NOW) == text


def test_another_day_and_several_times_are_named() -> None:
    moments = [SEVEN - timedelta(days=2), SEVEN - timedelta(days=1)]
    english = "I was not running from 07:00 on Sat 21 Nov to 07:00 on Sun 22 Nov (2 times), so I did not open the blinds."
    japanese = "11月21日(土)7:00から11月22日(日)7:00まで（2回分）は停止していたため、ブラインドを開けられませんでした。"
    assert missed_text(made(call("open the blinds")), moments, NOW) == english
    assert missed_text(made(call("ブラインドを開ける"), language=Language.JAPANESE), moments, NOW) == japanese


def test_what_went_wrong_is_said_in_the_owners_language() -> None:
    failed = ActionResult(status=ActionStatus.FAILED, text="ライトが応答しませんでした。")
    done = ActionResult(status=ActionStatus.DONE, text="消しました。")
    japanese = made(call("電気を消して"), language=Language.JAPANESE)
    assert trouble_text(japanese, [done, failed]) == "「what was said」がうまくいきませんでした。ライトが応答しませんでした。"
    assert held_text(japanese, call("鍵を開ける")) == "「鍵を開ける」は許可がないため、行いませんでした。"
    assert (
        cut_off_text(japanese, call("鍵を開ける"), SEVEN, NOW)
        == "7:00の「鍵を開ける」の途中で停止しました。行われたかどうかをご確認ください。"
    )
    assert cut_off_text(japanese, call("鍵を開ける"), SEVEN, NOW, rest=[call("床暖房を入れる")]).endswith(
        "また、床暖房を入れられませんでした。"
    )
    assert "1分間に20回を超えて" in switched_off_text(japanese, Disabled.LOOP)
    assert "条件を何度も確かめられなかった" in switched_off_text(japanese, Disabled.UNREADABLE)
