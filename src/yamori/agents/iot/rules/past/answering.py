"""What `look_back` found, as sentences in the person's language: never more than the history holds, and from when on it holds it."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from yamori.agentkit.phrasing import listed
from yamori.agents.iot.rules.past.account import A_DAY, Account, moment
from yamori.agents.iot.rules.past.lengths import length_text
from yamori.agents.iot.rules.past.numbers import NumberAnswers
from yamori.agents.iot.rules.past.paths import Address, address_of
from yamori.agents.iot.rules.past.words import Saying, negated, saying_for, saying_of
from yamori.agents.iot.rules.phrases import value_word
from yamori.agents.iot.rules.words import squeezed
from yamori.agents.iot.texts import TEXTS

MOST_TIMES = 5
"""Times that an answer lists one by one; the newest."""
_POSITIONS = {">": "open", "<=": "closed"}
_OPERATORS = frozenset(("<", "<=", ">", ">=", "!="))


class PastAnswers(Account):
    """Words answers for one home and one moment; `said` is the person's sentence in normal form, for the names that it used."""

    def answer_all(self, results: Sequence[Mapping[str, Any]]) -> str:
        """Of several devices at once: whether something was so is answered for those of which it was, and in one sentence where of none."""
        several = len(results) > 1 and all(r["asks"] == "whether" and r.get("since") for r in results)
        if not several:
            return self._joined(tuple(dict.fromkeys(self.answer(result) for result in results)))
        if all(map(_is_unknown, results)):
            since, count = max(moment(r["since"]) for r in results), len(results)
            return self._unknown(self._told("devices", count=count), since, moment(results[0]["start"]))
        so = [r for r in results if r["seconds"]]
        answers = [self.answer(r) for r in so]
        if not so:
            when = self._when(moment(results[0]["start"]), moment(results[0]["end"]))
            if any(map(_is_unknown, results)):
                return self._joined(tuple(dict.fromkeys(self.answer(result) for result in results)))
            return self._told("none_of", count=len(results), was=self._saying(results[0]).none, when=when)
        lead = self._told("yes")
        return self._joined([answers[0], *(self._grammar.sentence(one.removeprefix(lead)) for one in answers[1:])])

    def answer(self, result: Mapping[str, Any]) -> str:
        """The answer to one `look_back`."""
        if "readings" in result:
            numbers = NumberAnswers(self._index, self._lexicon, self._language, said=self._said, now=self._now)
            lines = [numbers.answer(row, result) for row in cast(Sequence[Mapping[str, Any]], result["readings"])]
            return self._joined(tuple(dict.fromkeys([*(line for line, _ in lines), *(limit for _, limit in lines)])))
        paths = cast(Sequence[str], result["paths"])
        name = self._names(paths, any_of=result["combine"] == "any")
        if not result["kept"]:
            return self._off()
        if result["since"] is None:
            return self._nothing(name)
        saying = self._saying(result)
        if result["asks"] == "last":
            return self._last(result, name, saying)
        return self._state(result, name, saying)

    def _state(self, result: Mapping[str, Any], name: str, saying: Saying) -> str:
        start, end = moment(result["start"]), moment(result["end"])
        when, since = self._when(start, end), moment(result["since"])
        lasted, unknown = timedelta(seconds=result["seconds"]), timedelta(seconds=result["unknown_seconds"])
        if _is_unknown(result):
            return self._unknown(name, since, start)
        stays = [(_maybe(began), _maybe(ended)) for began, ended in result["stays"]]
        short = end - start <= A_DAY
        match result["asks"]:
            case "duration":
                line = self._lasted(name, saying, lasted, when) if lasted else self._never(name, saying, when)
            case "count":
                line = self._count(name, saying, result["times"], [self._clock(b, short=short) for b, _ in stays if b is not None], when)
            case _:
                line = self._whether(
                    name, saying, self._stays(stays, short=short), lasted, when, is_moment=end - start <= timedelta(seconds=1)
                )
        return self._joined([line, self._limits(since, start, unknown)])

    def _agreed(self, verb: str, name: str) -> str:
        return self._grammar.agreed(verb, self._number(name))

    def _number(self, name: str) -> int:
        return self._grammar.number(name, listed=True)

    def _lasted(self, name: str, saying: Saying, lasted: timedelta, when: str) -> str:
        length = length_text(lasted, self._language)
        return self._sentence("lasted", name=name, was=self._agreed(saying.was, name), length=length, when=when)

    def _never(self, name: str, saying: Saying, when: str) -> str:
        return self._sentence("denied", name=name, denied=self._agreed(saying.denied, name), when=when)

    def _count(self, name: str, saying: Saying, times: int, began: Sequence[str], when: str) -> str:
        if not times:
            return self._sentence("never", name=name, never=self._agreed(saying.never, name), when=when)
        newest = began[-MOST_TIMES:]
        return self._sentence(
            "counted_lately" if times > len(newest) else "counted",
            name=name,
            became=self._agreed(saying.became, name),
            often=TEXTS.counted(self._language, "past.often", times),
            when=when,
            count=len(newest),
            times=listed(newest, self._language),
        )

    def _whether(
        self,
        name: str,
        saying: Saying,
        stays: str,
        lasted: timedelta,
        when: str,
        *,
        is_moment: bool,
    ) -> str:
        if not lasted:
            return self._told("no", line=self._grammar.inside(self._never(name, saying, when)))
        was = self._grammar.told(self._agreed(saying.was, name))
        length = "" if is_moment else self._told("for", length=length_text(lasted, self._language))
        detail = "" if is_moment or not stays else self._told("detail", stays=stays)
        return self._told("yes") + self._told("so", name=name, was=was, when=when, length=length, detail=detail)

    def _stays(self, stays: Sequence[tuple[datetime | None, datetime | None]], *, short: bool) -> str:
        if len(stays) > MOST_TIMES or any(began is None and ended is None for began, ended in stays):
            return ""
        spans = []
        for began, ended in stays:
            first, last = (self._clock(at, short=short) if at is not None else "" for at in (began, ended))
            form = "whole" if first and last else "since" if first else "until"
            spans.append(self._told(f"stays.{form}", first=first, last=last))
        return listed(spans, self._language)

    def _last(self, result: Mapping[str, Any], name: str, saying: Saying) -> str:
        kept, number = self._bare(moment(result["since"])), self._number(name)
        began, ended = _maybe(result["began"]), _maybe(result["ended"])
        if not result["was"]:
            never = self._agreed(saying.never, name)
            return TEXTS.counted(self._language, "past.last.never", number, name=name, since=kept, never=never)
        if ended is None:
            if began is None:
                still = self._grammar.still(saying.was, number)
                always = TEXTS.counted(self._language, "past.last.always", number, name=name, still=still, since=kept)
                return self._grammar.sentence(always)
            been, length = self._grammar.ever_since(saying.was, number), length_text(self._now - began, self._language)
            return self._sentence("last.since", name=name, been=been, began=self._bare(began), length=length)
        last = self._grammar.last(saying.was, number)
        if began is None:
            return self._sentence("last.until", name=name, last=last, ended=self._bare(ended), since=kept)
        length = length_text(ended - began, self._language)
        return self._sentence("last.begun", name=name, last=last, began=self._at(began), length=length)

    def _saying(self, result: Mapping[str, Any]) -> Saying:
        states, operator = cast(Sequence[Any], result["states"]), str(result["operator"])
        address = address_of(str(result["paths"][0]), self._index.devices.values())
        attribute = address.attribute if address is not None else ""
        first = states[0]
        known = saying_of(self._word(first), self._language) if operator == "==" else None
        if address is not None and operator in _POSITIONS and first == self._least(address):
            known = saying_of(_POSITIONS[operator], self._language)  # a position is open or closed
        if known is None and operator in _OPERATORS and address is not None:
            amount = self._amount(first, address) if isinstance(first, int | float) else str(first)
            shown = self._told(f"operators.{operator}", amount=amount)
            known = saying_for("number", self._language, label=self._label(address), shown=shown)
        if known is None:
            shown = value_word(attribute, first, self._lexicon, language=self._language)
            known = saying_for("value", self._language, shown=shown)
        return negated(known, self._language) if result["negated"] else known

    def _least(self, address: Address) -> float | None:
        """The lowest position of what is opened and closed; None for any other number."""
        declared = self._index.capabilities[address.capability].attributes[address.attribute]
        opens = any(like in squeezed(address.attribute) for like in self._lexicon.likes["position"])
        return (declared.minimum or 0) if opens else None

    def _word(self, state: object) -> str:
        return ("on" if state else "off") if isinstance(state, bool) else squeezed(str(state))


def _is_unknown(result: Mapping[str, Any]) -> bool:
    """Nobody knows anything of that time."""
    return moment(result["since"]) >= moment(result["end"]) or bool(result["unknown_seconds"] >= result["asked_seconds"])


def _maybe(text: object) -> datetime | None:
    return moment(text) if text is not None else None
