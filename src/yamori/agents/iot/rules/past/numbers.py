"""What `look_back` found of numbers, as sentences in the person's language."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from yamori.agents.iot.rules.past.account import A_DAY, Account, moment
from yamori.agents.iot.rules.past.paths import Address, address_of
from yamori.agents.iot.rules.phrases import value_phrase

_NUMBERS = frozenset(("highest", "lowest"))


class NumberAnswers(Account):
    def answer(self, row: Mapping[str, Any], result: Mapping[str, Any]) -> tuple[str, str]:
        """The answer for one reading, and what of the time nobody knows."""
        path = str(row["path"])
        name = self._names([path])
        address = address_of(path, self._index.devices.values())
        start, end = moment(result["start"]), moment(result["end"])
        if not row["kept"]:
            return self._off(), ""
        if row["since"] is None or address is None:
            return self._nothing(name), ""
        since, when = moment(row["since"]), self._when(start, end)
        if "value" in row:
            if row["value"] is None:
                return self._unknown(name, since, start), ""
            shown = value_phrase(address.capability, address.attribute, row["value"], self._index, self._lexicon, language=self._language)
            return self._sentence("showed", when=when, name=name, shown=shown), ""
        if row["highest"] is None:
            return self._unknown(name, since, start), ""
        return self._range(row, address, name, when, result), self._limits(since, start, timedelta(0))

    def _range(self, row: Mapping[str, Any], address: Address, name: str, when: str, result: Mapping[str, Any]) -> str:
        asks = str(result["asks"])
        label = self._label(address)
        if asks in _NUMBERS:
            found = row[asks]
            value, then = self._amount(found["value"], address), moment(found["at"])
            short = moment(result["end"]) - moment(result["start"]) <= A_DAY
            at = self._told("at", at=then) if short else self._at(then)
            return self._sentence(f"extremes.{asks}", when=when, name=name, label=label, value=value, at=at)
        low, high = (self._amount(row[end]["value"], address) for end in ("lowest", "highest"))
        if low == high and asks != "average":
            return self._sentence("steady", when=when, name=name, label=label, value=low)
        mean = self._amount(round(float(row["average"]), 1), address)
        if asks == "average":
            return self._sentence("average", when=when, name=name, label=label, mean=mean)
        return self._sentence("range", when=when, name=name, label=label, low=low, high=high, mean=mean)
