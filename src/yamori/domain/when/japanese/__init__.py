"""The Japanese expressions, by what they name; `GRAMMAR` is all that Japanese knows of time."""

from functools import cache

from yamori.domain.language import is_spaced
from yamori.domain.when.draft import Rule
from yamori.domain.when.grammar import Grammar
from yamori.domain.when.japanese import amounts, anchors, clock, dates, days, monthly, repeats, weekdays


@cache
def rules() -> tuple[Rule, ...]:
    return (*days.rules(), *dates.rules(), *clock.rules(), *amounts.rules(), *repeats.rules(), *monthly.rules())


GRAMMAR = Grammar(
    is_in=lambda low: not is_spaced(low),
    rules=rules,
    count_from=anchors.count_from,
    amount=amounts.UNNAMED_AMOUNT,
    amounts_in=amounts.amounts_in,
    weekdays_in=weekdays.named_in,
)
