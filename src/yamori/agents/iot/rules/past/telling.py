"""What `look_back` found, as sentences in the person's language: never more than the history holds, and from when on it holds it."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.past.lengths import length_text
from yamori.agents.iot.rules.past.paths import Address, address_of
from yamori.agents.iot.rules.past.periods import Period, moment_text, period_of, period_text
from yamori.agents.iot.rules.past.words import Saying, saying_of
from yamori.agents.iot.rules.phrases import japanese_label, listed, value_phrase, value_word
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.words import Lexicon, name_words, squeezed
from yamori.domain.language import Language

MOST_TIMES = 5
"""Times that an answer tells one by one; the newest."""
_A_DAY = timedelta(days=1, hours=1)
"""With the hour more of the day on which the clocks go back."""
_ROUGHLY = timedelta(minutes=2)
_OPERATORS = {"<": "below {}", "<=": "{} or less", ">": "above {}", ">=": "{} or more", "!=": "not {}"}
_OPERATORS_JA = {"<": "{}未満", "<=": "{}以下", ">": "{}を超え", ">=": "{}以上", "!=": "{}以外"}
_NUMBERS = {"highest": ("highest", "最高"), "lowest": ("lowest", "最低")}


class PastTeller:
    """Words answers for one home and one moment; `said` is the person's sentence in normal form, for the names that it used."""

    def __init__(self, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, now: datetime) -> None:
        self._index, self._lexicon, self._language, self._said, self._now = index, lexicon, language, said, now
        self._japanese = language is Language.JAPANESE

    def told(self, result: Mapping[str, Any]) -> str:
        """The answer to one `look_back`."""
        if "readings" in result:
            told = [self._number(row, result) for row in cast(Sequence[Mapping[str, Any]], result["readings"])]
            return ("" if self._japanese else " ").join(dict.fromkeys([line for line, _ in told] + [limit for _, limit in told if limit]))
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
        start, end = _moment(result["start"]), _moment(result["end"])
        when, since = self._when(start, end), _moment(result["since"])
        lasted, unknown = timedelta(seconds=result["seconds"]), timedelta(seconds=result["unknown_seconds"])
        asked = timedelta(seconds=result["asked_seconds"])
        if since >= end or unknown >= asked:
            return self._unknown(name, since, start)
        stays = [(_maybe(began), _maybe(ended)) for began, ended in result["stays"]]
        short = end - start <= _A_DAY
        match result["asks"]:
            case "duration":
                line = self._lasted(name, saying, lasted, when) if lasted else self._never(name, saying, when)
            case "count":
                line = self._count(name, saying, result["times"], [self._clock(b, short=short) for b, _ in stays if b is not None], when)
            case _:
                line = self._whether(name, saying, self._stays(stays, short=short), lasted, when, is_moment=end - start <= timedelta(seconds=1))
        return line + self._limits(since, start, unknown)

    def _lasted(self, name: str, saying: Saying, lasted: timedelta, when: str) -> str:
        length = length_text(lasted, self._language)
        if self._japanese:
            return f"{when}、{name}が{saying.was}のは{length}です。"
        return _sentence(f"{_agreeing(name, saying.was)} for {length} {when}.")

    def _never(self, name: str, saying: Saying, when: str) -> str:
        if self._japanese:
            return f"{when}、{name}は{saying.denied}。"
        return _sentence(f"{_agreeing(name, saying.denied)} {when}.")

    def _count(self, name: str, saying: Saying, times: int, began: Sequence[str], when: str) -> str:
        if not times:
            if self._japanese:
                return f"{when}、{name}は一度も{saying.never}。"
            return _sentence(f"{_agreeing(name, saying.never)} {when}.")
        told = began[-MOST_TIMES:]
        more = times > len(told)
        if self._japanese:
            listed_times = "、".join(told)
            return f"{when}、{name}は{times}回{saying.became}（{'最近の' + str(len(told)) + '回は' if more else ''}{listed_times}）。"
        often = "once" if times == 1 else "twice" if times == 2 else f"{times} times"
        detail = f": most recently {_and(told)}" if more else f": {_and(told)}"
        return _sentence(f"{_agreeing(name, saying.became)} {often} {when}{detail}.")

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
            return f"はい、{when}、{name}は{f'{length}' if length else ''}{_polite(saying.was)}{f'（{detail}）' if detail else ''}。"
        return f"Yes, {_agreeing(name, saying.was)} {when}{f', for {length}' if length else ''}{f': {detail}' if detail else ''}."

    def _stays(self, stays: Sequence[tuple[datetime | None, datetime | None]], *, short: bool) -> str:
        if len(stays) > MOST_TIMES or any(began is None and ended is None for began, ended in stays):
            return ""
        told = []
        for began, ended in stays:
            first, last = (self._clock(at, short=short) if at is not None else "" for at in (began, ended))
            if self._japanese:
                told.append(f"{first}から{last}まで" if first and last else f"{first}から" if first else f"{last}まで")
            else:
                told.append(f"from {first} to {last}" if first and last else f"from {first} on" if first else f"until {last}")
        return "、".join(told) if self._japanese else _and(told)

    def _last(self, result: Mapping[str, Any], name: str, saying: Saying) -> str:
        since = _moment(result["since"])
        kept = moment_text(since, self._now, self._language, bare=True)
        began, ended = _maybe(result["began"]), _maybe(result["ended"])
        if not result["was"]:
            if self._japanese:
                return f"{name}の記録は{kept}からありますが、その間は{saying.never}。"
            return f"I have kept readings of {name} since {kept}; in that time {'they' if _are(name) else 'it'} {_plural(saying.never, name)}."
        if ended is None:
            if began is None:
                if self._japanese:
                    return f"{name}は今も{_still(saying.was)}。記録のある{kept}より前からです。"
                return _sentence(f"{_agreeing(name, _present(saying.was))} now, and {'have' if _are(name) else 'has'} been since before {kept}, "
                                 "when my readings begin.")  # fmt: skip
            at, length = self._at(began), length_text(self._now - began, self._language)
            if self._japanese:
                return f"{name}は{at}から{_still(saying.was)}（{length}前から）。"
            return _sentence(f"{_agreeing(name, _since(saying.was))} since {moment_text(began, self._now, self._language, bare=True)}, "
                             f"for {length}.")  # fmt: skip
        if began is None:
            if self._japanese:
                return f"{name}が最後に{saying.was}のは{self._at(ended)}までです（それより前の記録は{kept}からです）。"
            return _sentence(f"{_last_time(name, saying.was)} until {moment_text(ended, self._now, self._language, bare=True)}.")
        length = length_text(ended - began, self._language)
        if self._japanese:
            return f"{name}が最後に{saying.was}のは{self._at(began)}から{length}です。"
        return _sentence(f"{_last_time(name, saying.was)} {self._at(began)}, for {length}.")

    def _number(self, row: Mapping[str, Any], result: Mapping[str, Any]) -> tuple[str, str]:
        """The answer for one reading, and what of the time nobody knows."""
        path = str(row["path"])
        name = self._names([path])
        address = address_of(path, self._index.devices.values())
        start, end = _moment(result["start"]), _moment(result["end"])
        if not row["kept"]:
            return self._off(), ""
        if row["since"] is None or address is None:
            return self._nothing(name), ""
        since, when = _moment(row["since"]), self._when(start, end)
        if "value" in row:
            if row["value"] is None:
                return self._unknown(name, since, start), ""
            shown = value_phrase(address.capability, address.attribute, row["value"], self._index, self._lexicon, english=not self._japanese)
            return f"{when}、{name}は{shown}でした。" if self._japanese else _sentence(f"{when}, {name} showed {shown}."), ""
        if row["highest"] is None:
            return self._unknown(name, since, start), ""
        line, limit = self._range(row, address, name, when, result), self._limits(since, start, timedelta(0))
        return line, limit.strip()

    def _range(self, row: Mapping[str, Any], address: Address, name: str, when: str, result: Mapping[str, Any]) -> str:
        asks = str(result["asks"])
        label = self._label(address)
        if asks in _NUMBERS:
            found = row[asks]
            value, moment = self._amount(found["value"], address), _moment(found["at"])
            short = _moment(result["end"]) - _moment(result["start"]) <= _A_DAY
            at = (f"{moment:%H:%M}" if self._japanese else f"at {moment:%H:%M}") if short else self._at(moment)
            if self._japanese:
                return f"{when}の{name}の{_NUMBERS[asks][1]}{label}は{value}でした（{at}）。"
            return _sentence(f"the {_NUMBERS[asks][0]} {label} of {name} {when} was {value}, {at}.")
        low, high = (self._amount(row[end]["value"], address) for end in ("lowest", "highest"))
        if low == high and asks != "average":
            if self._japanese:
                return f"{when}の{name}の{label}はずっと{low}でした。"
            return _sentence(f"{when} the {label} of {name} was {low} all the time.")
        mean = self._amount(round(float(row["average"]), 1), address)
        if self._japanese:
            if asks == "average":
                return f"{when}の{name}の平均{label}は{mean}でした。"
            return f"{when}の{name}の{label}は{low}から{high}、平均{mean}でした。"
        if asks == "average":
            return _sentence(f"the average {label} of {name} {when} was {mean}.")
        return _sentence(f"{when} the {label} of {name} was between {low} and {high}, {mean} on average.")

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

    def _saying(self, result: Mapping[str, Any]) -> Saying:
        states, operator = cast(Sequence[Any], result["states"]), str(result["operator"])
        language = "ja" if self._japanese else "en"
        address = address_of(str(result["paths"][0]), self._index.devices.values())
        attribute = address.attribute if address is not None else ""
        first = states[0]
        known = saying_of(self._word(first), language) if operator == "==" else None
        if known is None:
            if operator in _OPERATORS and address is not None:
                amount = self._amount(first, address) if isinstance(first, int | float) else str(first)
                label = self._label(address)
                shown = (_OPERATORS_JA if self._japanese else _OPERATORS)[operator].format(amount)
                if self._japanese:
                    known = Saying(was=f"{label}が{shown}だった", denied=f"{label}が{shown}にはなりませんでした",
                                   became=f"{label}が{shown}になりました", never=f"{label}が{shown}になっていません")  # fmt: skip
                else:
                    known = _plainly(shown)
            else:
                word = value_word(attribute, first, self._lexicon, english=not self._japanese)
                known = (
                    Saying(was=f"「{word}」だった", denied=f"「{word}」ではありませんでした", became=f"「{word}」になりました",
                           never=f"「{word}」になっていません")
                    if self._japanese
                    else _plainly(word)
                )  # fmt: skip
        if not result["negated"]:
            return known
        if self._japanese:
            return Saying(was=f"{known.was}のではなかった", denied=known.became, became=known.became, never=known.never)
        return Saying(was=known.denied, denied=known.was, became=known.denied, never=known.was)

    def _word(self, state: object) -> str:
        return ("on" if state else "off") if isinstance(state, bool) else squeezed(str(state))

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


def _plainly(word: str) -> Saying:
    return Saying(was=f"was {word}", denied=f"was not {word}", became=f"became {word}", never=f"was not {word}")


def _and(told: Sequence[str]) -> str:
    return " and ".join([", ".join(told[:-1]), told[-1]]) if len(told) > 1 else "".join(told)


def _are(name: str) -> bool:
    bare = name.split(" (")[0]
    return " and " in bare or (bare.endswith("s") and not bare.endswith("ss"))


def _plural(verb: str, name: str) -> str:
    return f"were{verb.removeprefix('was')}" if _are(name) and verb.startswith("was ") else verb


def _agreeing(name: str, verb: str) -> str:
    """`the blinds were open`."""
    return f"{name} {_plural(verb, name)}" if not verb.startswith(("is ", "has ")) or not _are(name) else f"{name} {_many(verb)}"


def _many(verb: str) -> str:
    return f"are{verb.removeprefix('is')}" if verb.startswith("is ") else f"have{verb.removeprefix('has')}"


def _present(was: str) -> str:
    return f"is{was.removeprefix('was')}" if was.startswith("was ") else was


def _since(was: str) -> str:
    return f"has been{was.removeprefix('was')}" if was.startswith("was ") else f"has {was}"


def _last_time(name: str, was: str) -> str:
    """`the lamp was last on`, `the sensor last detected motion`."""
    verb = _plural(was, name)
    for helper in ("was ", "were "):
        if verb.startswith(helper):
            return f"{name} {helper}last {verb.removeprefix(helper)}"
    return f"{name} last {verb}"


def _still(was: str) -> str:
    """開いていた as 開いています."""
    if was.endswith("なかった"):
        return was.removesuffix("なかった") + "ません"
    if was.endswith("だった"):
        return was.removesuffix("だった") + "です"
    return was.removesuffix("た") + "ます"


def _polite(was: str) -> str:
    if was.endswith("なかった"):
        return was.removesuffix("なかった") + "ませんでした"
    if was.endswith("だった"):
        return was.removesuffix("だった") + "でした"
    return was.removesuffix("た") + "ました"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _moment(text: object) -> datetime:
    return datetime.fromisoformat(str(text))


def _maybe(text: object) -> datetime | None:
    return _moment(text) if text is not None else None
