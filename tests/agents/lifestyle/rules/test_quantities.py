"""A translation holds the quantities of what it translates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.quantities import quantities, same_quantities


@pytest.mark.parametrize(
    ("original", "translated"),
    [
        ("Every 3 months with 20 g.", "3か月ごとに20 g。"),
        ("年間120万円まで", "up to 1.2 million yen a year"),
        ("1,200 W", "1200 W"),
        ("２回すすぐ", "rinse twice"),
        ("3日以内", "within three days"),
        ("0.5%", "0.5 percent"),
        ("on Mondays at 15:05 and at 8:30", "月曜日の15時5分と8時半"),
        ("for 4 to 12 minutes", "4分から12分"),
        ("当番が三日前までに", "three days before"),
        ("午後9時", "9 p.m."),
        ("1 時間45分", "1 hour and 45 minutes"),
        ("一回に10 キロまで", "up to 10 kg at a time"),
        ("4月と10月", "in April and October"),
        ("11月22日まで", "by 22 November"),
        ("¥1,100 a month", "月1,100円"),
        ("3割引き", "30 percent off"),
        ("16 歳以上", "16 years or older"),
        ("30-minute slots", "30分の枠"),
        ("the first 2 of 4", "4つのうち最初の2つ"),
    ],
)
def test_the_same_quantities_are_recognised_however_they_are_written(original: str, translated: str) -> None:
    assert same_quantities(original, translated)


@pytest.mark.parametrize(
    ("original", "translated"),
    [
        ("20 g", "200 g"),
        ("every 3 months", "毎月"),
        ("月に一度", "35 times a month"),
        ("120万円", "12 million yen"),
        ("1.5 V", "15 V"),
        ("15分流す", "let 15 liters out"),
        ("小型の2号機", "a small 2-inch machine"),
        ("10時まで", "before 10 PM"),
        ("16 歳未満", "below 16 meters"),
        ("2か月に1回", "every two weeks"),
        ("6 hours", "6時"),
        ("4日以内", "5回、4日以内"),
    ],
)
def test_a_quantity_that_was_lost_or_made_up_or_has_another_unit_is_noticed(original: str, translated: str) -> None:
    assert not same_quantities(original, translated)


@given(st.text())
def test_any_text_has_its_own_quantities(text: str) -> None:
    assert same_quantities(text, text)
    assert all(quantity.value >= 0 for quantity in quantities(text))


@given(st.integers(min_value=2, max_value=10**9), st.sampled_from([("minutes", "分"), ("litres", "リットル"), ("weeks", "週間")]))
def test_a_number_keeps_its_unit_in_both_languages(number: int, unit: tuple[str, str]) -> None:
    english, japanese = f"for {number:,} {unit[0]}", f"{number}{unit[1]}です"
    assert same_quantities(english, japanese) and same_quantities(japanese, english)
    assert not same_quantities(english, f"{number}アンペアです")
