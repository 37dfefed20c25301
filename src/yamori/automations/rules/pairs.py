"""Automations that were made in two, one of which takes back after a while what the other did (`the light on for five minutes`). Pure.

Whoever lists or removes automations asks here: such a pair is one thing to a person.
"""

from collections.abc import Iterable, Sequence

from yamori.automations.automation import Automation
from yamori.automations.trigger import Ends, Source


def follows(one: Automation, other: Automation) -> bool:
    """Whether `one` does something a while after `other` did, for the same person."""
    return one.owner == other.owner and other.id in _waited_for(one)


def followers(automation: Automation, among: Iterable[Automation]) -> Sequence[Automation]:
    return [one for one in among if follows(one, automation)]


def removed_with(automation: Automation, among: Sequence[Automation]) -> Sequence[Automation]:
    """What goes with it: neither half of a pair stays by itself."""
    firsts = [other for other in among if follows(automation, other)]
    found = [*firsts, *followers(automation, among), *(one for first in firsts for one in followers(first, among))]
    return [one for n, one in enumerate(found) if one.id != automation.id and one not in found[:n]]


def without_followers(automations: Sequence[Automation]) -> Sequence[Automation]:
    """As a person counts them."""
    ids = {(one.owner, one.id) for one in automations}
    return [one for one in automations if not any((one.owner, id) in ids for id in _waited_for(one))]


def _waited_for(automation: Automation) -> frozenset[str]:
    ends = [trigger for trigger in automation.triggers if isinstance(trigger, Ends)]
    return frozenset(t.id for t in ends if t.source is Source.AUTOMATION and t.after_seconds)
