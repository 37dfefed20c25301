"""The codes that a forecast may hold have words."""

import pytest

from yamori.automations.weather.codes import CODES, Kind, code_by_amount, code_by_cloud
from yamori.domain.language import Language, language_of


def test_every_code_that_open_meteo_documents_is_worded_in_both_languages() -> None:
    documented = {0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99}
    assert set(CODES) == documented
    for code in CODES.values():
        assert language_of(code.words(Language.ENGLISH)) is Language.ENGLISH
        assert language_of(code.words(Language.JAPANESE)) is Language.JAPANESE
    for language in Language:
        assert len({code.words(language) for code in CODES.values()}) == len(CODES)


@pytest.mark.parametrize(
    ("amount", "temperature", "words"),
    [(0.4, 10, "light rain"), (4, 10, "rain"), (12, 10, "heavy rain"), (0.4, -2, "light snow"), (3, 0, "snow"), (8, -5, "heavy snow")],
)
def test_an_amount_has_the_code_of_its_intensity(amount: float, temperature: float, words: str) -> None:
    assert code_by_amount(amount, temperature).words(Language.ENGLISH) == words


def test_clouds_have_the_code_of_their_share() -> None:
    words = [code_by_cloud(cloud).words(Language.ENGLISH) for cloud in (0, 20, 60, 100)]
    assert words == ["clear", "mostly clear", "partly cloudy", "overcast"]


def test_of_several_the_dangerous_one_is_told() -> None:
    assert max(CODES.values(), key=lambda code: code.weight).kind is Kind.STORM
    assert CODES[67].weight > CODES[65].weight > CODES[61].weight > CODES[3].weight
