"""Bare nouns, languages that are not known, and two at once: nothing is changed by chance, and the answer says that nothing was."""

import pytest
from tests.agents.iot.house import house

from yamori.agentkit.task import OutcomeStatus


@pytest.mark.parametrize(
    "said",
    [
        "chandelier",
        "the drapes",
        "banana",
        "カーテン",
        "Allume le lustre, s'il te plaît",
        "éteins la lampe du piano",
        "请打开吊灯",
        "turn on le lustre",
        "シャンデリア turn off please",
    ],
)
async def test_a_bare_noun_and_a_language_that_is_not_known_change_nothing(said: str) -> None:
    async with house() as manor:
        outcome = await manor.say(said)
        assert await manor.changed() == {}
        assert outcome.status in (OutcomeStatus.FAILED, OutcomeStatus.ASKING) and outcome.text
