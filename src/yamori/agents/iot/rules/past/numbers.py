"""What `look_back` found of numbers, as sentences in the person's language."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from yamori.agents.iot.rules.past.account import A_DAY, Account, moment, sentence
from yamori.agents.iot.rules.past.paths import Address, address_of
from yamori.agents.iot.rules.phrases import value_phrase

_NUMBERS = {"highest": ("highest", "最高"), "lowest": ("lowest", "最低")}


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
            shown = value_phrase(
                address.capability, address.attribute, row["value"], self._index, self._lexicon, english=not self._japanese
            )
            return f"{when}、{name}は{shown}でした。" if self._japanese else sentence(f"{when}, {name} showed {shown}."), ""
        if row["highest"] is None:
            return self._unknown(name, since, start), ""
        line, limit = self._range(row, address, name, when, result), self._limits(since, start, timedelta(0))
        return line, limit.strip()

    def _range(self, row: Mapping[str, Any], address: Address, name: str, when: str, result: Mapping[str, Any]) -> str:
        asks = str(result["asks"])
        label = self._label(address)
        if asks in _NUMBERS:
            found = row[asks]
            value, then = self._amount(found["value"], address), moment(found["at"])
            short = moment(result["end"]) - moment(result["start"]) <= A_DAY
            at = (f"{then:%H:%M}" if self._japanese else f"at {then:%H:%M}") if short else self._at(then)
            if self._japanese:
                return f"{when}の{name}の{_NUMBERS[asks][1]}{label}は{value}でした（{at}）。"
            return sentence(f"the {_NUMBERS[asks][0]} {label} of {name} {when} was {value}, {at}.")
        low, high = (self._amount(row[end]["value"], address) for end in ("lowest", "highest"))
        if low == high and asks != "average":
            if self._japanese:
                return f"{when}の{name}の{label}はずっと{low}でした。"
            return sentence(f"{when} the {label} of {name} was {low} all the time.")
        mean = self._amount(round(float(row["average"]), 1), address)
        if self._japanese:
            if asks == "average":
                return f"{when}の{name}の平均{label}は{mean}でした。"
            return f"{when}の{name}の{label}は{low}から{high}、平均{mean}でした。"
        if asks == "average":
            return sentence(f"the average {label} of {name} {when} was {mean}.")
        return sentence(f"{when} the {label} of {name} was between {low} and {high}, {mean} on average.")
