"""What every answer about the past needs: names, times and amounts in the person's language, and what of a time nobody knows."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.past.lengths import length_text
from yamori.agents.iot.rules.past.paths import Address, address_of
from yamori.agents.iot.rules.past.periods import Period, moment_text, period_of, period_text
from yamori.agents.iot.rules.phrases import japanese_label, listed
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.words import Lexicon, name_words
from yamori.domain.language import Language

A_DAY = timedelta(days=1, hours=1)
"""With the hour more of the day on which the clocks go back."""
_ROUGHLY = timedelta(minutes=2)


class Account:
    """For one home, one moment and one language; `said` is the person's sentence in normal form, for the names that it used."""

    def __init__(self, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, now: datetime) -> None:
        self._index, self._lexicon, self._language, self._said, self._now = index, lexicon, language, said, now
        self._japanese = language is Language.JAPANESE

    def _limits(self, since: datetime, start: datetime, unknown: timedelta) -> str:
        """What of the time nobody knows; empty where all of it is known."""
        if since - start > _ROUGHLY:
            kept = moment_text(since, self._now, self._language, bare=True)
            return f"記録があるのは{kept}からです。" if self._japanese else f" I have kept readings only since {kept}."
        if unknown > _ROUGHLY:
            length = length_text(unknown, self._language)
            return f"そのうち{length}は分かりません。" if self._japanese else f" Of {length} of that time nothing is known."
        return ""

    def _unknown(self, name: str, since: datetime, start: datetime) -> str:
        kept = moment_text(since, self._now, self._language, bare=True)
        if since <= start:
            return f"その間の{name}のことは分かりません。" if self._japanese else f"Nothing is known of {name} at that time."
        if self._japanese:
            return f"{name}の記録は{kept}からしかないため、それより前のことは分かりません。"
        return f"I have kept readings of {name} only since {kept}, so I can't say."

    def _nothing(self, name: str) -> str:
        return f"{name}の記録はまだありません。" if self._japanese else f"I have no readings of {name} kept yet."

    def _off(self) -> str:
        if self._japanese:
            return "この家では機器の記録を残していないため、過去のことは分かりません。"
        return "This house keeps no history of readings, so I can't say how it was."

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
            return f"{names[0]}か{names[1]}" if self._japanese else f"{names[0]} or {names[1]}"
        return listed(names, self._language)

    def _label(self, address: Address) -> str:
        if self._japanese:
            return japanese_label(address.attribute, address.capability, self._lexicon)
        return " ".join(name_words(address.attribute))

    def _amount(self, value: float, address: Address) -> str:
        unit = self._index.capabilities[address.capability].attributes[address.attribute].unit or ""
        if self._japanese:
            return f"{value:g}{ {'°C': '度', '°F': '度'}.get(unit, unit) }"
        return f"{value:g}{'' if unit in ('', '%') else ' '}{unit}"

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

    def _clock(self, at: datetime, *, short: bool) -> str:
        """In a list; `short`: the day is plain."""
        at = at.astimezone(self._now.tzinfo)
        if short or at.date() == self._now.date():
            return f"{at:%H:%M}"
        return f"{at.month}/{at.day} {at:%H:%M}" if self._japanese else f"{at:%a %H:%M}"


def moment(text: object) -> datetime:
    """A moment as a tool writes it."""
    return datetime.fromisoformat(str(text))


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
