"""What was understood of a condition, in the person's language."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.phrases import listed, quality_called, unit_text, value_word
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.watch.condition import Condition, Look
from yamori.agents.iot.rules.watch.words import Saying, condition_words
from yamori.agents.iot.rules.words import name_words, squeezed
from yamori.agents.iot.texts import TEXTS
from yamori.domain.capability import Attribute
from yamori.domain.language import Language, spoken

NAMED = 5
"""Devices that are named one by one; of more the number is said."""

_UNITS = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}


def shown(condition: Condition, context: Context, language: Language, *, said: str) -> str:
    """So that it may follow `when`, or end in とき; `said` is the condition in normal form, for the names that it used."""
    return spoken(_CLAUSES, language)(context, language, said).whole(condition)


class _Clauses(ABC):
    """Conditions in one language; `said` is the condition in normal form."""

    def __init__(self, context: Context, language: Language, said: str) -> None:
        self._context, self._language, self._said = context, language, said
        self._grammar = grammar_of(language)

    @abstractmethod
    def whole(self, condition: Condition) -> str: ...

    def _text(self, name: str, /, **values: object) -> str:
        return TEXTS.said(self._language, f"watch.{name}", **values)

    def _listed(self, names: Sequence[str]) -> str:
        return listed(names, self._language)

    def _length(self, seconds: int) -> tuple[str, str]:
        """`1 hour and 30 minutes` of so many seconds, and its smallest unit."""
        counted, last = [], ""
        for unit, size in _UNITS.items():
            count, seconds = divmod(seconds, size)
            if count:
                counted.append(TEXTS.counted(self._language, f"lengths.{unit}", count))
                last = unit
        return self._text("lengths").join(counted), last

    def _lasts(self, condition: Condition) -> str:
        """How long it lasts; empty where nothing is said of that."""
        length, unit = self._length(condition.seconds)
        return self._text(f"lasts.{unit}", length=length) if length else ""

    def _saying(self, condition: Condition) -> Saying:
        if condition.event:
            now, lasting, denied = (self._text(f"events.{condition.event}.{form}") for form in ("now", "lasting", "denied"))
            return Saying(now=now, lasting=lasting, denied=denied)
        word = value_word(condition.looks[0].attribute, condition.value, self._context.lexicon, language=self._language)
        return condition_words(self._language).saying(squeezed(condition.value), word)

    def _of_people(self, condition: Condition, *, number: int) -> str:
        """What so many people do."""
        return TEXTS.counted(self._language, f"watch.people.{condition.event}.{'lasting' if condition.seconds else 'now'}", number)

    def _bounds(self, look: Look, *, denied: bool) -> str:
        unit = self._declared(look).unit or ""
        value = look.test.value
        number = f"{value:g}" if isinstance(value, int | float) else str(value)
        operators = "operators_denied" if denied else "operators"
        return self._text(f"{operators}.{look.test.operator}", amount=number + unit_text(unit, self._language, said="compared"))

    def _declared(self, look: Look) -> Attribute:
        return self._context.index.capabilities[look.capability].attributes[look.attribute]

    def _subjects(self, condition: Condition) -> list[str]:
        """A device by its name; its parts by theirs where only they are looked at."""
        parts: dict[str, list[str]] = {}
        for look in condition.looks:
            parts.setdefault(look.device, []).append(look.component)
        devices = self._context.index.devices
        return [
            spoken_name(devices[device], own[0] if len(own) == 1 and own[0] != "main" and len(devices[device].components) > 1 else "main",
                        self._context.index, self._language, said=self._said)
            for device, own in parts.items()
        ]  # fmt: skip


class _English(_Clauses):
    def whole(self, condition: Condition) -> str:
        if not condition.parts:
            return self._clause(condition)
        clauses = f" {'and' if condition.combine == 'all' else 'or'} ".join(map(self._clause, condition.parts))
        return f"{clauses}, and stays so{self._lasts(condition)}" if condition.seconds else clauses

    def _clause(self, condition: Condition) -> str:
        lasts = self._lasts(condition)
        if condition.people:
            names, several = self._listed(condition.people), len(condition.people) > 1
            if several and condition.combine == "any":
                return f"any of {names} {self._of_people(condition, number=1)}{lasts}"
            return f"{names} {self._of_people(condition, number=len(condition.people))}{lasts}"
        subjects = self._subjects(condition)
        if not condition.value and not condition.event:
            return self._compared(condition, subjects) + lasts
        saying = self._saying(condition)
        if len(subjects) > 1:
            clause = self._several(subjects, condition, saying.now)
            return f"{clause}, and stays so{lasts}" if lasts else clause
        (name,) = subjects
        verb = saying.denied if condition.negated else saying.lasting if lasts else saying.now
        clause = f"{name} {self._grammar.agreed(verb, self._grammar.number(name))}"
        return f"{clause}, and stays so{lasts}" if lasts and condition.negated and not verb.startswith("detects") else clause + lasts

    def _several(self, subjects: Sequence[str], condition: Condition, verb: str) -> str:
        """`verb` as of one thing."""
        names, many = self._listed(subjects), self._grammar.agreed(verb, len(subjects))
        if len(subjects) == 2:
            one, other = subjects
            if condition.combine == "any":
                return f"neither {one} nor {other} {verb}" if condition.negated else f"{one} or {other} {verb}"
            return f"not both {one} and {other} {many}" if condition.negated else f"both {one} and {other} {many}"
        of = f"these {len(subjects)} devices ({names})" if len(subjects) > NAMED else names
        if condition.combine == "any":
            return f"{'none' if condition.negated else 'any'} of {of} {verb}"
        return f"not all of {of} {many}" if condition.negated else f"all of {of} {many}"

    def _compared(self, condition: Condition, subjects: Sequence[str]) -> str:
        look = condition.looks[0]
        quality = quality_called(look.attribute, look.capability, self._context.lexicon, self._language)
        if len(subjects) == 1:
            return f"the {quality} of {subjects[0]} is {self._bounds(look, denied=condition.negated)}"
        which = "any" if condition.combine == "any" else "each"
        return f"the {quality} of {which} of {self._listed(subjects)} is {self._bounds(look, denied=False)}"


class _Japanese(_Clauses):
    def whole(self, condition: Condition) -> str:
        if not condition.parts:
            return f"{self._clause(condition)}とき"
        clauses = "".join(f"「{self._clause(part).removesuffix('の')}」" for part in condition.parts)
        which = "どちら" if len(condition.parts) == 2 else "どれ"
        return f"{clauses}の{which}{'も' if condition.combine == 'all' else 'かが'}{self._lasts(condition)}成り立つとき"

    def _clause(self, condition: Condition) -> str:
        lasts = self._lasts(condition)
        if condition.people:
            some = "のうち誰か" if condition.combine == "any" and len(condition.people) > 1 else ""
            return f"{self._listed(condition.people)}{some}が{lasts}{self._of_people(condition, number=len(condition.people))}"
        subjects, look = self._subjects(condition), condition.looks[0]
        names, subject = self._listed(subjects), ""
        if condition.event == "called":
            return f"{names}{'のどれか' if len(subjects) > 1 else ''}が{self._saying(condition).now}"
        if condition.value or condition.event:
            saying = self._saying(condition)
            so, denied = saying.lasting if lasts or condition.negated else saying.now, saying.denied
        else:
            so, denied = (self._bounds(look, denied=denied) for denied in (False, True))
            quality = quality_called(look.attribute, look.capability, self._context.lexicon, self._language)
            subject = f"の{quality or ' '.join(name_words(look.attribute))}"
        if len(subjects) == 1:
            return f"{names}{subject}が{lasts}{denied if condition.negated else so}"
        which = "どちら" if len(subjects) == 2 else "どれ"
        if condition.combine == "any":
            return f"{names}の{which}も{lasts}{denied}" if condition.negated else f"{names}の{which}かが{lasts}{so}"
        every = "どちらも" if len(subjects) == 2 else "すべて"
        return f"{names}が{lasts}{every}{so}{'わけではない' if condition.negated else ''}"


_CLAUSES: Mapping[Language, type[_Clauses]] = {Language.ENGLISH: _English, Language.JAPANESE: _Japanese}
