"""An agent that looked and found nothing: the person is asked whether another one shall look elsewhere, and nobody looks unasked."""

import pytest

from yamori.agentkit.card import Card, Introduction
from yamori.agentkit.task import Outcome, OutcomeStatus
from yamori.domain.language import Language
from yamori.orchestrator.elsewhere import chosen, is_offer, offered
from yamori.orchestrator.state import OUTCOME

PAPERS = Card(name="lifestyle", title="", does="", looks="in your papers", others={"ja": Introduction(title="", does="", looks="家の書類")})
WEB = Card(name="browser", title="", does="", looks="on the web", others={"ja": Introduction(title="", does="", looks="ウェブ")})
LAMPS = Card(name="iot", title="", does="")
NOTHING = Outcome(status=OutcomeStatus.DONE, text="I found nothing about that in your papers.", found_nothing=True, final=True)


def cards(*held: Card) -> dict[str, Card]:
    return {card.name: card for card in held}


def test_it_is_offered_and_only_a_yes_sends_anybody_there() -> None:
    asked = offered(NOTHING, "lifestyle", cards(LAMPS, PAPERS, WEB), Language.ENGLISH)
    assert asked.status is OutcomeStatus.ASKING and asked.question is not None
    assert asked.question.text == "I found nothing about that in your papers. Shall I look on the web?"
    held = OUTCOME.dump_python(asked, mode="json")
    assert is_offer(held) and chosen(held, "yes") == "browser" and chosen(held, "はい") == "browser"
    assert chosen(held, "no") is None and chosen(held, "the blue one") is None
    back = offered(NOTHING, "browser", cards(PAPERS, WEB), Language.JAPANESE)
    assert back.question is not None and back.question.text.endswith("家の書類を調べましょうか？")


@pytest.mark.parametrize("held", [cards(PAPERS), cards(PAPERS, LAMPS), cards(LAMPS, WEB)])
def test_nothing_is_offered_where_there_is_no_other_place(held: dict[str, Card]) -> None:
    assert offered(NOTHING, "lifestyle", held, Language.ENGLISH) == NOTHING


def test_what_was_found_is_not_looked_for_again() -> None:
    found = Outcome(status=OutcomeStatus.DONE, text="Use vinegar.")
    assert offered(found, "lifestyle", cards(PAPERS, WEB), Language.ENGLISH) == found and not is_offer(None)
