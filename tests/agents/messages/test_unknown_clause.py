"""What nothing explains is part of what is told, or nobody is told anything."""

from datetime import datetime

import pytest
from tests.unknown_clauses import unknown_clauses

from yamori.agents.messages.rules.wanted import messages_in
from yamori.domain.home import Person
from yamori.understanding.marked import marked
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
PEOPLE = (Person(id="otto", name="Otto", aliases=("オットー",)), Person(id="ida", name="Ida"))


@pytest.mark.parametrize(
    ("line", "thing"),
    unknown_clauses(
        ("tell: Tell [person|Otto] [text|dinner's ready]", "tell: let [person|Ida] know that [text|the bath is free]"),
        ("tell: [person|オットー]に[text|ごはんだよ]って言って",),
    ),
)
def test_a_clause_that_nothing_explains_is_told_or_hinders_it(line: str, thing: str) -> None:
    said = marked(line)
    for message in messages_in(said.frames, utterance_of(said.text, NOW), PEOPLE):
        assert thing in message.left or thing in message.text
