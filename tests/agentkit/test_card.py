"""An agent introduces itself in as many languages as it has files."""

from pathlib import Path

import pytest

from yamori.agentkit.card import Card, introduction, received, sent
from yamori.domain.language import Language

POND = {
    "en": 'title: Pond\ndoes: Minds the pond.\nlooks: in the pond\nexamples: ["Feed the carp"]\n',
    "ja": "title: 池\ndoes: 池の世話をします。\nlooks: 池\nexamples: [鯉に餌をやって]\n",
    "de": "title: Teich\ndoes: Kümmert sich um den Teich.\nexamples: [Füttere die Karpfen]\n",
}


def pond(folder: Path) -> Card:
    for code, text in POND.items():
        (folder / f"{code}.yaml").write_text(text, encoding="utf-8")
    return Card(name="pond", **introduction(folder))


def test_a_further_language_is_a_further_file_and_what_it_lacks_is_said_in_english(tmp_path: Path) -> None:
    card = pond(tmp_path)
    assert card.told(Language.JAPANESE).title == "池" and card.others["de"].title == "Teich"
    assert card.examples == ("Feed the carp", "Füttere die Karpfen", "鯉に餌をやって")
    assert card.others["de"].looks == "" and card.told(Language.ENGLISH).looks == "in the pond"


def test_other_languages_are_sent_beside_english_under_the_keys_that_they_always_had() -> None:
    told = {"name": "well", "title": "Well", "title_ja": "井戸", "does": "The well.", "does_ja": "井戸"}
    card = received(told)
    assert card == {"name": "well", "title": "Well", "does": "The well.", "others": {"ja": {"title": "井戸", "does": "井戸"}}}
    assert sent(card) == told


@pytest.mark.parametrize("garbage", [None, [], "card"])
def test_what_is_no_card_is_refused(garbage: object) -> None:
    with pytest.raises(ValueError, match="a card is an object"):
        received(garbage)
