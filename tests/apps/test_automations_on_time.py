"""What heats or opens is done on time or not at all, whatever switches it; said to a whole household."""

import pytest
from tests.apps.test_automations_of_a_child import heated
from tests.apps.test_household import say

from yamori.apps.evaluated import EvaluatedHousehold
from yamori.automations.rules.lateness import never_late


def are_never_late(household: EvaluatedHousehold) -> list[bool]:
    return [never_late(automation.actions) for automation in household.household.automations.all()]


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("turn the den heater on in 20 minutes", True),
        ("20分後にこたつをつけて", True),
        ("turn the den heater off in 20 minutes", False),
        ("20分後に居間の電気を消して", False),
    ],
)
async def test_what_heats_is_kept_as_never_late_by_what_is_switched(text: str, never: bool) -> None:
    async with heated() as household:
        await say(household.client, text)
        assert are_never_late(household) == [never]
