"""What was understood of a condition, and why one cannot be watched, in the person's language."""

from collections.abc import Mapping, Sequence

from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.phrases import is_are, japanese_label, listed, value_word
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.watch.meant import Event, Look, Meant
from yamori.agents.iot.rules.watch.said import Trouble, Why
from yamori.agents.iot.rules.watch.words import Saying, watch_words
from yamori.agents.iot.rules.words import name_words, squeezed
from yamori.domain.capability import Attribute
from yamori.domain.language import Language

NAMED = 5
"""Devices of which the names are told; of more the number is."""

MOST_OPTIONS = 6
"""That a person is asked to choose among."""

_UNITS_JA = {"°C": "℃"}
_OPERATORS = {">": "above", ">=": "at least", "<": "below", "<=": "at most"}
_OPERATORS_JA = {">": "{}を超えている", ">=": "{}以上の", "<": "{}未満の", "<=": "{}以下の"}
_OPERATORS_JA_DENIED = {">": "{}以下の", ">=": "{}未満の", "<": "{}以上の", "<=": "{}を超えている"}
_EVENTS: Mapping[Event, tuple[str, str, str]] = {
    "done": ("is done", "has been done", "is not done"),
    "stops": ("stops", "has been at rest", "has not stopped"),
    "called": ("goes off", "has gone off", ""),
}
_PEOPLE: Mapping[Event, tuple[str, str]] = {
    "arrived": ("come home", "comes home"),
    "left": ("have left home", "has left home"),
    "home": ("are at home", "is at home"),
    "away": ("are away", "is away"),
}
_PEOPLE_JA: Mapping[Event, str] = {"arrived": "帰宅した", "left": "出かけた", "home": "家にいる", "away": "留守の"}


def shown(meant: Meant, context: Context, language: Language, *, said: str) -> str:
    """So that it may follow `when`, or end in とき; `said` is the condition in normal form, for the names that it used."""
    if language is Language.JAPANESE:
        return f"{_joined_ja(meant, context, said) if meant.parts else _japanese(meant, context, said)}とき"
    return _joined(meant, context, said) if meant.parts else _english(meant, context, said)


def _joined(meant: Meant, context: Context, said: str) -> str:
    clauses = f" {'and' if meant.combine == 'all' else 'or'} ".join(_english(part, context, said) for part in meant.parts)
    return f"{clauses}, and stays so for {_lasting(meant.seconds)}" if meant.seconds else clauses


def _joined_ja(meant: Meant, context: Context, said: str) -> str:
    clauses = "".join(f"「{_japanese(part, context, said).removesuffix('の')}」" for part in meant.parts)
    which = "どちら" if len(meant.parts) == 2 else "どれ"
    return f"{clauses}の{which}{'も' if meant.combine == 'all' else 'かが'}{_lasting_ja(meant.seconds)}成り立つ"


def _english(meant: Meant, context: Context, said: str) -> str:
    lasts = f" for {_lasting(meant.seconds)}" if meant.seconds else ""
    if meant.people:
        every, one = _PEOPLE[meant.event]
        names = listed(meant.people, Language.ENGLISH)
        if len(meant.people) == 1:
            return f"{names} {one}{lasts}"
        return f"any of {names} {one}{lasts}" if meant.combine == "any" else f"{names} {every}{lasts}"
    subjects = _subjects(meant, context, Language.ENGLISH, said)
    single = len(subjects) == 1
    if not meant.value and not meant.event:
        return _compared(meant, subjects, context) + lasts
    plain, lasting, denied = _verbs(meant, context)
    if meant.negated and single:
        clause = _agreeing(f"{subjects[0]} {denied}", subjects[0])
        return f"{clause}, and stays so{lasts}" if lasts and not lasts_already(denied) else clause + lasts
    if single:
        return _agreeing(f"{subjects[0]} {lasting if lasts else plain}", subjects[0]) + lasts
    clause = _several(subjects, meant, plain)
    return f"{clause}, and stays so{lasts}" if lasts else clause


def lasts_already(phrase: str) -> bool:
    return phrase.startswith("detects")


def _agreeing(clause: str, name: str) -> str:
    """`the living room blinds are open`."""
    return clause if is_are(name) == "is" else f"{name} {_plural(clause[len(name) + 1 :])}"


def _plural(verb: str) -> str:
    for one, many in (("is ", "are "), ("has ", "have "), ("detects ", "detect "), ("goes ", "go "), ("stops", "stop")):
        if verb.startswith(one):
            return many + verb.removeprefix(one)
    return verb


def _several(subjects: Sequence[str], meant: Meant, verb: str) -> str:
    """`verb` as of one thing."""
    names = listed(subjects, Language.ENGLISH)
    if len(subjects) == 2:
        one, other = subjects
        if meant.combine == "any":
            return f"neither {one} nor {other} {verb}" if meant.negated else f"{one} or {other} {verb}"
        return f"not both {one} and {other} {_plural(verb)}" if meant.negated else f"both {one} and {other} {_plural(verb)}"
    of = f"these {len(subjects)} devices ({names})" if len(subjects) > NAMED else names
    if meant.combine == "any":
        return f"{'none' if meant.negated else 'any'} of {of} {verb}"
    return f"not all of {of} {_plural(verb)}" if meant.negated else f"all of {of} {_plural(verb)}"


def _verbs(meant: Meant, context: Context) -> tuple[str, str, str]:
    """(as it is, as it has been for a time, denied)."""
    if meant.event:
        return _EVENTS[meant.event]
    saying = _saying(meant)
    if saying is not None:
        return saying.english, saying.lasting, saying.denied
    word = _word(meant, context, english=True)
    return f"is {word}", f"has been {word}", f"is not {word}"


def _saying(meant: Meant) -> Saying | None:
    return watch_words().says.get(squeezed(meant.value))


def _word(meant: Meant, context: Context, *, english: bool) -> str:
    return value_word(meant.looks[0].attribute, meant.value, context.lexicon, english=english)


def _compared(meant: Meant, subjects: Sequence[str], context: Context) -> str:
    look = meant.looks[0]
    quality = " ".join(name_words(look.attribute))
    amount = f"{_OPERATORS[look.test.operator]} {_amount(look, context, Language.ENGLISH)}"
    if len(subjects) == 1:
        return f"the {quality} of {subjects[0]} is {'not ' if meant.negated else ''}{amount}"
    return f"the {quality} of {'any' if meant.combine == 'any' else 'each'} of {listed(subjects, Language.ENGLISH)} is {amount}"


def _amount(look: Look, context: Context, language: Language) -> str:
    unit = _declared(look, context).unit or ""
    value = look.test.value
    number = f"{value:g}" if isinstance(value, int | float) else str(value)
    if language is Language.JAPANESE:
        return f"{number}{_UNITS_JA.get(unit, unit)}"
    return f"{number}{'' if unit in ('', '%') else ' '}{unit}"


def _declared(look: Look, context: Context) -> Attribute:
    return context.index.capabilities[look.capability].attributes[look.attribute]


def _subjects(meant: Meant, context: Context, language: Language, said: str) -> list[str]:
    """A device by its name; its parts by theirs where only they are looked at."""
    parts: dict[str, list[str]] = {}
    for look in meant.looks:
        parts.setdefault(look.device, []).append(look.component)
    devices = context.index.devices
    return [
        spoken_name(devices[device], own[0] if len(own) == 1 and own[0] != "main" and len(devices[device].components) > 1 else "main",
                    context.index, language, said=said)
        for device, own in parts.items()
    ]  # fmt: skip


def _lasting(seconds: int) -> str:
    """`2 minutes`, `1 hour and 30 minutes`."""
    parts = [f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in _units(seconds, ("day", "hour", "minute", "second"))]
    return " and ".join(parts)


def _units(seconds: int, names: Sequence[str]) -> list[tuple[int, str]]:
    found = []
    for size, name in zip((86400, 3600, 60, 1), names, strict=True):
        count, seconds = divmod(seconds, size)
        if count:
            found.append((count, name))
    return found


def _lasting_ja(seconds: int) -> str:
    lasts = "".join(f"{n}{unit}" for n, unit in _units(seconds, ("日", "時間", "分", "秒")))
    return f"{lasts}間ずっと" if lasts and not lasts.endswith("時間") else f"{lasts}ずっと" if lasts else ""


def _japanese(meant: Meant, context: Context, said: str) -> str:
    lasts = _lasting_ja(meant.seconds)
    if meant.people:
        names = listed(meant.people, Language.JAPANESE)
        some = "のうち誰か" if meant.combine == "any" and len(meant.people) > 1 else ""
        return f"{names}{some}が{lasts}{_PEOPLE_JA[meant.event]}"
    subjects = _subjects(meant, context, Language.JAPANESE, said)
    names = listed(subjects, Language.JAPANESE)
    look = meant.looks[0]
    if meant.event == "called":
        return f"{names}{'のどれか' if len(subjects) > 1 else ''}が鳴った"
    if meant.event in ("done", "stops"):
        verb = "終わっ" if meant.event == "done" else "止まっ"
        so, denied = (f"{verb}ている", f"{verb}ていない") if lasts or meant.negated else (f"{verb}た", "")
    elif not meant.value:
        quality = japanese_label(look.attribute, look.capability, context.lexicon) or " ".join(name_words(look.attribute))
        amount = _amount(look, context, Language.JAPANESE)
        so, denied = _OPERATORS_JA[look.test.operator].format(amount), _OPERATORS_JA_DENIED[look.test.operator].format(amount)
        if len(subjects) == 1:
            return f"{names}の{quality}が{lasts}{denied if meant.negated else so}"
    elif (saying := _saying(meant)) is not None:
        so, denied = saying.japanese, saying.japanese_denied
    else:
        word = _word(meant, context, english=False)
        so, denied = f"{word}になっている", f"{word}になっていない"
    if len(subjects) == 1:
        return f"{names}が{lasts}{denied if meant.negated else so}"
    which = "どちら" if len(subjects) == 2 else "どれ"
    if meant.combine == "any":
        return f"{names}の{which}も{lasts}{denied}" if meant.negated else f"{names}の{which}かが{lasts}{so}"
    every = "どちらも" if len(subjects) == 2 else "すべて"
    return f"{names}が{lasts}{every}{so}{'わけではない' if meant.negated else ''}"


_WHY: Mapping[Why, tuple[str, str]] = {
    Why.WORD: (
        "I don't know what “{what}” is in that condition, so I can't wait for it.",
        "条件の「{what}」が分からないので、待つことができません。",
    ),
    Why.NEGATION: ("I can't tell what exactly must not be so in “{what}”.", "「{what}」の、何がそうでないときなのか分かりません。"),
    Why.AMOUNT: (
        "It is not clear how long that has to last (“{what}”): say one length of time of at most 7 days.",
        "どれだけ続いたときなのか分かりません（「{what}」）。7日以内の長さを一つ言ってください。",
    ),
    Why.NUMBER: (
        "Say whether more or less than {what} is meant, in the unit in which it is reported.",
        "{what}より上か下かを、報告される単位で言ってください。",
    ),
    Why.WHEN: (
        "“{what}” is a time; only what is so now can be watched here.",
        "「{what}」は時を表しています。ここで見張れるのは家の状態だけです。",
    ),
    Why.NOTHING: ("I found no state of this home in that condition.", "その条件から、この家のどの状態なのか読み取れませんでした。"),
    Why.MISSING: ("There is no {what} in this home that could be watched.", "この家には、見張ることのできる「{what}」がありません。"),
    Why.UNTOLD: ("No sensor of this home can tell that.", "この家のセンサーでは、それは分かりません。"),
    Why.WHEREABOUTS: (
        "No sensor of this home tells whether {what} is at home.",
        "{what}が家にいるかどうかは、この家のセンサーでは分かりません。",
    ),
    Why.ELSEWHERE: ("Sun and weather are told by no device of this home.", "太陽や天気は、この家の機器では分かりません。"),
    Why.UNNAMED: ("It is not clear which device or room of this home is meant.", "この家のどの機器や部屋のことか分かりません。"),
    Why.WHICH: ("That could mean several: {options}. Which one?", "次のどれのことか分かりません: {options}。どれですか？"),
    Why.JOINED: (
        "I can't wait for those two as one condition: say one of them.",
        "その二つは、一つの条件としては待てません。どちらか一つを言ってください。",
    ),
    Why.NESTED: ("Say whether all of them or any of them is meant.", "すべてなのか、どれか一つでよいのかを言ってください。"),
}
_UNTOLD_OF = ("No sensor of this home can tell that of {what}.", "この家のセンサーでは、{what}のことは分かりません。")


def troubled(trouble: Trouble, context: Context, language: Language) -> tuple[str, tuple[str, ...]]:
    """The reason, and what could be meant."""
    english = language is Language.ENGLISH
    devices = [context.index.devices[o] for o in trouble.options if o in context.index.devices]
    options = tuple(dict.fromkeys(spoken_name(d, "main", context.index, language) for d in devices))
    told = _UNTOLD_OF if trouble.why is Why.UNTOLD and trouble.what else _WHY[trouble.why]
    if trouble.why is Why.WHICH and len(options) > MOST_OPTIONS:
        told, options = _WHY[Why.UNNAMED], ()
    about = context.index.devices.get(trouble.what) if trouble.why is Why.UNTOLD else None
    what = spoken_name(about, "main", context.index, language) if about is not None else trouble.what
    return told[0 if english else 1].format(what=what, options=listed(options, language) if options else ""), options
