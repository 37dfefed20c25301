"""What a difference makes of the facts of a person: a new version, a confirmation, an end, or nothing. Pure; `facts` carries it out."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast

from yamori.domain.errors import InvalidRequest
from yamori.domain.plain_text import single_line
from yamori.domain.values import Value, plain_value
from yamori.memory.audience import HOUSEHOLD, Audience
from yamori.memory.difference import Change, Difference, Edit, Merge, Put, Withdraw
from yamori.memory.fact import LARGEST_VALUE, LONGEST_NAME, Fact, Source, Term
from yamori.memory.identity import nearest_slot, slot_of
from yamori.memory.merging import Gone, merged

LIVES = timedelta(days=1)
"""Of a short-lived fact of which nobody said how long."""
LONGEST_LIFE = timedelta(days=365)
LONGEST_QUOTE = 500


@dataclass(frozen=True, kw_only=True)
class Update:
    """What is to be written; empty where the difference says nothing new."""

    made: Fact | None = None
    ended: tuple[Fact, ...] = ()
    confirmed: Fact | None = None
    """The version that holds, with its confidence, importance and end as they are now."""

    @property
    def is_empty(self) -> bool:
        return self.made is None and not self.ended and self.confirmed is None

    @property
    def holds(self) -> Fact | None:
        """What the slot holds now."""
        return self.made or self.confirmed


def updated(held: Sequence[Fact], difference: Difference, *, now: datetime) -> Update:
    """`held` are the facts of the person that hold. Raises `InvalidRequest`, with `where`, for a difference that is not believed or does
    not fit."""
    checked = check(difference)
    slots = [f for f in held if f.category is checked.category and f.term is checked.term]
    slot = nearest_slot(slot_of(checked.name), {f.slot for f in slots})
    versions = [f for f in slots if f.slot == slot]
    current = next((f for f in versions if f.audience is checked.audience), None)
    value = merged(current.value if current else None, checked.change, exists=current is not None)
    if isinstance(value, Gone):
        gone = versions if isinstance(checked.change, Withdraw) else [current] if current else []
        return Update(ended=tuple(replace(f, ended=now) for f in gone))
    _check_size(value)
    if current is not None and same_value(current.value, value):
        return _confirmed(current, checked, now)
    made = Fact(
        id=_id(checked, slot, value, now, current.id if current else ""),
        person=checked.person,
        audience=checked.audience,
        category=checked.category,
        slot=slot,
        name=current.name if current else checked.name,
        value=value,
        term=checked.term,
        expires=_end(checked, now),
        source=checked.source,
        since=now,
        confidence=checked.confidence,
        importance=max(checked.importance, current.importance if current else 0.0),
        uses=current.uses if current else 0,
        last_used=current.last_used if current else None,
    )
    # A new value takes the place of the one for others too; what is added to a list stays among those whom it was told.
    gone = versions if isinstance(checked.change, Put) else [current] if current else []
    return Update(made=made, ended=tuple(replace(f, ended=now, replaced_by=made.id) for f in gone))


def check(difference: Difference) -> Difference:
    """The difference with plain texts. Raises `InvalidRequest`."""
    source = difference.source
    if not source.kind.is_believed:
        raise InvalidRequest(f"a text from outside ({source.kind.value}) is not believed as a fact", where="source")
    if difference.person == HOUSEHOLD and difference.audience is not Audience.SHARED:
        raise InvalidRequest("what belongs to the household is shared", where="audience")
    name = single_line(difference.name)
    if not slot_of(name) or len(name) > LONGEST_NAME:
        raise InvalidRequest(f"a name has words, and up to {LONGEST_NAME} characters", where="name")
    for field in ("confidence", "importance"):
        if not 0 <= getattr(difference, field) <= 1:
            raise InvalidRequest("it is between 0 and 1", where=field)
    if difference.lives is not None and not timedelta(0) < difference.lives <= LONGEST_LIFE:
        raise InvalidRequest("a short-lived fact lives up to a year", where="lives")
    if any(len(text) > LARGEST_VALUE for text in _texts(difference.change)):
        raise InvalidRequest(f"a value has up to {LARGEST_VALUE} characters", where="change")
    quote = single_line(source.quote[: LONGEST_QUOTE * 2])[:LONGEST_QUOTE]
    plain = Source(kind=source.kind, utterance=source.utterance, quote=quote, where=single_line(source.where[:LONGEST_QUOTE]))
    return replace(difference, name=name, source=plain, change=_plain(difference.change))


def same_value(one: Value, other: Value) -> bool:
    return _written(one) == _written(other)


def _plain(change: Change) -> Change:
    match change:
        case Put(value=value):
            return Put(value=plain_value(value))
        case Merge(fields=fields):
            return Merge(fields=cast(Mapping[str, Value], plain_value(fields)))
        case Edit(add=add, remove=remove):
            return Edit(add=tuple(filter(None, map(single_line, add))), remove=tuple(map(single_line, remove)))
        case Withdraw():
            return change


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
    elif hasattr(value, "__dataclass_fields__"):
        yield from _texts(vars(value))


def _confirmed(current: Fact, difference: Difference, now: datetime) -> Update:
    same = difference.source.utterance is not None and current.source.utterance == difference.source.utterance
    later = _later(current.expires, _end(difference, now))
    again = replace(
        current,
        confidence=max(current.confidence, difference.confidence),
        importance=max(current.importance, difference.importance),
        expires=current.expires if same else later,
        last_used=current.last_used if same else now,
    )
    return Update() if again == current else Update(confirmed=again)


def _end(difference: Difference, now: datetime) -> datetime | None:
    return now + (difference.lives or LIVES) if difference.term is Term.SHORT else None


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    return max(one, other) if one is not None and other is not None else one or other


def _check_size(value: Value) -> None:
    if len(_written(value)) > LARGEST_VALUE:
        raise InvalidRequest(f"a value has up to {LARGEST_VALUE} characters", where="change")
    if value is None or value == "":
        raise InvalidRequest("a value is not empty; what does not hold any more is withdrawn", where="change")


def _id(difference: Difference, slot: str, value: Value, now: datetime, former: str) -> str:
    """The same change gives the same id, so that a pass that is repeated names what it made alike."""
    parts = [difference.person, difference.audience, difference.category, difference.term, slot, _written(value), now.isoformat(), former]
    return hashlib.blake2s("\0".join(parts).encode(), digest_size=8).hexdigest()


def _written(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
