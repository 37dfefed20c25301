"""Words as the rules compare them, and the lexicon of household words and sentence forms (`lexicon.yaml`, `forms.yaml`)."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

import yaml

from yamori.domain.language import Language, is_spaced
from yamori.understanding.drawn_out import drawn_out
from yamori.understanding.vocabulary import vocabulary

LETTER = "a-z\u00df-\u00f6\u00f8-\u00ff\u0153"
"""Of the languages whose words stand apart."""
_TOKEN = re.compile(rf"[{LETTER}0-9]+(?:'[{LETTER}]+)?|[^\s{LETTER}0-9]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
_HYPHEN = re.compile(r"-(?!\d)|(?<=[a-z0-9])-")  # but not the sign of a number
CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\u3005]")
_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NUMBER_WORDS = {word: value for value, word in enumerate(_ONES.split(" "))} | {
    word: 10 * (value + 2) for value, word in enumerate(_TENS.split(" "))
}
_KANJI = {c: i for i, c in enumerate("〇一二三四五六七八九")}


@lru_cache(maxsize=16_384)
def normal(text: str) -> str:
    """One spelling for what people write in many: width, case, curly quotes, hyphens, what is drawn out."""
    dropped = drawn_out(text)
    flat = unicodedata.normalize("NFKC", "".join(c for n, c in enumerate(text) if n not in dropped)).lower()
    return hyphenless(flat.replace("’", "'").replace("‘", "'").replace("−", "-"))


def hyphenless(text: str) -> str:
    """The text with blanks for hyphens and underscores, nothing moved."""
    return _HYPHEN.sub(" ", text.replace("_", " "))


def singular(word: str) -> str:
    """The word without an English plural: enough to compare names, no more."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if len(word) > 2 and word.endswith("s") and not word.endswith("ss") else word


@dataclass(frozen=True)
class Token:
    start: int
    end: int
    text: str

    @property
    def stem(self) -> str:
        return singular(self.text)

    @property
    def is_word(self) -> bool:
        """A word or a number of a language whose words stand apart."""
        return self.text[0].isalnum() and not CJK.match(self.text)


def tokens(text: str) -> tuple[Token, ...]:
    """English words and single other characters of a text in normal form."""
    return tuple(Token(m.start(), m.end(), m.group()) for m in _TOKEN.finditer(text))


@lru_cache(maxsize=16_384)
def stems(text: str) -> tuple[str, ...]:
    return tuple(t.stem for t in tokens(normal(text)) if t.is_word)


def name_words(name: str) -> tuple[str, ...]:
    """The words of an identifier such as `setShadeLevel`, in lower case."""
    return tuple(part.lower() for part in _CAMEL.split(name) if part)


@lru_cache(maxsize=16_384)
def squeezed(name: str) -> str:
    """An identifier or phrase as one lower-case run, so that `colorTemperature` and `color temperature` are alike."""
    return re.sub(r"[^a-z0-9\u3040-\u30ff\u4e00-\u9fff]", "", normal(name))


@dataclass(frozen=True)
class Number:
    """A number as said: with `percent` or `degrees` where that was said, and how it is meant."""

    start: int
    end: int
    value: float
    unit: str
    """`%`, `°`, `K` (kelvin) or empty."""
    relative: bool
    """Said as a difference (`by 20`, `2度上げて`), not as a goal."""
    goal: bool
    """Said as a goal (`to 20`, `20に`)."""


_NUMBER = re.compile(
    r"(?P<lead>\b(?:to|at|by|auf)\s+(?:about |around |exactly )?)?(?P<sign>[+-])?(?<![a-z])(?P<number>\d+(?:\.\d+)?"
    r"|[〇一二三四五六七八九十百]+(?=\s*(?:%|パーセント|割|度|番|チャンネル|チャン|ch))"
    r"|\b(?:WORDS)(?: hundred(?: and)?)?(?: (?:WORDS)){0,2}\b)"
    r"\s*(?P<unit>%|percent\b|per cent\b|prozent\b|パーセント|プロ|割(?!引)|degrees?\b|grad\b|℃|°c?|度|k(?![a-z]))?"
    r"(?P<tail>\s*(?:に|まで|へ))?".replace("WORDS", "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True)))
)


_MINUS = re.compile(r"(?:\bminus|マイナス|零下|氷点下)\s*$")


MOST = r"一番(?![にをのへでが、。]|$)"
"""一番明るく is no number."""


LONGEST_NUMBER = 20
"""Characters of a number that anybody means; a word may have as many."""


def numbers(text: str) -> tuple[Number, ...]:
    """Every number in a text in normal form; digits, English words up to 999 and kanji before a unit."""
    found = []
    for m in _NUMBER.finditer(text):
        raw = m.group("number")
        if re.match(MOST, text[m.start("number") :]):
            continue
        if len(raw) > LONGEST_NUMBER and " " not in raw:
            continue
        if raw[0].isdigit():
            value = float(raw)
        elif raw[0] in "〇一二三四五六七八九十百":
            value = float(kanji_number(raw))
        else:
            value = float(_spoken_number(raw.split()))
            if raw == "one" and not m.group("unit"):
                continue  # `the other one` is no number
        unit = m.group("unit") or ""
        if unit == "割":  # tenths
            value *= 10
        kind = (
            "%"
            if unit in ("%", "percent", "per cent", "prozent", "パーセント", "プロ", "割")
            else "K"
            if unit == "k"
            else "°"
            if unit
            else ""
        )
        lead = (m.group("lead") or "").strip().split(" ")[0]
        start = m.start("sign") if m.group("sign") else m.start("number")
        minus = _MINUS.search(text, 0, start)
        start = minus.start() if minus else start
        negative = m.group("sign") == "-" or minus is not None
        if negative:
            value = -value
        found.append(
            Number(
                start,
                m.end("unit") if unit else m.end("number"),
                value,
                kind,
                relative=lead == "by",
                goal=lead in ("to", "at", "auf") or bool(m.group("tail")),
            )
        )
    return tuple(found)


def _spoken_number(words: Sequence[str]) -> int:
    """`twenty five`, `two hundred and ten`, and hundreds without their name (`one eighty`)."""
    total = 0
    for word in words:
        if word == "hundred":
            total *= 100
        elif word != "and":
            value = _NUMBER_WORDS[word]
            total = total * 100 + value if 0 < total < 10 <= value else total + value
    return total


def kanji_number(text: str) -> int:
    total, digit = 0, 0
    for c in text:
        if c in "十百":
            total += max(digit, 1) * (10 if c == "十" else 100)
            digit = 0
        else:
            digit = digit * 10 + _KANJI[c]
    return total + digit


_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True)
class Phrases:
    """Words that mean one thing, by language."""

    spoken: Mapping[str, tuple[str, ...]] = field(hash=False)
    pattern: re.Pattern[str]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Those of every language."""
        return tuple(word for words in self.spoken.values() for word in words)

    @cached_property
    def spaced(self) -> tuple[str, ...]:
        """Those of languages whose words stand apart."""
        return tuple(w for language, words in self.spoken.items() if not vocabulary(language).morphemes for w in words)

    @cached_property
    def unspaced(self) -> tuple[str, ...]:
        """Those of languages whose words do not."""
        return tuple(w for language, words in self.spoken.items() if vocabulary(language).morphemes for w in words)

    def of(self, language: str) -> tuple[str, ...]:
        return self.spoken.get(language, ())

    def found(self, text: str) -> re.Match[str] | None:
        """Where one of them stands in a text in normal form; the longest first."""
        return self.pattern.search(text)


@dataclass(frozen=True)
class Sense:
    """Something people ask for."""

    name: str
    phrases: Phrases
    commands: tuple[str, ...]
    by: int = 0
    """+1 or -1 for a request for more or less of `about`; 0 for an absolute request."""
    about: str = ""


@dataclass(frozen=True)
class Mood:
    """How a room is to feel, or how it feels and should not."""

    kinds: frozenset[str]
    """Of which kinds a device may serve it."""
    about: tuple[str, ...]
    """By which qualities (`concepts`)."""
    phrases: Phrases


@dataclass(frozen=True)
class Colour:
    name: str
    hue: int
    """Degrees."""
    saturation: int
    """Percent."""
    hex: str
    phrases: Phrases


@dataclass(frozen=True)
class Tone:
    """A shade of white."""

    kelvin: int
    phrases: Phrases


@dataclass(frozen=True)
class Portion:
    """A word for an amount (`half`, `max`, 2倍)."""

    phrases: Phrases
    share: float | None
    """Of the way from the lowest to the highest value."""
    times: float | None
    """Of what it is now."""


@dataclass(frozen=True)
class Extreme:
    """A superlative (`warmest`, 一番寒い)."""

    by: int
    """+1 for the most, -1 for the least."""
    about: str
    phrases: Phrases


@dataclass(frozen=True)
class Lexicon:
    """`lexicon.yaml` and `forms.yaml`, ready to be searched."""

    kinds: Mapping[str, Phrases]
    many: frozenset[str]
    """Kinds that are spoken of together where a language has no plural."""
    parents: Mapping[str, str]
    """Kind to the kind that it also counts as."""
    evidence_attributes: Mapping[str, tuple[frozenset[str], ...]]
    """Kind to sets of attributes that tell it."""
    named: Mapping[str, re.Pattern[str]]
    """Kind to endings of a device's name that tell it."""
    offers: Mapping[str, tuple[str, ...]]
    """Kind to words of attributes by which a device counts as one, whatever its name."""
    broad: frozenset[str]
    """Kinds that say too little of a thing to tell what it is (a sensor): its attributes do."""
    inside: frozenset[str]
    """Kinds that measure themselves and not their room."""
    main: Mapping[str, str]
    """Kind to the quality (`concepts`) of which it is asked for more or less where none is said."""
    concepts: Mapping[str, Phrases]
    likes: Mapping[str, tuple[str, ...]]
    senses: tuple[Sense, ...]
    steps: tuple[Sense, ...]
    unlikes: Mapping[str, tuple[str, ...]]
    """Concept to words of names that only look as if they were about it."""
    values: Mapping[str, Phrases]
    says: Mapping[str, str]
    """Value to how it is said in Japanese."""
    moods: tuple[Mood, ...]
    colours: tuple[Colour, ...]
    tones: tuple[Tone, ...]
    portions: tuple[Portion, ...]
    extremes: tuple[Extreme, ...]
    storeys: tuple[tuple[str, ...], ...]
    """Words for the same floor, in both languages."""
    opposites: tuple[tuple[Phrases, Phrases], ...]
    """Pairs of adjectives of which a thing can be called one only."""
    places: Phrases
    """Parts of a house."""
    marks: Mapping[str, Phrases]
    """`everything`, `all`, `except`, `here`, `same`, …"""
    vocabulary: frozenset[str]
    """Every English word above: none of them is a misspelt name."""
    filler: frozenset[str]
    filler_ja: tuple[str, ...]

    def kind_lineage(self, kind: str) -> Iterator[str]:
        """The kind and what it also counts as."""
        yield kind
        if kind in self.parents:
            yield from self.kind_lineage(self.parents[kind])


_MARKS = ("everything", "all", "except", "here", "same", "single", "other", "also", "again", "now", "onward")
_FORMS = (
    "later",
    "elsewhere",
    "request",
    "question",
    "followup",
    "correction",
    "mistaken",
    "undo",
    "opener",
    "statement",
    "praise",
    "reason",
    "remark",
    "verb_start",
    "look",
    "shown",
    "there",
    "more_of",
    "less_of",
    "much",
    "slight",
    "mode_said",
    "notch",
)
"""Marks that are regular expressions over a whole sentence in normal form."""


@cache
def lexicon(language: str = "") -> Lexicon:
    """The words of a language that has a file in `words/`; without one, of English and Japanese together. Read once a process."""
    data = _data()
    return _made(_replaced(data, _overlay(language)) if language else data)


def lexicon_language(text: str) -> str:
    """The language with a file in `words/` in which a text is; empty for English and Japanese."""
    if not is_spaced(text):
        return ""
    words = re.findall(r"[^\W\d_]+", text.lower())
    known = {name: _known(words, name) for name in (language.stem for language in _WORDS.glob("*.yaml"))}
    best = max(known, key=lambda name: known[name], default="")
    return best if known.get(best, 0) > _known(words, "") else ""


def _known(words: Sequence[str], language: str) -> int:
    """How many of the words a language's vocabularies hold."""
    own, general = lexicon(language).vocabulary, vocabulary(language or "en")
    return sum(word in own or word in general.function_words or word in general.typical for word in words)


_HERE = Path(__file__).parent.parent
_WORDS = _HERE / "words"


def _loaded(file: Path) -> dict[str, Any]:
    # libyaml, where it is there, reads the lexicon ten times as fast: half a second of every start.
    loaded: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return loaded


@cache
def _data() -> dict[str, Any]:
    return _loaded(_HERE / "lexicon.yaml") | _loaded(_HERE / "forms.yaml")


def _overlay(language: str) -> dict[str, Any]:
    return _loaded(_WORDS / f"{language}.yaml")


def _replaced(node: Any, words: Any) -> Any:
    """A part of the lexicon with the words of another language, which takes the place of English; what it lacks has no words."""
    if isinstance(node, Mapping) and "en" in node and "ja" in node:
        return {**node, "en": words if isinstance(words, list) else [], "ja": []}
    if isinstance(node, Mapping):
        return {k: _replaced(v, words.get(k) if isinstance(words, Mapping) else None) for k, v in node.items()}
    return [_replaced(v, None) for v in node] if isinstance(node, list) else node


def _made(data: Mapping[str, Any]) -> Lexicon:
    return Lexicon(
        kinds={k: _phrases(v, plural=True) for k, v in data["kinds"].items()},
        many=frozenset(k for k, v in data["kinds"].items() if v.get("many")),
        parents={k: v["is"] for k, v in data["kinds"].items() if "is" in v},
        evidence_attributes={k: tuple(frozenset(s) for s in v.get("has", ())) for k, v in data["kinds"].items()},
        named={k: re.compile(rf"(?:{'|'.join(v['named'])})(?:[\s\d#]|\(.*\)|（.*）)*$") for k, v in data["kinds"].items() if "named" in v},
        offers={k: tuple(v["offers"]) for k, v in data["kinds"].items() if "offers" in v},
        broad=frozenset(k for k, v in data["kinds"].items() if v.get("broad")),
        inside=frozenset(k for k, v in data["kinds"].items() if v.get("inside")),
        main={k: v["main"] for k, v in data["kinds"].items() if "main" in v},
        concepts={k: _phrases(v, plural=True) for k, v in data["concepts"].items()},
        likes={k: tuple(v["like"]) for k, v in data["concepts"].items()},
        unlikes={k: tuple(v.get("unlike", ())) for k, v in data["concepts"].items()},
        senses=tuple(Sense(k, _phrases(v), tuple(v["commands"])) for k, v in data["senses"].items()),
        steps=tuple(Sense(k, _phrases(v), tuple(v["commands"]), v["by"], v["about"]) for k, v in data["steps"].items()),
        values={k: _phrases(v) for k, v in data["values"].items()},
        says={k: v["says"] for k, v in data["values"].items()},
        moods=tuple(Mood(frozenset(v["kinds"]), tuple(v["about"]), _phrases(v)) for v in data["moods"].values()),
        colours=tuple(Colour(k, v["hue"], v["saturation"], v["hex"], _phrases(v)) for k, v in data["colours"].items()),
        tones=tuple(Tone(v["kelvin"], _phrases(v)) for v in data["tones"].values()),
        portions=tuple(Portion(_phrases(v), v.get("share"), v.get("times")) for v in data["amounts"].values()),
        extremes=tuple(Extreme(v["by"], v["about"], _phrases(v)) for v in data["extremes"].values()),
        storeys=tuple(tuple(normal(w) for w in (*v["en"], *v["ja"])) for v in data["storeys"].values()),
        opposites=tuple((_phrases(one), _phrases(other)) for one, other in data["opposites"]),
        places=_phrases(data["places"], plural=True),
        marks={k: _phrases(data[k]) for k in _MARKS} | {k: _form(data[k]) for k in _FORMS},
        vocabulary=frozenset(re.findall(rf"[{LETTER}]+", _english(data).lower())),
        filler=frozenset(normal(w) for w in data["filler"]["en"]),
        filler_ja=tuple(
            sorted({normal(w) for w in (*data["filler"]["ja"], *(w for k in _MARKS for w in data[k]["ja"]))}, key=len, reverse=True)
        ),
    )


def _english(entry: object) -> str:
    """All English text below a node of the lexicon."""
    if isinstance(entry, Mapping):
        return " ".join(" ".join(map(str, v)) if k == "en" and isinstance(v, list) else _english(v) for k, v in entry.items())
    return ""


def _form(entry: Mapping[str, Any]) -> Phrases:
    spoken = {language.value: tuple(entry[language]) for language in Language}
    return Phrases(spoken, re.compile("|".join(word for words in spoken.values() for word in words) or _NOTHING.pattern))


def _phrases(entry: Mapping[str, Any], *, plural: bool = False) -> Phrases:
    phrases = Phrases({language.value: tuple(normal(str(w)) for w in entry[language]) for language in Language}, _NOTHING)
    parts = [rf"(?<![{LETTER}0-9]){w}{'s?' if plural else ''}(?![{LETTER}0-9])" for w in sorted(phrases.spaced, key=len, reverse=True)]
    parts += sorted(phrases.unspaced, key=len, reverse=True)
    return Phrases(phrases.spoken, re.compile("|".join(parts)) if parts else _NOTHING)
