"""What was understood of a condition, in the person's language."""

from collections.abc import Mapping, Sequence

from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.phrases import is_are, japanese_label, listed, value_word
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.watch.condition import Condition, Event, Look
from yamori.agents.iot.rules.watch.words import Saying, watch_words
from yamori.agents.iot.rules.words import name_words, squeezed
from yamori.domain.capability import Attribute
from yamori.domain.language import Language

NAMED = 5
"""Devices that are named one by one; of more the number is said."""

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


def shown(condition: Condition, context: Context, language: Language, *, said: str) -> str:
    """So that it may follow `when`, or end in とき; `said` is the condition in normal form, for the names that it used."""
    if language is Language.JAPANESE:
        return f"{_joined_ja(condition, context, said) if condition.parts else _japanese(condition, context, said)}とき"
    return _joined(condition, context, said) if condition.parts else _english(condition, context, said)


def _been(verb: str) -> str:
    """`is away` of a time that it has been so."""
    for now, lasting in (("is ", "has been "), ("are ", "have been ")):
        if verb.startswith(now):
            return lasting + verb.removeprefix(now)
    return verb


def _joined(condition: Condition, context: Context, said: str) -> str:
    clauses = f" {'and' if condition.combine == 'all' else 'or'} ".join(_english(part, context, said) for part in condition.parts)
    return f"{clauses}, and stays so for {_lasting(condition.seconds)}" if condition.seconds else clauses


def _joined_ja(condition: Condition, context: Context, said: str) -> str:
    clauses = "".join(f"「{_japanese(part, context, said).removesuffix('の')}」" for part in condition.parts)
    which = "どちら" if len(condition.parts) == 2 else "どれ"
    return f"{clauses}の{which}{'も' if condition.combine == 'all' else 'かが'}{_lasting_ja(condition.seconds)}成り立つ"


def _english(condition: Condition, context: Context, said: str) -> str:
    lasts = f" for {_lasting(condition.seconds)}" if condition.seconds else ""
    if condition.people:
        every, one = (_been(verb) if lasts else verb for verb in _PEOPLE[condition.event])
        names = listed(condition.people, Language.ENGLISH)
        if len(condition.people) == 1:
            return f"{names} {one}{lasts}"
        return f"any of {names} {one}{lasts}" if condition.combine == "any" else f"{names} {every}{lasts}"
    subjects = _subjects(condition, context, Language.ENGLISH, said)
    single = len(subjects) == 1
    if not condition.value and not condition.event:
        return _compared(condition, subjects, context) + lasts
    plain, lasting, denied = _verbs(condition, context)
    if condition.negated and single:
        clause = _agreeing(f"{subjects[0]} {denied}", subjects[0])
        return f"{clause}, and stays so{lasts}" if lasts and not _is_lasting(denied) else clause + lasts
    if single:
        return _agreeing(f"{subjects[0]} {lasting if lasts else plain}", subjects[0]) + lasts
    clause = _several(subjects, condition, plain)
    return f"{clause}, and stays so{lasts}" if lasts else clause


def _is_lasting(phrase: str) -> bool:
    return phrase.startswith("detects")


def _agreeing(clause: str, name: str) -> str:
    """`the living room blinds are open`."""
    return clause if is_are(name) == "is" else f"{name} {_plural(clause[len(name) + 1 :])}"


def _plural(verb: str) -> str:
    for one, many in (("is ", "are "), ("has ", "have "), ("detects ", "detect "), ("goes ", "go "), ("stops", "stop")):
        if verb.startswith(one):
            return many + verb.removeprefix(one)
    return verb


def _several(subjects: Sequence[str], condition: Condition, verb: str) -> str:
    """`verb` as of one thing."""
    names = listed(subjects, Language.ENGLISH)
    if len(subjects) == 2:
        one, other = subjects
        if condition.combine == "any":
            return f"neither {one} nor {other} {verb}" if condition.negated else f"{one} or {other} {verb}"
        return f"not both {one} and {other} {_plural(verb)}" if condition.negated else f"both {one} and {other} {_plural(verb)}"
    of = f"these {len(subjects)} devices ({names})" if len(subjects) > NAMED else names
    if condition.combine == "any":
        return f"{'none' if condition.negated else 'any'} of {of} {verb}"
    return f"not all of {of} {_plural(verb)}" if condition.negated else f"all of {of} {_plural(verb)}"


def _verbs(condition: Condition, context: Context) -> tuple[str, str, str]:
    """(as it is, as it has been for a time, denied)."""
    if condition.event:
        return _EVENTS[condition.event]
    saying = _saying(condition)
    if saying is not None:
        return saying.english, saying.lasting, saying.denied
    word = _word(condition, context, english=True)
    return f"is {word}", f"has been {word}", f"is not {word}"


def _saying(condition: Condition) -> Saying | None:
    return watch_words().says.get(squeezed(condition.value))


def _word(condition: Condition, context: Context, *, english: bool) -> str:
    return value_word(condition.looks[0].attribute, condition.value, context.lexicon, english=english)


def _compared(condition: Condition, subjects: Sequence[str], context: Context) -> str:
    look = condition.looks[0]
    quality = " ".join(name_words(look.attribute))
    amount = f"{_OPERATORS[look.test.operator]} {_amount(look, context, Language.ENGLISH)}"
    if len(subjects) == 1:
        return f"the {quality} of {subjects[0]} is {'not ' if condition.negated else ''}{amount}"
    return f"the {quality} of {'any' if condition.combine == 'any' else 'each'} of {listed(subjects, Language.ENGLISH)} is {amount}"


def _amount(look: Look, context: Context, language: Language) -> str:
    unit = _declared(look, context).unit or ""
    value = look.test.value
    number = f"{value:g}" if isinstance(value, int | float) else str(value)
    if language is Language.JAPANESE:
        return f"{number}{_UNITS_JA.get(unit, unit)}"
    return f"{number}{'' if unit in ('', '%') else ' '}{unit}"


def _declared(look: Look, context: Context) -> Attribute:
    return context.index.capabilities[look.capability].attributes[look.attribute]


def _subjects(condition: Condition, context: Context, language: Language, said: str) -> list[str]:
    """A device by its name; its parts by theirs where only they are looked at."""
    parts: dict[str, list[str]] = {}
    for look in condition.looks:
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


def _japanese(condition: Condition, context: Context, said: str) -> str:
    lasts = _lasting_ja(condition.seconds)
    if condition.people:
        names = listed(condition.people, Language.JAPANESE)
        some = "のうち誰か" if condition.combine == "any" and len(condition.people) > 1 else ""
        return f"{names}{some}が{lasts}{_PEOPLE_JA[condition.event]}"
    subjects = _subjects(condition, context, Language.JAPANESE, said)
    names = listed(subjects, Language.JAPANESE)
    look = condition.looks[0]
    if condition.event == "called":
        return f"{names}{'のどれか' if len(subjects) > 1 else ''}が鳴った"
    if condition.event in ("done", "stops"):
        verb = "終わっ" if condition.event == "done" else "止まっ"
        so, denied = (f"{verb}ている", f"{verb}ていない") if lasts or condition.negated else (f"{verb}た", "")
    elif not condition.value:
        quality = japanese_label(look.attribute, look.capability, context.lexicon) or " ".join(name_words(look.attribute))
        amount = _amount(look, context, Language.JAPANESE)
        so, denied = _OPERATORS_JA[look.test.operator].format(amount), _OPERATORS_JA_DENIED[look.test.operator].format(amount)
        if len(subjects) == 1:
            return f"{names}の{quality}が{lasts}{denied if condition.negated else so}"
    elif (saying := _saying(condition)) is not None:
        so, denied = saying.japanese, saying.japanese_denied
    else:
        word = _word(condition, context, english=False)
        so, denied = f"{word}になっている", f"{word}になっていない"
    if len(subjects) == 1:
        return f"{names}が{lasts}{denied if condition.negated else so}"
    which = "どちら" if len(subjects) == 2 else "どれ"
    if condition.combine == "any":
        return f"{names}の{which}も{lasts}{denied}" if condition.negated else f"{names}の{which}かが{lasts}{so}"
    every = "どちらも" if len(subjects) == 2 else "すべて"
    return f"{names}が{lasts}{every}{so}{'わけではない' if condition.negated else ''}"
