"""The weekdays that a text names, for a caller who knows that weekdays of every week are meant (a routine: `Mondays and Thursdays`)."""

from yamori.domain.when.draft import folded
from yamori.domain.when.grammars import GRAMMARS

_ALL = frozenset(range(7))


def weekdays_named(text: str) -> tuple[int, ...]:
    """All weekdays named, 0 for Monday, in their order: ranges filled (`Mon-Fri`, 月〜金), `weekends` and 平日 as their days, `every day`
    as all seven, what is left out (`except Sunday`, 日曜以外) taken away. Empty where none is named. Never raises.

    A range is always one, also in `move it from Monday to Thursday`: ask only about a text that lists days.
    """
    low = folded(text)
    found = [grammar.weekdays_in(low) for grammar in GRAMMARS.values()]
    named = frozenset(day for each in found for day in each.named)
    left_out = frozenset(day for each in found for day in each.left_out)
    if left_out and not named and not any(each.denied for each in found):
        named = _ALL
    return tuple(sorted(named - left_out))
