"""How sentences, names and quotations are put together in each language."""

from yamori.agentkit.phrasing import beside, listed, quoted, sentences, series, together
from yamori.domain.language import Language


def test_things_are_listed_as_a_person_lists_them() -> None:
    assert [listed(["oats", "rye", "salt"][:n], Language.ENGLISH) for n in range(4)] == ["", "oats", "oats and rye", "oats, rye and salt"]
    assert [listed(["麦", "塩", "酢"][:n], Language.JAPANESE) for n in (1, 3)] == ["麦", "麦、塩、酢"]
    assert together(["麦", "塩", "酢"], Language.JAPANESE) == "麦と塩と酢"
    assert series(["oats", "rye"], Language.ENGLISH) == "oats, rye"


def test_each_language_has_its_own_spaces_quotation_marks_and_brackets() -> None:
    assert sentences(["It rains.", "Stay."], Language.ENGLISH) == "It rains. Stay."
    assert sentences(["雨です。", "家にいて。"], Language.JAPANESE) == "雨です。家にいて。"
    assert beside(quoted("oats", Language.ENGLISH), "2 kg", Language.ENGLISH) == "“oats” (2 kg)"
    assert beside(quoted("麦", Language.JAPANESE), "2キロ", Language.JAPANESE) == "「麦」（2キロ）"
