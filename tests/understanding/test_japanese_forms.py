"""What is done, in the form that a sentence needs."""

import pytest

from yamori.understanding.japanese_forms import conditional, connected, joined_actions, polite


@pytest.mark.parametrize(
    ("plain", "forms"),
    [
        ("照明を消す", ("照明を消します", "照明を消して", "照明を消せば")),
        ("門を開ける", ("門を開けます", "門を開けて", "門を開ければ")),
        ("音量を上げる", ("音量を上げます", "音量を上げて", "音量を上げれば")),
        ("写真を撮る", ("写真を撮ります", "写真を撮って", "写真を撮れば")),
        ("20%にする", ("20%にします", "20%にして", "20%にすれば")),
        ("充電台に戻す", ("充電台に戻します", "充電台に戻して", "充電台に戻せば")),
        ("次へ進む", ("次へ進みます", "次へ進んで", "次へ進めば")),
        ("窓を閉じる", ("窓を閉じます", "窓を閉じて", "窓を閉じれば")),
        ("ポンプを動かす", ("ポンプを動かします", "ポンプを動かして", "ポンプを動かせば")),
    ],
)
def test_a_verb_takes_its_form(plain: str, forms: tuple[str, str, str]) -> None:
    assert (polite(plain), connected(plain), conditional(plain)) == forms


def test_what_ends_in_no_verb_can_be_asked_all_the_same() -> None:
    assert conditional("換気") == "換気、で" and polite("換気") == "換気"


def test_several_actions_are_one_sentence() -> None:
    assert joined_actions(["窓を閉める", "照明を消す"]) == "窓を閉めて、照明を消す"
