"""What was just put on the schedule is called off by a word of it; no language model answers."""

import pytest
from tests.apps.test_automations import demo
from tests.apps.test_later_gone_on_about import gone_on


@pytest.mark.parametrize(
    ("first", "second", "named"),
    [
        ("remind me to call the plumber tomorrow at six", "forget the one about the plumber", "plumber"),
        ("明日7時に水道屋に電話するようリマインドして", "水道屋のやつもういい", "水道屋"),
    ],
)
async def test_an_entry_that_was_just_added_goes_by_a_word_of_it(first: str, second: str, named: str) -> None:
    async with demo() as household:
        said = await gone_on(household, first, second)
        assert (await household.schedule_rows()).tasks == () and named in said
