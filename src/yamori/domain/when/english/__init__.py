"""The English expressions, by what they name; `GRAMMAR` is all that English knows of time."""

import re
from functools import cache

from yamori.domain.when.draft import Rule
from yamori.domain.when.english import amounts, anchors, clock, dates, days, monthly, offsets, repeats, weekdays
from yamori.domain.when.grammar import Grammar

_LATIN = re.compile("[a-z]")


@cache
def rules() -> tuple[Rule, ...]:
    return (
        *days.rules(),
        *offsets.rules(),
        *dates.rules(),
        *clock.rules(),
        *amounts.rules(),
        *repeats.rules(),
        *monthly.rules(),
    )


GRAMMAR = Grammar(
    is_in=lambda low: _LATIN.search(low) is not None,
    rules=rules,
    count_from=anchors.count_from,
    amount=amounts.AMOUNT,
    amounts_in=amounts.amounts_in,
    weekdays_in=weekdays.named_in,
)
