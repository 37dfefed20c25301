"""A translation is believed only where nothing shows that it is wrong."""

import pytest

from yamori.agents.lifestyle.rules.fidelity import faithful
from yamori.domain.language import Language, language_of


@pytest.mark.parametrize(
    ("original", "translated"),
    [
        ("Do not use rechargeable cells.", "充電式の電池は使わないでください。"),
        ("はちみつは、薬を飲ませるためでもあげないでください。", "Never give honey, not even to hide medicine."),
        ("届けなければなりません。", "It must be reported."),
        ("Use only lukewarm water.", "ぬるま湯以外は使えません。"),
        ("The bus comes at 8:35 on Saturdays.", "バスは土曜日の8時35分に来ます。"),
        ("平日は18時まで。", "Until 18:00 on weekdays."),
        ("200 g以上減ったら来院してください。", "Come in if it loses 200 g or more."),
        ("Turn right after the gate, then left.", "門を過ぎたら右へ、次に左へ曲がります。"),
        ("If nobody lives there, ring us.", "誰も住んでいない場合は電話してください。"),
        ("Ring Brennick on 050-555-0100.", "Brennickの050-555-0100に電話してください。"),
    ],
)
def test_what_says_the_same_is_believed(original: str, translated: str) -> None:
    assert faithful(original, translated, language_of(translated))


@pytest.mark.parametrize(
    ("original", "translated"),
    [
        ("Never burn driftwood.", "流木を燃やしてください。"),
        ("手を入れないでください。", "Please put your hand in."),
        ("Bring it along.", "持ってこないでください。"),
        ("Close it when you are away.", "離れていないときに閉めます。"),
        ("200 g以上減ったら来院してください。", "Come in if it gains 200 g or more."),
        ("Close the left valve.", "右のバルブを閉めます。"),
        ("火曜に集めます。", "It is collected on Wednesdays."),
        ("平日は18時まで。", "Until 18:00."),
        ("until the pupil is widened", "pupilが広がるまで"),
        ("while the ice melts", "氷が解冻されるまで"),
        ("shut both levers", "両方の杠杆を閉じる"),
        ("a nose spray", "鼻스프레이"),
        ("The lift is slow.", "The lift is slow."),
    ],
    ids=[
        "allowed",
        "told to",
        "forbidden",
        "the other case",
        "turned round",
        "the other side",
        "another day",
        "no day",
        "left as it was",
        "Chinese",
        "and again",
        "Korean",
        "not translated",
    ],
)
def test_what_does_not_is_not(original: str, translated: str) -> None:
    (language,) = set(Language) - {language_of(original)}
    assert not faithful(original, translated, language)
