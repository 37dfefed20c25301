"""What `look_back` found, as sentences in the person's language: never more than the history holds, and from when on it holds it."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from yamori.agents.iot.rules.past.account import A_DAY, Account, moment, sentence
from yamori.agents.iot.rules.past.lengths import length_text
from yamori.agents.iot.rules.past.numbers import NumberAnswers
from yamori.agents.iot.rules.past.paths import Address, address_of
from yamori.agents.iot.rules.past.periods import moment_text
from yamori.agents.iot.rules.past.verbs import agreeing, are, enumerated, last_time, perfect, plainly, plural, polite, present, still
from yamori.agents.iot.rules.past.words import Saying, saying_of
from yamori.agents.iot.rules.phrases import value_word
from yamori.agents.iot.rules.words import squeezed

MOST_TIMES = 5
"""Times that an answer lists one by one; the newest."""
_POSITIONS = {">": "open", "<=": "closed"}
_OPERATORS = {"<": "below {}", "<=": "{} or less", ">": "above {}", ">=": "{} or more", "!=": "not {}"}
_OPERATORS_JA = {"<": "{}未満", "<=": "{}以下", ">": "{}を超え", ">=": "{}以上", "!=": "{}以外"}


class PastAnswers(Account):
    """Words answers for one home and one moment; `said` is the person's sentence in normal form, for the names that it used."""

    def answer_all(self, results: Sequence[Mapping[str, Any]]) -> str:
        """Of several devices at once: whether something was so is answered for those of which it was, and in one sentence where of none."""
        blank = "" if self._japanese else " "
        several = len(results) > 1 and all(r["asks"] == "whether" and r.get("since") for r in results)
        if not several:
            return blank.join(dict.fromkeys(self.answer(result) for result in results))
        if all(map(_is_unknown, results)):
            since, count = max(moment(r["since"]) for r in results), len(results)
            return self._unknown(f"その{count}台" if self._japanese else f"those {count} devices", since, moment(results[0]["start"]))
        so = [r for r in results if r["seconds"]]
        answers = [self.answer(r) for r in so]
        if not so:
            when = self._when(moment(results[0]["start"]), moment(results[0]["end"]))
            if any(map(_is_unknown, results)):
                return blank.join(dict.fromkeys(self.answer(result) for result in results))
            saying = self._saying(results[0])
            if self._japanese:
                return f"いいえ、{when}、{len(results)}台のどれも{saying.denied}。"
            return f"No, of these {len(results)} devices none {saying.was} {when}."
        lead = "はい、" if self._japanese else "Yes, "
        bare = [answers[0], *(sentence(one.removeprefix(lead)) for one in answers[1:])]
        return blank.join(bare)

    def answer(self, result: Mapping[str, Any]) -> str:
        """The answer to one `look_back`."""
        if "readings" in result:
            numbers = NumberAnswers(self._index, self._lexicon, self._language, said=self._said, now=self._now)
            lines = [numbers.answer(row, result) for row in cast(Sequence[Mapping[str, Any]], result["readings"])]
            return ("" if self._japanese else " ").join(dict.fromkeys([line for line, _ in lines] + [limit for _, limit in lines if limit]))
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
        return line + self._limits(since, start, unknown)

    def _lasted(self, name: str, saying: Saying, lasted: timedelta, when: str) -> str:
        length = length_text(lasted, self._language)
        if self._japanese:
            return f"{when}、{name}が{saying.was}のは{length}です。"
        return sentence(f"{agreeing(name, saying.was)} for {length} {when}.")

    def _never(self, name: str, saying: Saying, when: str) -> str:
        if self._japanese:
            return f"{when}、{name}は{saying.denied}。"
        return sentence(f"{agreeing(name, saying.denied)} {when}.")

    def _count(self, name: str, saying: Saying, times: int, began: Sequence[str], when: str) -> str:
        if not times:
            if self._japanese:
                return f"{when}、{name}は一度も{saying.never}。"
            return sentence(f"{agreeing(name, saying.never)} {when}.")
        newest = began[-MOST_TIMES:]
        more = times > len(newest)
        if self._japanese:
            listed_times = "、".join(newest)
            return f"{when}、{name}は{times}回{saying.became}（{'最近の' + str(len(newest)) + '回は' if more else ''}{listed_times}）。"
        often = "once" if times == 1 else "twice" if times == 2 else f"{times} times"
        detail = f": most recently {enumerated(newest)}" if more else f": {enumerated(newest)}"
        return sentence(f"{agreeing(name, saying.became)} {often} {when}{detail}.")

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
            line = self._never(name, saying, when)
            return f"いいえ、{line}" if self._japanese else f"No, {line[:1].lower()}{line[1:]}"
        detail = "" if is_moment else stays
        length = "" if is_moment else length_text(lasted, self._language)
        if self._japanese:
            return f"はい、{when}、{name}は{f'{length}' if length else ''}{polite(saying.was)}{f'（{detail}）' if detail else ''}。"
        return f"Yes, {agreeing(name, saying.was)} {when}{f', for {length}' if length else ''}{f': {detail}' if detail else ''}."

    def _stays(self, stays: Sequence[tuple[datetime | None, datetime | None]], *, short: bool) -> str:
        if len(stays) > MOST_TIMES or any(began is None and ended is None for began, ended in stays):
            return ""
        spans = []
        for began, ended in stays:
            first, last = (self._clock(at, short=short) if at is not None else "" for at in (began, ended))
            if self._japanese:
                spans.append(f"{first}から{last}まで" if first and last else f"{first}から" if first else f"{last}まで")
            else:
                spans.append(f"from {first} to {last}" if first and last else f"from {first} on" if first else f"until {last}")
        return "、".join(spans) if self._japanese else enumerated(spans)

    def _last(self, result: Mapping[str, Any], name: str, saying: Saying) -> str:
        since = moment(result["since"])
        kept = moment_text(since, self._now, self._language, bare=True)
        began, ended = _maybe(result["began"]), _maybe(result["ended"])
        if not result["was"]:
            if self._japanese:
                return f"{name}の記録は{kept}からありますが、その間は{saying.never}。"
            return (
                f"I have kept readings of {name} since {kept}; in that time {'they' if are(name) else 'it'} {plural(saying.never, name)}."
            )
        if ended is None:
            if began is None:
                if self._japanese:
                    return f"{name}は今も{still(saying.was)}。記録のある{kept}より前からです。"
                been = "have" if are(name) else "has"
                now = f"{agreeing(name, present(saying.was))} now, and {been} been since before {kept}, when my readings begin."
                return sentence(now)
            at, length = self._at(began), length_text(self._now - began, self._language)
            if self._japanese:
                return f"{name}は{at}から{still(saying.was)}（{length}前から）。"
            return sentence(f"{agreeing(name, perfect(saying.was))} since {moment_text(began, self._now, self._language, bare=True)}, "
                             f"for {length}.")  # fmt: skip
        if began is None:
            if self._japanese:
                return f"{name}が最後に{saying.was}のは{self._at(ended)}までです（それより前の記録は{kept}からです）。"
            return sentence(f"{last_time(name, saying.was)} until {moment_text(ended, self._now, self._language, bare=True)}.")
        length = length_text(ended - began, self._language)
        if self._japanese:
            return f"{name}が最後に{saying.was}のは{self._at(began)}から{length}です。"
        return sentence(f"{last_time(name, saying.was)} {self._at(began)}, for {length}.")

    def _saying(self, result: Mapping[str, Any]) -> Saying:
        states, operator = cast(Sequence[Any], result["states"]), str(result["operator"])
        language = "ja" if self._japanese else "en"
        address = address_of(str(result["paths"][0]), self._index.devices.values())
        attribute = address.attribute if address is not None else ""
        first = states[0]
        known = saying_of(self._word(first), language) if operator == "==" else None
        if address is not None and operator in _POSITIONS and first == self._least(address):
            known = saying_of(_POSITIONS[operator], language)  # a position is open or closed
        if known is None:
            if operator in _OPERATORS and address is not None:
                amount = self._amount(first, address) if isinstance(first, int | float) else str(first)
                label = self._label(address)
                shown = (_OPERATORS_JA if self._japanese else _OPERATORS)[operator].format(amount)
                if self._japanese:
                    known = Saying(was=f"{label}が{shown}だった", denied=f"{label}が{shown}にはなりませんでした",
                                   became=f"{label}が{shown}になりました", never=f"{label}が{shown}になっていません")  # fmt: skip
                else:
                    known = plainly(shown)
            else:
                word = value_word(attribute, first, self._lexicon, english=not self._japanese)
                known = (
                    Saying(was=f"「{word}」だった", denied=f"「{word}」ではありませんでした", became=f"「{word}」になりました",
                           never=f"「{word}」になっていません")
                    if self._japanese
                    else plainly(word)
                )  # fmt: skip
        if not result["negated"]:
            return known
        if self._japanese:
            return Saying(was=f"{known.was}のではなかった", denied=known.became, became=known.became, never=known.never)
        return Saying(was=known.denied, denied=known.was, became=known.denied, never=known.was)

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
