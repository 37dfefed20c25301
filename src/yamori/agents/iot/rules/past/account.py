"""What every answer about the past needs: names, times and amounts in the person's language, and what of a time nobody knows."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.past.lengths import length_text
from yamori.agents.iot.rules.past.paths import Address, address_of
from yamori.agents.iot.rules.past.periods import Period, moment_text, period_of, period_text
from yamori.agents.iot.rules.phrases import joined, listed, quality_called, unit_text
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.words import Lexicon
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language

A_DAY = timedelta(days=1, hours=1)
"""With the hour more of the day on which the clocks go back."""
_ROUGHLY = timedelta(minutes=2)


class Account:
    """For one home, one moment and one language; `said` is the person's sentence in normal form, for the names that it used."""

    def __init__(self, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, now: datetime) -> None:
        self._index, self._lexicon, self._language, self._said, self._now = index, lexicon, language, said, now
        self._grammar = grammar_of(language)

    def _told(self, name: str, /, **values: object) -> str:
        return TEXTS.said(self._language, f"past.{name}", **values)

    def _sentence(self, name: str, /, **values: object) -> str:
        return self._grammar.sentence(self._told(name, **values))

    def _joined(self, sentences: Sequence[str]) -> str:
        return joined(sentences, self._language)

    def _limits(self, since: datetime, start: datetime, unknown: timedelta) -> str:
        """What of the time nobody knows; empty where all of it is known."""
        if since - start > _ROUGHLY:
            return self._told("kept_since", since=self._bare(since))
        if unknown > _ROUGHLY:
            return self._told("partly_unknown", length=length_text(unknown, self._language))
        return ""

    def _unknown(self, name: str, since: datetime, start: datetime) -> str:
        if since <= start:
            return self._told("unknown", name=name)
        return self._told("unknown_before", name=name, since=self._bare(since))

    def _nothing(self, name: str) -> str:
        return self._told("nothing_kept", name=name)

    def _off(self) -> str:
        return self._told("off")

    def _names(self, paths: Sequence[str], *, any_of: bool = False) -> str:
        found: dict[str, set[str]] = {}
        for path in paths:
            address = address_of(path, self._index.devices.values())
            if address is not None:
                found.setdefault(address.device, set()).add(address.component)
        names = [
            spoken_name(self._index.devices[d], next(iter(c)) if len(c) == 1 else "main", self._index, self._language, said=self._said)
            for d, c in found.items()
        ]
        if any_of and len(names) == 2:
            return self._told("either", one=names[0], other=names[1])
        return listed(names, self._language)

    def _label(self, address: Address) -> str:
        return quality_called(address.attribute, address.capability, self._lexicon, self._language)

    def _amount(self, value: float, address: Address) -> str:
        unit = self._index.capabilities[address.capability].attributes[address.attribute].unit or ""
        return f"{value:g}{unit_text(unit, self._language, said='measured')}"

    def _when(self, start: datetime, end: datetime) -> str:
        """As it was said, where that names the same time; else by its borders."""
        named = period_of(self._said, self._now)
        if named is not None and named.start == start:
            return period_text(named, self._now, self._language)
        week = timedelta(days=7)
        period = Period(start=start, end=end, is_moment=end - start <= timedelta(seconds=1), said=end - start != week)
        return period_text(period, self._now, self._language)

    def _at(self, at: datetime) -> str:
        return moment_text(at, self._now, self._language)

    def _bare(self, at: datetime) -> str:
        """As it follows `since`."""
        return moment_text(at, self._now, self._language, bare=True)

    def _clock(self, at: datetime, *, short: bool) -> str:
        """In a list; `short`: the day is plain."""
        at = at.astimezone(self._now.tzinfo)
        return self._told("clock.today" if short or at.date() == self._now.date() else "clock.day", at=at)


def moment(text: object) -> datetime:
    """A moment as a tool writes it."""
    return datetime.fromisoformat(str(text))
