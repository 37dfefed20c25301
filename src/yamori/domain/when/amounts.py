"""Amounts of time wherever they stand in a text: `an hour and a quarter`, `1h30`, 1時間と4分の1. Each whole, or not at all."""

from yamori.domain.when.draft import folded
from yamori.domain.when.grammar import Amount
from yamori.domain.when.grammars import GRAMMARS

__all__ = ["Amount", "amounts_in"]


def amounts_in(text: str) -> tuple[Amount, ...]:
    """Every amount that is wholly read, in the text's order."""
    low = folded(text)
    return tuple(sorted((amount for grammar in GRAMMARS.values() for amount in grammar.amounts_in(low)), key=lambda amount: amount.start))
